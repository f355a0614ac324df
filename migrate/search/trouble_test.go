package search_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// front returns a target behind a server that answers some requests itself, and lets the node answer all others.
func (s *suite) front(answers func(w http.ResponseWriter, r *http.Request) bool) *search.Target {
	s.Helper()
	node, err := url.Parse(s.proxy.URL)
	if err != nil {
		s.Fatal(err)
	}
	through := httputil.NewSingleHostReverseProxy(node)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answers(w, r) {
			through.ServeHTTP(w, r)
		}
	}))
	s.Cleanup(server.Close)
	return search.New(s.connect(cluster.Settings{Name: "shop", Hosts: []string{server.URL}}), s.o)
}

// recorded reports whether a file has a record.
func (s *suite) recorded(name string) bool {
	s.Helper()
	return s.node.Status(s.T, http.MethodGet, "/framework_migrations/_doc/shop%2F"+url.PathEscape(name)) == http.StatusOK
}

// TestRedCluster: it is waited for, and then named with its indices.
func TestRedCluster(t *testing.T) {
	s := newSuite(t)
	s.node.Do(t, http.MethodPut, "/lost?wait_for_active_shards=0", `{"settings":{"index.routing.allocation.require._name":"nobody"}}`)
	var log strings.Builder
	s.o.Patience, s.o.Log = time.Second, slog.New(slog.NewTextHandler(&log, nil))
	began := time.Now()
	_, err := s.try("1-products.json", products)
	s.fails(err, `the cluster of search connection "shop" is still red after 1s: these indices lack primary shards: lost`,
		"GET /_cluster/allocation/explain says why")
	if waited := time.Since(began); waited < time.Second {
		t.Errorf("it was waited for %v", waited)
	}
	if !strings.Contains(log.String(), "waiting for the cluster") {
		t.Errorf("the log is %s", &log)
	}
	s.equal("the index", s.node.Status(t, http.MethodHead, "/1-products"), http.StatusNotFound)

	s.o.Patience = time.Minute
	time.AfterFunc(300*time.Millisecond, func() {
		request, _ := http.NewRequest(http.MethodDelete, s.node.URL+"/lost", http.NoBody)
		if response, err := s.node.Client().Do(request); err == nil {
			_ = response.Body.Close()
		}
	})
	s.equal("what ran when it was yellow again", s.ran("1-products.json", products), "1-products.json")
}

// TestRecordsThatAreNotThereYet: after a restart the records are waited for as well, also where only they are read.
func TestRecordsThatAreNotThereYet(t *testing.T) {
	s := newSuite(t)
	s.ran("1-products.json", products)
	asked := 0
	target := s.front(func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "/_mget") {
			return false
		}
		if asked++; asked > 1 {
			return false
		}
		_, _ = io.WriteString(w, `{"docs":[{"_index":"framework_migrations","_id":"x","error":{"type":"no_shard_available_action_exception",`+
			`"reason":"no shard"}}]}`)
		return true
	})
	report, err := run(s, target, "1-products.json", products)
	if err != nil || len(report.Ran) > 0 || asked != 2 {
		t.Errorf("%v, %d files ran, the records were read %d times", err, len(report.Ran), asked)
	}
}

// TestBlocks: a cluster or an index that is read-only.
func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		what, path, block, free string
		want, hint              string
	}{
		{
			"a disk that is full", "/framework_migrations/_settings",
			`{"index.blocks.read_only_allow_delete":true}`, `{"index.blocks.read_only_allow_delete":null}`,
			"429 cluster_block_exception: index [framework_migrations] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage",
			"free disk space on the nodes",
		},
		{
			"an index without writes", "/framework_migrations/_settings", `{"index.blocks.write":true}`, `{"index.blocks.write":null}`,
			"403 cluster_block_exception: index [framework_migrations] blocked by: [FORBIDDEN/8/index write (api)]",
			"the index is read-only: set the setting index.blocks.*",
		},
		{
			"a cluster that is read-only", "/_cluster/settings",
			`{"persistent":{"cluster.blocks.read_only":true}}`, `{"persistent":{"cluster.blocks.read_only":null}}`,
			"403 cluster_block_exception: blocked by: [FORBIDDEN/6/cluster read-only (api)]", "the cluster is read-only: set cluster.blocks.read_only",
		},
	} {
		s := newSuite(t)
		s.ran("1-products.json", products)
		s.node.Do(t, http.MethodPut, c.path, c.block)
		s.proxy.Requests()
		_, err := s.try("1-products.json", products, "2-more.json", `{"aliases":{}}`)
		s.fails(err, `search connection "shop": PUT /framework_migrations/_create/shop%2F.lock: `+c.want, c.hint)
		if sent := strings.Join(s.proxy.Requests(), "\n"); strings.Count(sent, "PUT /framework_migrations/_create/shop%2F.lock") != 1 {
			t.Errorf("%s: what does not heal was tried again: %s", c.what, sent)
		}
		s.node.Do(t, http.MethodPut, c.path, c.free)
		s.equal(c.what+": the file is recorded", s.recorded("2-more.json"), false)
		s.equal(c.what+": what ran afterwards", s.ran("1-products.json", products, "2-more.json", `{"aliases":{}}`), "2-more.json")
	}
}

