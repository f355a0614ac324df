package search

import (
	"strings"

	"github.com/tidwall/gjson"
)

// isDefault reports whether a member of a policy says what holds without it.
func isDefault(path, key string, value gjson.Result) bool {
	switch key {
	case "retry":
		return normal(value) == normal(defaultRetry)
	case "copy_alias":
		return value.Type == gjson.False
	case "priority":
		return strings.HasPrefix(path, "ism_template[") && value.Int() == 0
	default:
		return false
	}
}

// defaultRetry is the retry of an action for which none is written.
var defaultRetry = gjson.Parse(`{"count":3,"backoff":"exponential","delay":"1m"}`)

// dropTimestamp removes the field of a data stream that the cluster adds if the file names none.
func dropTimestamp(file, cluster map[string]gjson.Result) {
	const key = "data_stream.timestamp_field.name"
	if _, ok := file[key]; !ok && cluster[key].Str == "@timestamp" {
		delete(cluster, key)
	}
}

// ordinary are values of mappings that clusters leave out when they show them, by the last part of the key and the type of the
// field; empty for all types.
var ordinary = map[string]map[string]string{
	"index": {"": "true"}, "doc_values": {"": "true"}, "store": {"": "false"}, "enabled": {"": "true"},
	"eager_global_ordinals": {"": "false"}, "fielddata": {"": "false"}, "index_phrases": {"": "false"}, "boost": {"": "1"},
	"include_in_parent": {"": "false"}, "include_in_root": {"": "false"}, "ignore_malformed": {"": "false"}, "coerce": {"": "true"},
	"required": {"": "false"}, "split_queries_on_whitespace": {"": "false"}, "format": {"date": "strict_date_optional_time||epoch_millis"},
	"norms": {"text": "true", "keyword": "false"}, "index_options": {"text": "positions", "keyword": "docs"},
}

// dropDefaults removes the keys of a file that say what holds anyway, and that the cluster therefore does not show.
func dropDefaults(file, cluster map[string]gjson.Result) {
	for key, value := range file {
		last := strings.LastIndexByte(key, '.')
		if _, shown := cluster[key]; shown || !strings.HasPrefix(key, "mappings.") {
			continue
		}
		values := ordinary[key[last+1:]]
		want, ok := values[""]
		if !ok {
			want, ok = values[file[key[:last]+".type"].Str]
		}
		if ok && normal(value) == want {
			delete(file, key)
		}
	}
}
