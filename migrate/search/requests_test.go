package search_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/migrate/search/searchtest"
	"github.com/fwrun/fwrun/platform/fault"
)

// desk is a folder of files, and a cluster that notes what it is sent.
type desk struct {
	*testing.T
	cluster *searchtest.Fake
	fsys    fstest.MapFS
	name    string
	o       search.Options
}

func newDesk(t *testing.T, files ...string) *desk {
	d := &desk{T: t, cluster: searchtest.NewFake(t), fsys: fstest.MapFS{}, name: "shop"}
	d.write(files...)
	return d
}

// write writes files, each a name and a text.
func (d *desk) write(files ...string) {
	for i := 0; i < len(files); i += 2 {
		d.fsys[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
}

func (d *desk) folder() *migrate.Folder {
	d.Helper()
	c, err := cluster.Connect(cluster.Settings{Name: d.name, Hosts: []string{d.cluster.URL}, NoProxy: true})
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(c.Close)
	folder, err := migrate.Read(search.New(c, d.o), d.fsys, migrate.Options{})
	if err != nil {
		d.Fatal(err)
	}
	return folder
}

func (d *desk) try() (*migrate.Report, error) {
	d.Helper()
	return migrate.Run(d.Context(), []*migrate.Folder{d.folder()}, migrate.RunOptions{By: "ada"})
}

// run migrates, and checks which requests the files became.
func (d *desk) run(what string, want ...string) *migrate.Report {
	d.Helper()
	report, err := d.try()
	if err != nil {
		d.Fatalf("%s: %v", what, err)
	}
	d.sent(what, want...)
	return report
}

func (d *desk) sent(what string, want ...string) {
	d.Helper()
	if got := d.cluster.Sent(); !slices.Equal(got, want) {
		d.Errorf("%s\n got %q\nwant %q", what, got, want)
	}
}

// TestSentByteForByte: what a cluster takes as it is arrives as it is.
func TestSentByteForByte(t *testing.T) {
	const json = " application/json "
	full := "\ufeff{ \"index_patterns\" : [ \"l*\" ],\r\n  \"template\" : { \"settings\" : { }, \"mappings\": {\"_meta\":{\"v\":1.0,\"\\u0061\":[ ]}} " +
		"}, \"composed_of\":[ ],\"priority\": 7, \"data_stream\":{ } }\n"
	policy := "{ \"policy\" :  {\"description\":\"\\u00e4\", \"default_state\":\"hot\", \"states\":[ {\"name\":\"hot\"} ],\"priority\":1.0 } }"
	index := "\n{\"mappings\": { }, \"settings\":{\"index\" : { } , \"number_of_shards\":\"1\"} }\n"
	newDesk(
		t,
		"shop/1/logs-template.json", full,
		"shop/2-keep-policy.json", policy,
		"shop/3-other.json", full,
		"shop/4-other.json", policy,
		"shop/5-Products-index.json", index,
		"shop/6.json", `{"method":"POST","path":"/_aliases","body": { "actions" :[ { } ], "n":1.0 } ,"name":"swap"}`,
		"shop/7-raw-template.json", "{ \"settings\": { \"a\" : 1.0 },\"mappings\":{ }, \"priority\" : 1e2 }",
	).run("the requests",
		"PUT /_index_template/logs"+json+full,
		"GET /_plugins/_ism/policies/2-keep",
		"PUT /_plugins/_ism/policies/2-keep"+json+policy,
		"PUT /_index_template/3-other"+json+full,
		"GET /_plugins/_ism/policies/4-other",
		"PUT /_plugins/_ism/policies/4-other"+json+policy,
		"HEAD /5-products",
		"PUT /5-products"+json+index,
		"POST /_aliases"+json+`{ "actions" :[ { } ], "n":1.0 }`,
		"PUT /_index_template/7-raw"+json+`{"index_patterns":["7-raw*"],"priority":1e2,"template":{"settings":{ "a" : 1.0 },"mappings":{ }}}`,
	)
}

// TestEnvelopesArrive: an envelope is sent as the request that it states.
func TestEnvelopesArrive(t *testing.T) {
	const json = " application/json "
	newDesk(
		t,
		"shop/1.json", `{"method":"put","path":"_ingest/pipeline/a%2Fb?if_version=1","body":{"processors":[]}}`,
		"shop/2.json", `{"method":"POST","path":"/a/_refresh"}`,
		"shop/3.json", `{"method":"POST","path":"/a/_close","body":null}`,
		"shop/4.json", `{"method":"Delete","path":"/b","name":"n"}`,
		"shop/5.json", `{"method":"POST","path":"/_bulk?refresh=true","body":[{"index":{ "_id":"1"}}, {"a": 1.0}]}`,
		"shop/6.json", `{"method":"POST","path":"/a/_msearch","body":"{}\n{ }\n"}`,
		"shop/7.json", `{"method":"PUT","path":"/a/_doc/1","body":"{ \"a\" : 1 }"}`,
		"shop/8.json", `{"method":"PUT","path":"/c","body":{}}`,
		"shop/9-x-template.json", `{"method":"HEAD","path":"/_alias/x"}`,
	).run("the requests",
		"PUT /_ingest/pipeline/a%2Fb?if_version=1"+json+`{"processors":[]}`,
		"POST /a/_refresh",
		"POST /a/_close",
		"DELETE /b",
		"POST /_bulk?refresh=true application/x-ndjson {\"index\":{\"_id\":\"1\"}}\n{\"a\":1.0}\n",
		"POST /a/_msearch application/x-ndjson {}\n{ }\n",
		"PUT /a/_doc/1"+json+`{ "a" : 1 }`,
		"PUT /c"+json+"{}",
		"HEAD /_alias/x",
	)
}

const aliases = `{"aliases":{}}`

// TestRecordOfAFile holds the document of a file: its id, its fields and the hash of the bytes.
func TestRecordOfAFile(t *testing.T) {
	text := "\ufeff{\"settings\":{}}\r\n"
	d := newDesk(t, "shop/1.0/ü-template.json", text)
	before := time.Now().Add(-time.Second)
	if _, err := d.try(); err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(d.cluster.Requests(), "\n"); !strings.Contains(all, "PUT /framework_migrations/_doc/shop%2F1.0%2F%C3%BC-template.json ") {
		t.Errorf("the id is not escaped: %s", all)
	}
	record := d.cluster.Document("shop/1.0/ü-template.json")
	sum := sha256.Sum256([]byte(text))
	for field, want := range map[string]string{
		"migration_path": "shop/1.0/ü-template.json", "connection": "shop", "executed_by": "ada", "content_hash": hex.EncodeToString(sum[:]),
	} {
		if got := gjson.Get(record, field).Str; got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	at, err := time.Parse("2006-01-02T15:04:05.000Z", gjson.Get(record, "executed_at").Str)
	if err != nil || at.Before(before) || at.After(time.Now().Add(time.Second)) {
		t.Errorf("executed_at is %v, %v", at, err)
	}
	if took := gjson.Get(record, "duration_ms"); took.Type != gjson.Number || took.Float() <= 0 {
		t.Errorf("duration_ms is %s", took.Raw)
	}
	if fields := len(gjson.Parse(record).Map()); fields != 6 || d.cluster.Documents() != 1 {
		t.Errorf("%d fields, %d documents", fields, d.cluster.Documents())
	}
}

// TestUnchangedChangedNew: an unchanged file is skipped, a changed one is applied again, a new one is applied and recorded.
func TestUnchangedChangedNew(t *testing.T) {
	const put = "PUT /_index_template/"
	d := newDesk(t, "shop/a-template.json", `{"index_patterns":["a*"]}`, "shop/b-template.json", `{"index_patterns":["b*"]}`)
	d.run("new files", put+`a application/json {"index_patterns":["a*"]}`, put+`b application/json {"index_patterns":["b*"]}`)
	report, err := d.try()
	if all := d.cluster.Requests(); err != nil || report.Skipped != 2 || len(all) != 1 ||
		!strings.HasPrefix(all[0], "POST /framework_migrations/_mget ") {
		t.Errorf("unchanged files: %v, %d skipped, %q", err, report.Skipped, all)
	}
	first := gjson.Get(d.cluster.Document("shop/a-template.json"), "content_hash").Str
	d.write("shop/a-template.json", `{"index_patterns":["a*"] }`, "shop/c/d-template.json", `{"index_patterns":["d*"]}`)
	d.run("a changed and a new file", put+`a application/json {"index_patterns":["a*"] }`, put+`d application/json {"index_patterns":["d*"]}`)
	if second := gjson.Get(d.cluster.Document("shop/a-template.json"), "content_hash").Str; second == first || d.cluster.Documents() != 3 {
		t.Errorf("the hash was %s and is %s; %d documents", first, second, d.cluster.Documents())
	}
	d.run("all of them again")
}

// TestIdentity: a record belongs to a connection and to the whole path below its folder.
func TestIdentity(t *testing.T) {
	d := newDesk(t, "shop/1/a.json", aliases, "shop/2/a.json", aliases, "logs/1/a.json", aliases, "shop/a.txt", "no JSON", "shop/.git/a.json", "no JSON")
	d.run("a name twice: the second index exists", "HEAD /a", "PUT /a application/json "+aliases, "HEAD /a")
	d.name = "logs"
	d.run("the same path of another connection", "HEAD /a")
	d.run("again")
	if got := d.cluster.Documents(); got != 3 {
		t.Errorf("%d documents", got)
	}
	delete(d.fsys, "logs/1/a.json")
	d.write("logs/3/a.json", aliases)
	d.run("a file that was moved is a new one", "HEAD /a")
	if got := d.states(); got != "logs/3/a.json applied, logs/1/a.json missing" {
		t.Errorf("the states are %s", got)
	}
}

// TestLongPaths: an id has 512 bytes at most, so that of a longer path is its hash.
func TestLongPaths(t *testing.T) {
	for bytes, hashed := range map[int]bool{512: false, 513: true} {
		path := "shop/" + strings.Repeat(strings.Repeat("x", 99)+"/", 4)
		path += strings.Repeat("y", bytes-len(path)-len(".json")) + ".json"
		d := newDesk(t, path, aliases)
		if _, err := d.try(); err != nil {
			t.Fatal(err)
		}
		id := path
		if hashed {
			sum := sha256.Sum256([]byte(path))
			id = hex.EncodeToString(sum[:])
		}
		if got := gjson.Get(d.cluster.Document(id), "migration_path").Str; got != path {
			t.Errorf("%d bytes: the record has the path %q", bytes, got)
		}
		d.cluster.Requests()
		d.run("again")
	}
}

// TestOrderOfFiles: files run in the order of their paths' characters, sub-folders included.
func TestOrderOfFiles(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"b", "a/2", "a/10", "a/1/z", "10", "9", "B", "a-b", "A/x"} {
		d.write("shop/"+name+".json", `{"method":"POST","path":"/`+name+`/_refresh"}`)
	}
	var want []string
	for _, name := range []string{"10", "9", "A/x", "B", "a-b", "a/1/z", "a/10", "a/2", "b"} {
		want = append(want, "POST /"+name+"/_refresh")
	}
	d.run("the order", want...)
}

// TestFirstFailureStops: files before the failure stay and are recorded, nothing is undone, and the next run goes on at the
// failed one.
func TestFirstFailureStops(t *testing.T) {
	d := newDesk(t, "shop/1-a.json", aliases, "shop/2-b.json", aliases, "shop/3-c.json", aliases)
	d.cluster.Answer(func(r *http.Request) (int, string) {
		if r.Method == http.MethodPut && r.URL.Path == "/2-b" {
			return http.StatusBadRequest, `{"error":{"type":"parse_exception","reason":"no"},"status":400}`
		}
		return 0, ""
	})
	report, err := d.try()
	if said := fault.Diagnose(err); len(said) != 1 || said[0].Place.File != "migrations/shop/2-b.json" ||
		said[0].Message != "PUT /2-b: 400 parse_exception: no" {
		t.Errorf("the error is %v", said)
	}
	d.sent("until the failure", "HEAD /1-a", "PUT /1-a application/json "+aliases, "HEAD /2-b", "PUT /2-b application/json "+aliases)
	if len(report.Ran) != 1 || d.cluster.Document("shop/1-a.json") == "" || d.cluster.Documents() != 1 {
		t.Errorf("%d ran, %d are recorded", len(report.Ran), d.cluster.Documents())
	}
	d.cluster.Answer(func(*http.Request) (int, string) { return 0, "" })
	d.run("the next run", "HEAD /2-b", "PUT /2-b application/json "+aliases, "HEAD /3-c", "PUT /3-c application/json "+aliases)
}

// TestStopBetweenFiles: a run that is asked to stop ends the file that runs, and begins no other.
func TestStopBetweenFiles(t *testing.T) {
	d := newDesk(t, "shop/1-a.json", aliases, "shop/2-b.json", aliases)
	stop := make(chan struct{})
	report, err := migrate.Run(t.Context(), []*migrate.Folder{d.folder()}, migrate.RunOptions{Stop: stop, Watch: func(e migrate.Event) {
		if e.Kind == migrate.Began {
			close(stop)
		}
	}})
	if !errors.Is(err, migrate.ErrStopped) || !strings.Contains(err.Error(), "before migrations/shop/2-b.json") || len(report.Ran) != 1 ||
		d.cluster.Documents() != 1 {
		t.Errorf("%v, %d ran, %d are recorded", err, len(report.Ran), d.cluster.Documents())
	}
	report, err = migrate.Run(t.Context(), []*migrate.Folder{d.folder()}, migrate.RunOptions{Stop: stop})
	if !errors.Is(err, migrate.ErrStopped) || len(report.Ran) != 0 {
		t.Errorf("a run that is stopped before it begins: %v", err)
	}
	d.sent("the requests", "HEAD /1-a", "PUT /1-a application/json "+aliases)
}

// TestFailureStopsOtherConnections: the first failure stops all migrations, not only those of its connection.
func TestFailureStopsOtherConnections(t *testing.T) {
	d := newDesk(t, "shop/a.json", `{"method":"POST","path":"/a/_close"}`, "zoo/b.json", aliases)
	d.cluster.Answer(func(r *http.Request) (int, string) {
		if r.URL.Path == "/a/_close" {
			return http.StatusNotFound, `{"error":{"type":"index_not_found_exception","reason":"no"},"status":404}`
		}
		return 0, ""
	})
	first := d.folder()
	d.name = "zoo"
	if _, err := migrate.Run(t.Context(), []*migrate.Folder{first, d.folder()}, migrate.RunOptions{}); err == nil {
		t.Error("no error")
	}
	d.sent("until the failure", "POST /a/_close")
}

// TestIndexIsLookedUpFirst: a lost record does not lead to a refusal.
func TestIndexIsLookedUpFirst(t *testing.T) {
	d := newDesk(t, "shop/Products-index.json", `{"settings":{}}`)
	d.run("a new index", "HEAD /products", `PUT /products application/json {"settings":{}}`)
	d.cluster.Forget()
	d.run("without records", "HEAD /products")
	if d.cluster.Document("shop/Products-index.json") == "" {
		t.Error("the file is not recorded")
	}
	d.write("shop/Products-index.json", `{"mappings":{}}`)
	_, err := d.try()
	if said := fault.Diagnose(err); len(said) != 1 || !strings.Contains(said[0].Hint, "--index-change=skip") {
		t.Errorf("a changed index: %v", said)
	}
	d.sent("a changed index", "HEAD /products")
	d.o.IndexChange = search.Skip
	d.run("skip", "HEAD /products")
	d.run("all is recorded")
}

// TestIndexMadeMeanwhile: another client may make the index after the look.
func TestIndexMadeMeanwhile(t *testing.T) {
	d := newDesk(t, "shop/a.json", aliases)
	d.cluster.Make("a")
	d.cluster.Answer(func(r *http.Request) (int, string) {
		if r.Method == http.MethodHead {
			return http.StatusNotFound, ""
		}
		return 0, ""
	})
	d.run("the index was made meanwhile", "HEAD /a", "PUT /a application/json "+aliases)
	d.run("it is recorded")
}

// TestNotAllowedToLook: an index about which a cluster does not answer is not made.
func TestNotAllowedToLook(t *testing.T) {
	d := newDesk(t, "shop/a.json", aliases)
	d.cluster.Answer(func(r *http.Request) (int, string) {
		if r.Method == http.MethodHead {
			return http.StatusForbidden, ""
		}
		return 0, ""
	})
	if _, err := d.try(); err == nil || d.cluster.Documents() != 0 {
		t.Errorf("%v, %d records", err, d.cluster.Documents())
	}
	d.sent("only the look", "HEAD /a")
}

// TestHintsAboutRefusals: what a cluster refuses is the failure, nothing is recorded, and the hint says how to fix it.
func TestHintsAboutRefusals(t *testing.T) {
	const policy = `{"policy":{"default_state":"a"}}`
	for _, c := range []struct {
		name, text, answer, hint string
		status                   int
	}{
		{
			"keep-policy.json", policy, `{"error":"no handler found for uri [/_plugins/_ism/policies/keep] and method [PUT]"}`,
			"has no index management", 400,
		},
		{
			"a.json", `{"method":"GET","path":"/_x"}`, `{"error":"no handler found for uri [/_x] and method [GET]"}`,
			"the cluster does not know this path", 400,
		},
		{
			"Logs-template.json", `{"settings":{}}`,
			`{"error":{"type":"invalid_index_template_exception","reason":"index_template [Logs] invalid, cause [name must be lower cased]"},"status":400}`,
			"rename the file to logs-template.json", 400,
		},
		{
			"a-template.json", `{"settings":{}}`,
			`{"error":{"type":"illegal_argument_exception","reason":"index template [a] has index patterns [a*] matching patterns from existing templates ` +
				`[b] that have the same priority [0]"},"status":400}`,
			"give one of the two templates another priority", 400,
		},
		{"a.json", aliases, ``, "longer than the cluster accepts", 413},
	} {
		d := newDesk(t, "shop/"+c.name, c.text)
		d.cluster.Answer(func(r *http.Request) (int, string) {
			if strings.HasPrefix(r.URL.Path, "/framework_migrations") || strings.HasPrefix(r.URL.Path, "/_cluster") || r.Method == http.MethodHead {
				return 0, ""
			}
			return c.status, c.answer
		})
		_, err := d.try()
		if said := fault.Diagnose(err); len(said) != 1 || !strings.Contains(said[0].Message+" "+said[0].Hint, c.hint) || d.cluster.Documents() != 0 {
			t.Errorf("%s: %v, %d records", c.name, said, d.cluster.Documents())
		}
	}
}

// TestMissingFolder: a connection without a folder is a warning, and the cluster is not asked.
func TestMissingFolder(t *testing.T) {
	d := newDesk(t, "other/a.json", aliases)
	report, err := d.try()
	if err != nil || len(report.Problems) != 1 || report.Problems[0].Error() != `migrations/shop: connection "shop" has no migrations folder` {
		t.Errorf("%v %v", report.Problems, err)
	}
	if all := d.cluster.Requests(); len(all) != 0 {
		t.Errorf("sent %q", all)
	}
}

// TestOverlapIsSent: templates that get in each other's way are warned of, and sent all the same.
func TestOverlapIsSent(t *testing.T) {
	d := newDesk(t, "shop/Log-template.json", `{"settings":{}}`, "shop/Logs-template.json", `{"settings":{}}`)
	report := d.run("the requests",
		`PUT /_index_template/Log application/json {"index_patterns":["Log*"],"template":{"settings":{}}}`,
		`PUT /_index_template/Logs application/json {"index_patterns":["Logs*"],"template":{"settings":{}}}`)
	var codes []string
	for _, problem := range report.Problems {
		codes = append(codes, problem.Code)
	}
	if got := strings.Join(codes, " "); got != "migration-upper-case migration-upper-case migration-overlap" {
		t.Errorf("the warnings are %s", got)
	}
}