// TestRecordCannotBeWritten: the file has taken effect, which the message says.
func TestRecordCannotBeWritten(t *testing.T) {
	s := newSuite(t)
	s.o.Lease = 2 * time.Second // the lock cannot be given back, either
	s.ran("1-products.json", products)
	block := func(block string) {
		s.node.Do(t, http.MethodPut, "/framework_migrations/_settings", `{"index.blocks.write":`+block+`}`)
	}
	blocked := false
	target := s.front(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPut && strings.HasPrefix(r.URL.Path, "/framework_migrations/_doc/shop/2-") && !blocked {
			blocked = true
			block("true")
		}
		return false
	})
	_, err := run(s, target, "1-products.json", products, "2-logs-template.json", "{}")
	d := s.fails(err, "the file has been applied, and could not be recorded: PUT /framework_migrations/_doc/",
		"then run again: what the file makes exists already")
	s.equal("the place", d.Place.File, "migrations/shop/2-logs-template.json")
	block("null")
	s.equal("what ran again", s.ran("1-products.json", products, "2-logs-template.json", "{}"), "2-logs-template.json")
}

// TestRecordsOfSomethingElse: an index of the same name that has other fields is not touched.
func TestRecordsOfSomethingElse(t *testing.T) {
	for mapping, want := range map[string]string{
		`{"properties":{"migration_path":{"type":"integer"}}}`:          "migration_path is integer and not keyword",
		`{"dynamic":"strict","properties":{"name":{"type":"keyword"}}}`: "it has no field connection",
	} {
		s := newSuite(t)
		s.node.Do(t, http.MethodPut, "/framework_migrations", `{"mappings":`+mapping+`}`)
		target := s.target()
		_, err := run(s, target, "1-products.json", products)
		s.fails(err, "the index framework_migrations was made by something else: ", want, "rename or delete that index; fwrun then makes its own")
		if _, err := target.Records(t.Context(), []string{"shop/1-products.json"}, true); err == nil {
			t.Error("plan and status take the index as fwrun's")
		}
		s.equal("the index of the file", s.node.Status(t, http.MethodHead, "/1-products"), http.StatusNotFound)
		s.equal("documents", s.get("/framework_migrations/_count", "count"), "0")
	}
}

// TestRecordsOfAnotherMaker: fields that the cluster has chosen by itself are good enough.
func TestRecordsOfAnotherMaker(t *testing.T) {
	s := newSuite(t)
	s.node.Do(t, http.MethodPut, "/framework_migrations/_doc/shop%2Fgone.json?refresh=true", `{"migration_path":"shop/gone.json","connection":"shop",`+
		`"content_hash":"x","executed_at":"2026-01-01T00:00:00.000Z","executed_by":"me","duration_ms":1}`)
	s.ran("1-products.json", products)
	s.node.Do(t, http.MethodPost, "/framework_migrations/_refresh", "")
	records, err := s.target().Records(t.Context(), nil, true)
	if err != nil || len(records) != 2 || records["shop/gone.json"].By != "me" {
		t.Errorf("the records are %v, %v", records, err)
	}
}

