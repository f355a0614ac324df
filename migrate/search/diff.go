package search

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// Difference is a key that the cluster has differently from what a file says.
type Difference struct {
	Key     string `json:"key"`
	File    string `json:"file,omitempty"`    // the value as JSON; empty if the file does not have the key
	Cluster string `json:"cluster,omitempty"` // the value as JSON; empty if the cluster does not have the key
}

// Drift is what differs for one file.
type Drift struct {
	Path        string       `json:"path"`
	Kind        string       `json:"kind"` // template, policy or index
	Name        string       `json:"name"`
	Missing     bool         `json:"missing,omitempty"` // the cluster does not have it
	Differences []Difference `json:"differences,omitempty"`
}

// Diff compares what files make with what the cluster has. Files with requests say nothing about a state and are left
// out; so are files whose effect a later file replaces. The list has what the cluster said to single files.
func (t *Target) Diff(ctx context.Context, changes []migrate.Change) ([]Drift, fault.List, error) {
	latest := map[string]*change{}
	for _, c := range changes {
		if c, ok := c.(*change); ok && c != nil && c.kind != envelope {
			latest[c.path] = c
		}
	}
	var all []Drift
	var refused fault.List
	for _, c := range changes {
		c, ok := c.(*change)
		if !ok || c == nil || latest[c.path] != c {
			continue
		}
		drift, err := t.drift(ctx, c)
		if err != nil {
			err = (&applying{Target: t, change: c}).failed(err)
		}
		switch {
		case err == nil && drift != nil:
			all = append(all, *drift)
		case err == nil:
		case OfFile(err):
			refused = append(refused, fault.Diagnose(err)...)
		default:
			return all, refused, err
		}
	}
	return all, refused, nil
}

// drift returns nil if nothing differs.
func (t *Target) drift(ctx context.Context, c *change) (*Drift, error) {
	answer, err := ask(ctx, t.c, cluster.Request{Method: http.MethodGet, Path: c.path + map[kind]string{index: "?flat_settings=true"}[c.kind]})
	if err != nil {
		return nil, err
	}
	drift := &Drift{Path: c.file.Path, Kind: c.kind.String(), Name: c.name}
	switch {
	case answer.Status == http.StatusNotFound:
		drift.Missing = true
		return drift, nil
	case c.kind == policy && isUnknownPath(answer):
		return nil, t.noIndexManagement()
	case !answer.OK():
		return nil, t.c.Explain(answer.Err())
	}
	if drift.Differences = differences(c, answer.Body); len(drift.Differences) == 0 {
		return nil, nil
	}
	return drift, nil
}

// differences compares a file with the cluster's answer about what it makes. The cluster has its own forms: texts for
// numbers, settings with dots for nested ones, and members of its own.
func differences(c *change, answer []byte) []Difference {
	wanted, there := gjson.ParseBytes(withoutMark(c.body)), gjson.ParseBytes(answer)
	switch c.kind {
	case template:
		file, has := templateKeys(wanted), templateKeys(there.Get("index_templates.0.index_template"))
		dropTimestamp(file, has)
		return compareAll(file, has, true)
	case policy:
		return compareAll(policyKeys(wanted.Get("policy")), policyKeys(there.Get("policy")), true)
	case index:
		var found gjson.Result
		there.ForEach(func(_, value gjson.Result) bool {
			found = value
			return false
		})
		file, has := indexKeys(wanted), indexKeys(found)
		dropDefaults(file, has)
		return compareAll(file, has, false)
	default:
		return nil
	}
}

