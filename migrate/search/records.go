package search

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// Index is the index of migrations that have run.
const Index = "framework_migrations"

// indexBody creates it. Lists are only found by fields that are exact.
const indexBody = `{"settings":{"index":{"number_of_shards":1,"auto_expand_replicas":"0-1"}},"mappings":{"properties":{` +
	`"migration_path":{"type":"keyword"},"connection":{"type":"keyword"},"content_hash":{"type":"keyword"},` +
	`"executed_at":{"type":"date"},"executed_by":{"type":"keyword"},"duration_ms":{"type":"double"},` +
	`"lock":{"type":"object","enabled":false}}}}`

// maxID is the longest id of a document, in bytes.
const maxID = 512

// idOf returns the id of a path's record.
func idOf(path string) string {
	if len(path) <= maxID {
		return path
	}
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:])
}

// document of a record.
type recorded struct {
	Path       string   `json:"migration_path"`
	Connection string   `json:"connection"`
	Hash       string   `json:"content_hash"`
	At         string   `json:"executed_at"`
	By         string   `json:"executed_by"`
	Duration   *float64 `json:"duration_ms"`
}

// most is how many records one search returns.
const most = 10_000

// shortly is the pause before a node is asked again that is behind its cluster.
const shortly = 50 * time.Millisecond