// TestLostRecords: without its records each file is applied once more, and what is there stays.
func TestLostRecords(t *testing.T) {
	s := newSuite(t)
	files := []string{
		"1-products.json", products, "2-logs-template.json", `{}`,
		"3-keep-policy.json", `{"policy":{"description":"d","default_state":"hot","states":[{"name":"hot","actions":[],"transitions":[]}]}}`,
	}
	s.ran(files...)
	s.node.Do(t, http.MethodPut, "/1-products/_doc/1?refresh=true", `{"name":"a"}`)
	s.node.Do(t, http.MethodDelete, "/framework_migrations", "")
	s.equal("what ran", s.ran(files...), "1-products.json 2-logs-template.json 3-keep-policy.json")
	s.equal("documents", s.get("/1-products/_count", "count"), "1")
}

// TestIDsThatAreHashed: a path that is longer than the id of a document can be, and two that differ only at their ends.
func TestIDsThatAreHashed(t *testing.T) {
	s := newSuite(t)
	folder := strings.Repeat(strings.Repeat("x", 200)+"/", 3)
	s.equal("what ran", len(strings.Fields(s.ran(folder+"a.json", products, folder+"b.json", products))), 2)
	s.equal("what ran again", s.ran(folder+"a.json", products, folder+"b.json", products), "")
	s.node.Do(t, http.MethodPost, "/framework_migrations/_refresh", "")
	records, err := s.target().Records(t.Context(), nil, true)
	if _, ok := records["shop/"+folder+"b.json"]; err != nil || !ok || len(records) != 2 {
		t.Errorf("the records are %v, %v", records, err)
	}
}

// TestNoIndexManagement: the node itself does not have the plugin.
func TestNoIndexManagement(t *testing.T) {
	s := newSuite(t)
	target := search.New(s.connect(cluster.Settings{Name: "shop", Hosts: []string{s.node.URL}}), s.o)
	const policy = `{"policy":{"description":"d","default_state":"hot","states":[]}}`
	const want = `the cluster of search connection "shop" has no index management`
	_, err := run(s, target, "1-products.json", products, "2-keep-policy.json", policy)
	d := s.fails(err, want, "install the plugin opensearch-index-management on the cluster, or remove the policy")
	s.equal("the place", d.Place.File, "migrations/shop/2-keep-policy.json")
	s.equal("the file before is recorded", s.recorded("1-products.json"), true)
	s.equal("the policy is recorded", s.recorded("2-keep-policy.json"), false)
	change := changeOf(t, target, "2-keep-policy.json", policy)
	_, err = target.Steps(t.Context(), change, nil)
	s.fails(err, want)
	other := changeOf(t, target, "3-other.json", products)
	drifts, refused, err := target.Diff(t.Context(), []migrate.Change{change, other})
	if err != nil || len(drifts) != 1 || drifts[0].Name != "3-other" {
		t.Errorf("what differs in other files: %v %v", drifts, err)
	}
	d = s.fails(refused, want)
	s.equal("the place", d.Place.File, "2-keep-policy.json")
}

// TestAnswersOfNoCluster: what a load balancer, another server or a cable that is cut answers. Each fails the run with one
// message, whether it comes first or after the lock was taken, and nothing is recorded.
func TestAnswersOfNoCluster(t *testing.T) {
	page := func(status int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
		}
	}
	for _, c := range []struct {
		what       string
		answer     http.HandlerFunc
		want, hint string
	}{
		{"a good page", page(200, "<!doctype html><title>Welcome</title>"), `200 with a page of HTML, "Welcome"`, "this is not an answer of a cluster"},
		{"an empty answer", page(200, ""), "200 with an empty answer", "this is not an answer of a cluster"},
		{"a part of JSON", page(200, `{"docs":[{"_id`), "200 with an answer that was cut off", "this is not an answer of a cluster"},
		{"a part of an answer", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, `{"docs":[`)
		}, "its answer was cut off", "look at the cluster"},
		{
			"a bad page", page(503, "<html><head><title>503 No server</title>"), `503 with a page of HTML, "503 No server"`,
			"this is not an answer of a cluster",
		},
		{"a redirection", page(302, ""), "302 Found", "correct hosts"},
		{"a text", page(400, `{"error":"no handler found for uri [/x]"}`), "400 no handler found for uri [/x]", ""},
	} {
		for _, first := range []string{"/framework_migrations/_mget", "/_index_template/1-logs"} {
			if first != "/framework_migrations/_mget" && c.hint != "" && c.what != "a good page" {
				continue // a request that may have taken effect is sent again for seconds
			}
			s := newSuite(t)
			target := s.front(func(w http.ResponseWriter, r *http.Request) bool {
				if r.URL.Path == first {
					c.answer(w, r)
				}
				return r.URL.Path == first
			})
			_, err := run(s, target, "1-logs-template.json", "{}")
			hint := c.hint
			if strings.HasPrefix(first, "/_index") {
				hint = ""
			}
			s.fails(err, c.want, hint)
			if n := len(fault.Diagnose(err)); n != 1 {
				t.Errorf("%s at %s: %d messages", c.what, first, n)
			}
			s.equal(c.what+" at "+first+": the file is recorded", s.recorded("1-logs-template.json"), false)
		}
	}
}