// compareAll compares values by key. Keys that only the cluster has count if both is set: an index gets fields and
// settings while it is used, a template does not.
func compareAll(file, cluster map[string]gjson.Result, both bool) []Difference {
	var all []Difference
	for _, key := range slices.Sorted(maps.Keys(file)) {
		if normal(file[key]) != normal(cluster[key]) {
			all = append(all, Difference{key, file[key].Raw, cluster[key].Raw})
		}
	}
	if both {
		for _, key := range slices.Sorted(maps.Keys(cluster)) {
			if _, ok := file[key]; !ok {
				all = append(all, Difference{Key: key, Cluster: cluster[key].Raw})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Difference) int { return strings.Compare(a.Key, b.Key) })
	return all
}

// normal returns a value in a form in which equal ones are the same text: clusters keep numbers and booleans of
// settings as texts, and one pattern as a list.
func normal(v gjson.Result) string {
	switch {
	case v.IsArray():
		items := v.Array()
		if len(items) == 1 {
			return normal(items[0])
		}
		var b strings.Builder
		b.WriteByte('[')
		for _, item := range items {
			b.WriteString(normal(item) + ",")
		}
		return b.String() + "]"
	case v.IsObject():
		flat := flatten(v, "")
		var b strings.Builder
		b.WriteByte('{')
		for _, key := range slices.Sorted(maps.Keys(flat)) {
			b.WriteString(key + ":" + normal(flat[key]) + ",")
		}
		return b.String() + "}"
	case v.Type == gjson.Null:
		return ""
	default:
		return v.String()
	}
}

// flatten returns the values of an object by their paths. Empty objects and lists are values.
func flatten(v gjson.Result, prefix string) map[string]gjson.Result {
	flat := map[string]gjson.Result{}
	v.ForEach(func(key, value gjson.Result) bool {
		path := prefix + key.Str
		if value.IsObject() && value.Raw != "{}" && len(bytes.TrimSpace([]byte(value.Raw[1:len(value.Raw)-1]))) > 0 {
			maps.Copy(flat, flatten(value, path+"."))
		} else {
			flat[path] = value
		}
		return true
	})
	return flat
}

// settingsOf returns settings by their full names, which begin with index.
func settingsOf(v gjson.Result) map[string]gjson.Result {
	settings := map[string]gjson.Result{}
	for key, value := range flatten(v, "") {
		if !strings.HasPrefix(key, "index.") {
			key = "index." + key
		}
		settings[key] = value
	}
	return settings
}

// prefixed adds the values of an object to others.
func prefixed(into map[string]gjson.Result, prefix string, values map[string]gjson.Result) {
	for key, value := range values {
		if normal(value) != "{}" { // an empty object says nothing
			into[prefix+key] = value
		}
	}
}

// generated are settings that a cluster gives to each index.
var generated = []string{
	"index.creation_date", "index.uuid", "index.version.created", "index.version.upgraded", "index.provided_name",
	"index.replication.type", "index.blocks.write",
}

func indexKeys(v gjson.Result) map[string]gjson.Result {
	keys := map[string]gjson.Result{}
	settings := settingsOf(v.Get("settings"))
	for _, name := range generated {
		delete(settings, name)
	}
	prefixed(keys, "settings.", settings)
	prefixed(keys, "mappings.", mappingKeys(v.Get("mappings")))
	v.Get("aliases").ForEach(func(name, options gjson.Result) bool {
		keys["aliases."+name.Str] = aliasOf(options)
		return true
	})
	return keys
}

// mappingKeys flattens mappings. "type": "object" is what a field with properties has anyway.
func mappingKeys(v gjson.Result) map[string]gjson.Result {
	flat := flatten(v, "")
	for key, value := range flat {
		if strings.HasSuffix(key, ".type") && value.Str == "object" {
			delete(flat, key)
		}
	}
	return flat
}

// aliasOf returns the options of an alias. Clusters write routing as two.
func aliasOf(options gjson.Result) gjson.Result {
	flat := flatten(options, "")
	if routing, ok := flat["routing"]; ok {
		delete(flat, "routing")
		flat["index_routing"], flat["search_routing"] = routing, routing
	}
	var b strings.Builder
	b.WriteByte('{')
	for i, key := range slices.Sorted(maps.Keys(flat)) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quoted(key))
		b.WriteString(":" + flat[key].Raw)
	}
	return gjson.Parse(b.String() + "}")
}

func templateKeys(v gjson.Result) map[string]gjson.Result {
	keys := map[string]gjson.Result{}
	prefixed(keys, "template.", indexKeys(v.Get("template")))
	v.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "template":
		case "composed_of":
			if len(value.Array()) > 0 {
				keys[key.Str] = value
			}
		default:
			prefixed(keys, "", flatten(gjson.Parse(`{`+string(quoted(key.Str))+`:`+value.Raw+`}`), ""))
		}
		return true
	})
	return keys
}

// policyKeys leaves out what a cluster adds to a policy.
func policyKeys(v gjson.Result) map[string]gjson.Result {
	keys := map[string]gjson.Result{}
	v.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "policy_id", "last_updated_time", "schema_version", "error_notification":
			if value.Type == gjson.Null || key.Str != "error_notification" {
				return true
			}
			prefixed(keys, "error_notification.", flatten(value, ""))
		case "ism_template":
			if value.IsObject() { // clusters keep a list
				value = gjson.Parse("[" + value.Raw + "]")
			}
			listKeys(keys, key.Str, value)
		default:
			listKeys(keys, key.Str, value)
		}
		return true
	})
	return keys
}

// listKeys flattens a value with the items of its lists by their index, except what a cluster adds: the retry of
// every action, and defaults.
func listKeys(into map[string]gjson.Result, path string, v gjson.Result) {
	switch {
	case v.IsArray():
		for i, item := range v.Array() {
			listKeys(into, path+"["+strconv.Itoa(i)+"]", item)
		}
	case v.IsObject():
		v.ForEach(func(key, value gjson.Result) bool {
			if key.Str == "last_updated_time" || isDefault(path, key.Str, value) {
				return true
			}
			listKeys(into, path+"."+key.Str, value)
			return true
		})
	default:
		if v.Type != gjson.Null {
			into[path] = v
		}
	}
}
