package search_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
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

// suite is one connection to a clean cluster.
type suite struct {
	*testing.T
	node  *searchtest.Node
	proxy *searchtest.Proxy
	o     search.Options
}

func newSuite(t *testing.T) *suite {
	node := searchtest.Shared(t)
	node.Clean(t)
	// What is not answered is sent again for a while, which need not be the 20 seconds of an application.
	return &suite{T: t, node: node, proxy: searchtest.NewProxy(t, node), o: search.Options{Patience: 4 * time.Second}}
}

func (s *suite) target() *search.Target {
	s.Helper()
	return search.New(s.connect(cluster.Settings{Name: "shop", Hosts: []string{s.proxy.URL}}), s.o)
}

func (s *suite) connect(settings cluster.Settings) *cluster.Cluster {
	s.Helper()
	settings.NoProxy = true
	c, err := cluster.Connect(settings)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(c.Close)
	return c
}

// try migrates, and returns what happened also if it failed.
func (s *suite) try(files ...string) (*migrate.Report, error) {
	s.Helper()
	return run(s, s.target(), files...)
}

func run(s *suite, target *search.Target, files ...string) (*migrate.Report, error) {
	s.Helper()
	folder, err := migrate.Read(target, filesOf(files...), migrate.Options{})
	if err != nil {
		s.Fatal(err)
	}
	return migrate.Run(s.Context(), []*migrate.Folder{folder}, migrate.RunOptions{By: "me"})
}