// TestAnotherServer: one that answers every request with the same JSON.
func TestAnotherServer(t *testing.T) {
	s := &suite{T: t}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"status":"ok"}`) }))
	t.Cleanup(server.Close)
	target := search.New(s.connect(cluster.Settings{Name: "shop", Hosts: []string{server.URL}}), s.o)
	_, err := run(s, target, "1-logs-template.json", "{}")
	s.fails(err, "POST /framework_migrations/_mget: 200 without docs", "this is not an answer of a cluster: correct hosts")
}

// TestTextAnswers: a request of a file may ask for text.
func TestTextAnswers(t *testing.T) {
	s := newSuite(t)
	s.equal("what ran", s.ran("1.json", `{"method":"GET","path":"/_cat/health"}`, "2.json", `{"method":"GET","path":"/_cluster/health?format=yaml"}`,
		"3.json", `{"method":"HEAD","path":"/"}`), "1.json 2.json 3.json")
}

// TestLockOfServerThatTakesNoWrites: the lock is tried a few times, not for ever.
func TestLockOfServerThatTakesNoWrites(t *testing.T) {
	s := newSuite(t)
	s.ran("1-products.json", products)
	tries := 0
	target := s.front(func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasPrefix(r.URL.Path, "/framework_migrations/_create/") {
			tries++
			w.WriteHeader(http.StatusOK)
			return true
		}
		return false
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := target.Locked(ctx, nil, func(context.Context) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "200 with an empty answer") || tries > 10 {
		t.Errorf("got %v after %d tries", err, tries)
	}
}

// TestPasswordInAnswers: a failure inside of an answer may repeat what was sent.
func TestPasswordInAnswers(t *testing.T) {
	s := newSuite(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		w.Header().Set("Warning", fmt.Sprintf(`299 x "do not send %s"`, password))
		switch {
		case strings.HasSuffix(r.URL.Path, "/_mget"):
			_, _ = io.WriteString(w, `{"docs":[]}`)
		case strings.HasSuffix(r.URL.Path, "/_search"):
			_, _ = io.WriteString(w, `{"hits":{"hits":[]}}`)
		case r.URL.Path == "/_bulk":
			_, _ = fmt.Fprintf(w, `{"errors":true,"items":[{"index":{"error":{"reason":"bad %s"}}}]}`, password)
		default:
			_, _ = io.WriteString(w, `{}`)
		}
	}))
	t.Cleanup(server.Close)
	target := search.New(s.connect(cluster.Settings{Name: "shop", Hosts: []string{server.URL}, Username: "me", Password: "geheim-1"}), s.o)
	_, err := run(s, target, "1.json", `{"method":"POST","path":"/_bulk","body":[]}`)
	d := s.fails(err, "1 operations failed, the first with: bad ******")
	if strings.Contains(d.Message+err.Error(), "geheim") {
		t.Errorf("the password is in %v", err)
	}
	report, err := run(s, target, "1-logs-template.json", `{}`)
	if err != nil || len(report.Problems) == 0 || strings.Contains(report.Problems.Error(), "geheim") {
		t.Errorf("%v, %v", report.Problems, err)
	}
}

// TestNothingDiffersAfterARun: what a real cluster makes of files, in its own forms, is what they say.
func TestNothingDiffersAfterARun(t *testing.T) {
	s := newSuite(t)
	files := []string{
		"1-raw-template.json", `{"settings":{"number_of_shards":1,"index":{"refresh_interval":"5s"}},"mappings":{"properties":{"a":{"type":"object",` +
			`"properties":{"b":{"type":"long"}}}}},"aliases":{"all":{}}}`,
		"2-stream-template.json", `{"index_patterns":["stream-*"],"data_stream":{},"priority":3,"version":2,"_meta":{"by":"me"},` +
			`"template":{"settings":{"index.codec":"best_compression"}}}`,
		"3-products.json", `{"settings":{"index":{"number_of_shards":"1","number_of_replicas":0},"analysis":{"analyzer":{"plain":{"type":"custom",` +
			`"tokenizer":"standard","filter":["lowercase"]}}}},"mappings":{"dynamic":false,"_source":{"enabled":true},"properties":{` +
			`"k":{"type":"keyword","index":true,"doc_values":true,"store":false,"norms":false,"eager_global_ordinals":false,` +
			`"index_options":"docs","boost":1},"t":{"type":"text","index":true,"norms":true,"fielddata":false,"index_options":"positions",` +
			`"analyzer":"standard","index_phrases":false},"n":{"type":"long","coerce":true,"ignore_malformed":false},"d":{"type":"date",` +
			`"ignore_malformed":false,"format":"strict_date_optional_time||epoch_millis"},"o":{"type":"object","enabled":true,"dynamic":true,` +
			`"properties":{}},"x":{"type":"nested","include_in_parent":false},"name":{"type":"text","analyzer":"plain","fields":{"raw":{"type":"keyword",` +
			`"ignore_above":256}}},"tags":{"type":"nested","properties":{"n":{"type":"integer"}}}}},"aliases":{"shop":{"routing":"1",` +
			`"filter":{"term":{"name":"a"}}}}}`,
		"4-keep-policy.json", `{"policy":{"description":"d","default_state":"hot","states":[{"name":"hot","actions":[],"transitions":[]}]}}`,
		"5-request.json", `{"method":"PUT","path":"/3-products/_doc/1?refresh=true","body":{"name":"a","more":1}}`,
	}
	s.ran(files...)
	target := s.target()
	var changes []migrate.Change
	for i := 0; i < len(files); i += 2 {
		changes = append(changes, changeOf(t, target, files[i], files[i+1]))
	}
	if drifts, refused, err := target.Diff(t.Context(), changes); err != nil || len(drifts) > 0 || len(refused) > 0 {
		t.Errorf("what differs is %+v, %v, %v", drifts, refused, err)
	}
	s.node.Do(t, http.MethodDelete, "/3-products", "")
	s.node.Do(t, http.MethodPut, "/_index_template/1-raw", `{"index_patterns":["other*"],"template":{"settings":{"number_of_shards":2}}}`)
	drifts, _, err := target.Diff(t.Context(), changes)
	if err != nil || len(drifts) != 2 || !drifts[1].Missing || drifts[1].Name != "3-products" || len(drifts[0].Differences) < 4 {
		t.Errorf("what differs is %+v, %v", drifts, err)
	}
}

// TestNamesThatClustersRefuse: what is refused here is refused by a cluster, too, and nothing else is.
func TestNamesThatClustersRefuse(t *testing.T) {
	s := newSuite(t)
	names := []string{
		"a.b", "a+b", "a;b", "a=b", "a&b", "a%b", "a@b", "a!b", "a$b", "a'b", "a(b)", "a{b}", "a[b]", "a^b", "a~b", "ä", "日本",
		strings.Repeat("x", 240),
	}
	for _, c := range ` ,"*\<>|?#:` {
		names = append(names, "a"+string(c)+"b")
	}
	for _, c := range "_-+." {
		names = append(names, string(c)+"a")
	}
	for _, kind := range []struct{ ending, text, path string }{
		{"-index.json", `{"aliases":{}}`, "/"},
		{"-template.json", `{"index_patterns":["none-of-these"]}`, "/_index_template/"},
	} {
		for _, name := range names {
			status := s.put(kind.path+url.PathEscape(name), kind.text)
			_, problems := s.target().Read([]*migrate.File{{Path: "shop/" + name + kind.ending, Shown: name, Text: []byte(kind.text)}})
			if refused := status != http.StatusOK; refused != (len(problems.Errors()) > 0) {
				t.Errorf("%s of %q: the cluster answers %d, and we say %v", kind.path, name, status, problems)
			}
		}
	}
}

// put sends a body and returns the status.
func (s *suite) put(path, body string) int {
	s.Helper()
	request, err := http.NewRequestWithContext(s.Context(), http.MethodPut, s.node.URL+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := s.node.Client().Do(request)
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK {
		s.node.Do(s.T, http.MethodDelete, path, "")
	}
	return response.StatusCode
}