// Records reads the records of files, in one request for all of them.
func (t *Target) Records(ctx context.Context, paths []string, all bool) (map[string]migrate.Record, error) {
	records := map[string]migrate.Record{}
	if len(paths) > 0 {
		ids := make([]string, len(paths))
		for i, path := range paths {
			ids[i] = idOf(path)
		}
		body, err := json.Marshal(map[string]any{"ids": ids})
		if err != nil {
			return nil, err
		}
		if err := t.collect(ctx, "/_mget", body, "docs", records); err != nil {
			return nil, err
		}
		if len(records) == 0 { // the first run, or an index that is not fwrun's
			if _, err := t.checkIndex(ctx); err != nil {
				return nil, err
			}
		}
	}
	if all {
		// An index that something else has made may keep paths as texts, which have the exact value in a field below.
		query := fmt.Appendf(nil, `{"size":%d,"query":{"bool":{"should":[{"prefix":{"migration_path":%[2]s}},`+
			`{"prefix":{"migration_path.keyword":%[2]s}}]}}}`,
			most, quoted(t.Name()+"/"))
		if err := t.collect(ctx, "/_search", query, "hits.hits", records); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// collect adds the records that a request returns. It waits for a cluster that begins to serve.
func (t *Target) collect(ctx context.Context, path string, body []byte, list string, records map[string]migrate.Record) error {
	answer, err := t.askRecords(ctx, path, body, list)
	for late := time.Now().Add(t.o.Patience); err == nil && unavailable(answer, list) && time.Now().Before(late); {
		if err := t.awaitYellow(ctx); err != nil {
			return err
		}
		if answer, err = t.askRecords(ctx, path, body, list); err != nil || !unavailable(answer, list) {
			break
		}
		select { // the cluster is well, and the node that answers does not know it yet
		case <-time.After(shortly):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	switch {
	case err != nil:
		return err
	case isMissing(answer):
		return nil
	case !answer.OK():
		return t.c.Explain(answer.Err())
	}
	answer.Get(list).ForEach(func(_, hit gjson.Result) bool {
		if failed := hit.Get("error"); failed.Exists() {
			if failed.Get("type").Str != "index_not_found_exception" {
				err = fault.New("search.records", fault.Unavailable, "the records cannot be read: "+t.c.Hide(failed.Get("reason").String()))
			}
			return err == nil
		}
		if source := hit.Get("_source"); source.Exists() {
			r := recordOf(source)
			records[r.Path] = r
		}
		return true
	})
	return err
}

// askRecords sends a request for records, whose answer has a list of them if it is a cluster's.
func (t *Target) askRecords(ctx context.Context, path string, body []byte, list string) (*cluster.Answer, error) {
	answer, err := ask(ctx, t.c, cluster.Request{Method: http.MethodPost, Path: "/" + Index + path, Body: body, Reads: true})
	if err == nil && answer.OK() && !answer.Get(list).IsArray() {
		return nil, fault.New("search.records", fault.Unavailable, fmt.Sprintf("search connection %q: POST /%s%s: %d without %s", t.Name(), Index, path,
			answer.Status, list)).
			WithHint("this is not an answer of a cluster: correct hosts")
	}
	return answer, err
}

// unavailable reports whether records could not be read because their index is not there yet, as after a restart.
func unavailable(answer *cluster.Answer, list string) bool {
	return answer.Status == http.StatusServiceUnavailable ||
		answer.Get(list+`.#(error.type=="no_shard_available_action_exception")`).Exists()
}

// isMissing reports whether an answer says that the index does not exist.
func isMissing(answer *cluster.Answer) bool {
	return answer.Status == http.StatusNotFound && answer.Get("error.type").Str == "index_not_found_exception"
}

// recordOf reads a document. The hash of a file of which nobody knows how it ended is empty.
func recordOf(source gjson.Result) migrate.Record {
	r := migrate.Record{
		Path: source.Get("migration_path").String(), Hash: source.Get("content_hash").String(), By: source.Get("executed_by").String(), Took: -1,
	}
	if r.Hash == running {
		r.Hash = ""
	}
	r.At, _ = time.Parse(time.RFC3339Nano, source.Get("executed_at").String())
	if took := source.Get("duration_ms"); took.Type == gjson.Number {
		r.Took = time.Duration(took.Float() * float64(time.Millisecond))
	}
	return r
}

// record writes one record. To write it once more changes nothing.
func (t *Target) record(ctx context.Context, r migrate.Record) error {
	body, err := json.Marshal(t.documentOf(r))
	if err != nil {
		return err
	}
	_, err = put(ctx, t.c, cluster.Request{
		Method: http.MethodPut, Path: "/" + Index + "/_doc/" + url.PathEscape(idOf(r.Path)), Body: body,
	}, unknowable)
	return err
}

func (t *Target) documentOf(r migrate.Record) recorded {
	document := recorded{
		Path: r.Path, Connection: t.Name(), Hash: r.Hash, At: r.At.UTC().Format("2006-01-02T15:04:05.000Z07:00"), By: r.By,
	}
	if r.Took >= 0 {
		ms := float64(r.Took.Microseconds()) / 1000
		document.Duration = &ms
	}
	return document
}

// notedAtOnce is how many records one request writes.
const notedAtOnce = 1000

// Note records files without applying them.
func (t *Target) Note(ctx context.Context, records []migrate.Record) error {
	for some := range slices.Chunk(records, notedAtOnce) {
		if err := t.note(ctx, some); err != nil {
			return t.c.Explain(err)
		}
	}
	return nil
}

// note writes records in one request. To write them once more changes nothing.
func (t *Target) note(ctx context.Context, records []migrate.Record) error {
	var body bytes.Buffer
	for _, r := range records {
		document, err := json.Marshal(t.documentOf(r))
		if err != nil {
			return err
		}
		fmt.Fprintf(&body, "{\"index\":{\"_id\":%s}}\n%s\n", quoted(idOf(r.Path)), document)
	}
	answer, err := put(ctx, t.c, cluster.Request{
		Method: http.MethodPost, Path: "/" + Index + "/_bulk", Body: body.Bytes(), Type: "application/x-ndjson",
	}, unknowable)
	if err != nil || !answer.Get("errors").Bool() {
		return err
	}
	return fault.New("search.records", fault.Unavailable, "the records cannot be written: "+bulkFailure(answer.Get("items"))).
		WithHint("run again; records that were written stay")
}

// prepare waits for the cluster and makes the index of records.
func (t *Target) prepare(ctx context.Context) error {
	if err := t.awaitYellow(ctx); err != nil {
		return err
	}
	exists, err := t.checkIndex(ctx)
	if err != nil || exists {
		return err
	}
	return t.create(ctx)
}

// checkIndex reports whether the index of records exists. It is an error if something else has made it.
func (t *Target) checkIndex(ctx context.Context) (exists bool, err error) {
	answer, err := ask(ctx, t.c, cluster.Request{Method: http.MethodGet, Path: "/" + Index + "/_mapping"})
	switch {
	case err != nil:
		return false, err
	case isMissing(answer):
		return false, nil
	case !answer.OK():
		return false, t.c.Explain(answer.Err())
	}
	return true, checkMapping(answer)
}

func (t *Target) create(ctx context.Context) error {
	answer, err := put(ctx, t.c, cluster.Request{Method: http.MethodPut, Path: "/" + Index, Body: []byte(indexBody)},
		func(ctx context.Context) (bool, error) { return t.exists(ctx, Index) })
	if answer != nil && alreadyExists(answer) {
		return nil // another process was faster
	}
	if err != nil {
		return t.c.Explain(err)
	}
	return nil
}

// fits reports whether a field of a type can be used in the place of another: clusters choose these for the values of records.
func fits(has, want string) bool {
	return has == "text" && want == "keyword" || want == "double" && (has == "long" || has == "float")
}

// checkMapping returns an error if the index has been made by something else.
func checkMapping(answer *cluster.Answer) error {
	var wrong []string
	for _, mapping := range answer.Get("@this").Map() {
		fields, fixed := mapping.Get("mappings.properties"), mapping.Get("mappings.dynamic").String() == "strict"
		for name, wanted := range gjson.Get(indexBody, "mappings.properties").Map() {
			has, want := fields.Get(name+".type"), wanted.Get("type").Str
			switch {
			case name == "lock" && fields.Get(name).Exists(), fits(has.Str, want):
			case fixed && !fields.Get(name).Exists():
				wrong = append(wrong, "it has no field "+name)
			case has.Exists() && has.Str != want:
				wrong = append(wrong, fmt.Sprintf("%s is %s and not %s", name, has.Str, want))
			}
		}
	}
	slices.Sort(wrong)
	if len(wrong) == 0 {
		return nil
	}
	return fault.New("search.records", fault.Conflict, fmt.Sprintf("the index %s was made by something else: %s", Index, strings.Join(wrong, ", "))).
		WithHint("rename or delete that index; fwrun then makes its own")
}

// exists reports whether there is an index, an alias or a data stream of a name.
func (t *Target) exists(ctx context.Context, name string) (bool, error) {
	answer, err := ask(ctx, t.c, cluster.Request{Method: http.MethodHead, Path: "/" + url.PathEscape(name)})
	switch {
	case err != nil:
		return false, err
	case answer.Status == http.StatusNotFound:
		return false, nil
	default:
		return answer.OK(), answer.Err()
	}
}

func alreadyExists(answer *cluster.Answer) bool {
	return answer.Status == http.StatusBadRequest && answer.Get("error.type").Str == "resource_already_exists_exception"
}