// filesOf returns a folder for the connection, of names and texts.
func filesOf(files ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		fsys["shop/"+files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return fsys
}

// ran migrates and returns the files that ran.
func (s *suite) ran(files ...string) string {
	s.Helper()
	report, err := s.try(files...)
	if err != nil {
		s.Fatal(err)
	}
	var names []string
	for _, a := range report.Ran {
		names = append(names, strings.TrimPrefix(a.Record.Path, "shop/"))
	}
	return strings.Join(names, " ")
}

func (s *suite) equal(what string, got, want any) {
	s.Helper()
	if got != want {
		s.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// get returns a part of the cluster's answer.
func (s *suite) get(path, part string) string {
	s.Helper()
	return gjson.Get(s.node.Do(s.T, http.MethodGet, path, ""), part).String()
}

// fails checks that an error is a diagnostic and contains texts.
func (s *suite) fails(err error, texts ...string) fault.Diagnostic {
	s.Helper()
	if err == nil {
		s.Fatal("no error")
	}
	list := fault.Diagnose(err)
	said := list[0].Error() + " " + list[0].Hint
	for _, text := range texts {
		if !strings.Contains(said, text) {
			s.Errorf("%q does not contain %q", said, text)
		}
	}
	return list[0]
}

const products = `{"settings":{"number_of_shards":1,"number_of_replicas":0},"mappings":{"properties":{"name":{"type":"text"}}}}`

func TestEachKindIsApplied(t *testing.T) {
	s := newSuite(t)
	files := []string{
		"1-logs-template.json", `{"settings":{"number_of_shards":1},"mappings":{}}`,
		"2/full-template.json", `{"index_patterns":["full-*"],"priority":7,"template":{"settings":{"index":{"number_of_replicas":"0"}}}}`,
		"3-keep-policy.json", `{"policy":{"description":"d","default_state":"hot","states":[{"name":"hot","actions":[],"transitions":[]}]}}`,
		"4-Products-index.json", products,
		"5-pipeline.json", `{"method":"PUT","path":"/_ingest/pipeline/clean","body":{"processors":[]}}`,
		"6-docs.json", `{"method":"post","path":"_bulk?refresh=true","body":[{"index":{"_index":"4-products","_id":"1"}},{"name":"a"}]}`,
	}
	s.equal("what ran", s.ran(files...), "1-logs-template.json 2/full-template.json 3-keep-policy.json "+
		"4-Products-index.json 5-pipeline.json 6-docs.json")
	s.equal("the default pattern", s.get("/_index_template/1-logs", "index_templates.0.index_template.index_patterns.0"), "1-logs*")
	s.equal("the full template", s.get("/_index_template/full", "index_templates.0.index_template.priority"), "7")
	s.equal("the index", s.get("/4-products", "4-products.mappings.properties.name.type"), "text")
	s.equal("the document", s.get("/4-products/_doc/1", "_source.name"), "a")
	s.equal("the pipeline", s.node.Status(t, http.MethodGet, "/_ingest/pipeline/clean"), http.StatusOK)

	s.proxy.Requests()
	s.equal("what ran again", s.ran(files...), "")
	s.equal("the requests for unchanged files", strings.Join(s.proxy.Requests(), ", "), "POST /framework_migrations/_mget")

	files[3] = `{"index_patterns":["full-*"],"priority":8}`
	s.equal("what ran after a change", s.ran(files...), "2/full-template.json")
	s.equal("the changed template", s.get("/_index_template/full", "index_templates.0.index_template.priority"), "8")
	record := s.node.Do(t, http.MethodGet, "/framework_migrations/_doc/shop%2F2%2Ffull-template.json", "")
	s.equal("the record's path", gjson.Get(record, "_source.migration_path").Str, "shop/2/full-template.json")
	s.equal("the record's connection", gjson.Get(record, "_source.connection").Str, "shop")
	s.equal("the record's author", gjson.Get(record, "_source.executed_by").Str, "me")
	s.equal("the record's fields", len(gjson.Get(record, "_source").Map()), 6)
}

func TestPolicies(t *testing.T) {
	s := newSuite(t)
	policy := func(description string) string {
		return fmt.Sprintf(`{"policy":{"description":%q,"default_state":"hot","states":[{"name":"hot","actions":[],"transitions":[]}]}}`, description)
	}
	s.ran("a-policy.json", policy("one"), "b-policy.json", policy("other"))
	s.proxy.Manage("logs-1", "a")
	s.proxy.Requests()
	report, err := s.try("a-policy.json", policy("two"), "b-policy.json", policy("other"))
	if err != nil {
		t.Fatal(err)
	}
	if sent := strings.Join(s.proxy.Requests(), ", "); !strings.Contains(sent, "PUT /_plugins/_ism/policies/a?if_seq_no=0&if_primary_term=1") {
		t.Errorf("the version 0 was not named: %s", sent)
	}
	if len(report.Problems) != 1 || !strings.Contains(report.Problems[0].Message, "logs-1") {
		t.Errorf("the index that keeps the former policy is not named: %v", report.Problems)
	}
	s.o.ApplyPolicies = true
	report, err = s.try("a-policy.json", policy("three"), "b-policy.json", policy("other"))
	if err != nil || len(report.Problems) != 0 {
		t.Errorf("%v %v", report.Problems, err)
	}
	if sent := strings.Join(s.proxy.Requests(), ", "); !strings.Contains(sent, "POST /_plugins/_ism/change_policy/logs-1") {
		t.Errorf("the policy was not applied: %s", sent)
	}
}

func TestIndexThatExists(t *testing.T) {
	s := newSuite(t)
	s.node.Do(t, http.MethodPut, "/products", `{"settings":{"number_of_replicas":0}}`)
	s.equal("a lost record", s.ran("products.json", products), "products.json")

	changed := strings.Replace(products, `"text"}`, `"text"},"price":{"type":"double"}`, 1)
	_, err := s.try("products.json", changed)
	d := s.fails(err, "the index products exists", "--index-change")
	s.equal("the place", d.Place.File, "migrations/shop/products.json")

	s.o.IndexChange = search.Update
	s.ran("products.json", changed)
	s.equal("the new field", s.get("/products/_mapping", "products.mappings.properties.price.type"), "double")
	_, err = s.try("products.json", strings.Replace(changed, `"text"`, `"integer"`, 1))
	s.fails(err, "cannot be changed", "mapper [name] cannot be changed from type [text] to [integer]", "--index-change=reindex")
	static := strings.Replace(changed, `"number_of_replicas":0`, `"number_of_replicas":0,"refresh_interval":"7s","codec":"best_compression"`, 1)
	_, err = s.try("products.json", static)
	s.fails(err, "index.codec")
	s.equal("the dynamic setting", s.get("/products/_settings", "products.settings.index.refresh_interval"), "7s")

	s.o.IndexChange = search.Skip
	s.equal("skipped", s.ran("products.json", static), "products.json")
}

func TestReindex(t *testing.T) {
	s := newSuite(t)
	s.ran("products.json", products)
	for i := range 5 {
		s.node.Do(t, http.MethodPut, fmt.Sprintf("/products/_doc/%d?refresh=true", i), `{"name":"a"}`)
	}
	s.node.Do(t, http.MethodPut, "/products/_alias/other", "")
	s.o.IndexChange = search.Reindex
	changed := strings.Replace(strings.Replace(products, `"text"`, `"keyword"`, 1), `"settings"`, `"aliases":{"shopping":{}},"settings"`, 1)
	s.equal("what ran", s.ran("products.json", changed), "products.json")
	for _, name := range []string{"products", "other", "shopping"} {
		s.equal("documents of "+name, s.get("/"+name+"/_count", "count"), "5")
	}
	mapping := s.node.Do(t, http.MethodGet, "/products/_mapping", "")
	if !strings.Contains(mapping, `"products-`) || !strings.Contains(mapping, `"keyword"`) {
		t.Errorf("the mapping is %s", mapping)
	}
	s.node.Do(t, http.MethodPut, "/products/_doc/9?refresh=true", `{"name":"b"}`)
	s.ran("products.json", strings.Replace(changed, "shopping", "buying", 1))
	s.equal("documents after a second one", s.get("/buying/_count", "count"), "6")
}

func TestFailuresInside(t *testing.T) {
	s := newSuite(t)
	s.ran("1-products.json", strings.Replace(products, `"mappings":{`, `"mappings":{"dynamic":"strict",`, 1))
	cases := []struct{ name, file, want string }{
		{"bulk", `{"method":"POST","path":"/_bulk","body":[{"index":{"_index":"1-products"}},{"wrong":1}]}`, "1 operations failed"},
		{"rollover", `{"method":"POST","path":"/_rollover","body":{}}`, "405"},
		{
			"reindex", `{"method":"POST","path":"/_reindex","body":{"source":{"index":"source"},"dest":{"index":"1-products"}}}`,
			"1 documents failed",
		},
		{
			"task", `{"method":"POST","path":"/_reindex?wait_for_completion=false","body":{"source":{"index":"source"},"dest":{"index":"1-products"}}}`,
			"1 documents failed",
		},
	}
	s.node.Do(t, http.MethodPut, "/source/_doc/1?refresh=true", `{"wrong":1}`)
	for _, c := range cases {
		_, err := s.try("2-"+c.name+".json", c.file)
		s.fails(err, c.want)
		s.equal(c.name+" is recorded", s.node.Status(t, http.MethodGet, "/framework_migrations/_doc/shop%2F2-"+c.name+".json"), http.StatusNotFound)
	}
}

func TestBrokenFilesStopTheRun(t *testing.T) {
	s := newSuite(t)
	report, err := s.try("1-a.json", products, "2-b.json", "{\n  \"settings\": {\"a\": 1, \"a\": 2}\n}", "3-c.json", products, "4-d.json", "[]",
		"5.json", `{"x":1}`)
	list, ok := errors.AsType[fault.List](err)
	if !ok || len(list) != 3 {
		t.Fatalf("the errors are %v", err)
	}
	s.equal("the duplicate", list[0].Error(), `migrations/shop/2-b.json:2:24: the key "a" occurs twice in one object`)
	s.equal("the list", list[1].Error(), "migrations/shop/4-d.json:1:1: the file must contain a JSON object")
	s.equal("the unknown", list[2].Error(), "migrations/shop/5.json:1:1: it is not clear what this file makes")
	s.equal("what ran", len(report.Ran), 1)
	s.equal("the index after", s.node.Status(t, http.MethodHead, "/3-c"), http.StatusNotFound)
}

func TestLock(t *testing.T) {
	s := newSuite(t)
	s.ran("1-a.json", products)
	holder := s.target()
	held, release := make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() {
		done <- holder.Locked(t.Context(), nil, func(context.Context) error {
			close(held)
			<-release
			return nil
		})
	}()
	<-held
	s.o.LockTimeout = time.Millisecond
	_, err := s.try("1-a.json", products, "2-b.json", products)
	s.fails(err, "another process migrates search connection \"shop\": process", "unlock")
	who, err := s.target().Unlock(t.Context())
	if err != nil || !strings.HasPrefix(who, "process ") {
		t.Errorf("unlock: %q %v", who, err)
	}
	s.equal("what ran then", s.ran("1-a.json", products, "2-b.json", products), "2-b.json")
	close(release)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestDeadLock(t *testing.T) {
	s := newSuite(t)
	s.ran("1-a.json", products)
	s.node.Do(t, http.MethodPut, "/framework_migrations/_doc/shop%2F.lock", `{"connection":"shop","lock":{"holder":"x","host":"gone","process":1,`+
		`"since":"2026-01-01T00:00:00Z","expires":"2126-01-01T00:00:00Z"}}`)
	s.o.Lease, s.o.LockTimeout = 200*time.Millisecond, 20*time.Second
	s.equal("what ran", s.ran("2-b.json", products), "2-b.json")
}
