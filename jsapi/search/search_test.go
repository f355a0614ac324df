package search_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/jsapi/search"
	"github.com/fwrun/fwrun/platform/fault"
)

// fake is a cluster that answers from a list, and records the requests.
type fake struct {
	mu      sync.Mutex
	sent    []string
	answers []answer
}

type answer struct {
	status int
	body   string
	err    error
}

func (f *fake) Send(_ context.Context, method, path string, body []byte, mediaType string, reads bool) (int, []byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	line := method + " " + path
	if body != nil {
		line += " " + strings.TrimPrefix(mediaType, "application/") + " " + string(body)
	}
	if reads {
		line += " (reads)"
	}
	f.sent = append(f.sent, line)
	next := answer{status: 200, body: "{}"}
	if len(f.answers) > 0 {
		next, f.answers = f.answers[0], f.answers[1:]
	}
	return next.status, []byte(next.body), next.err
}

// requests returns what was sent since the last call of requests.
func (f *fake) requests() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	text := strings.Join(f.sent, "\n")
	f.sent = nil
	return text
}

// page has `search`, a SearchClient of a fake cluster.
type page struct {
	*realmtest.Page
	cluster *fake
}

func newPage(t testing.TB) *page {
	t.Helper()
	cluster := &fake{}
	p := &page{realmtest.New(t, search.Module([]search.Connection{{Name: "main", Primary: true, Cluster: cluster}})), cluster}
	p.SetBean("search", "main-search", "")
	return p
}

// run evaluates an async expression while the cluster gives the answers, and returns its result as JSON.
func (p *page) run(expression string, answers ...answer) string {
	p.cluster.answers = answers
	return p.Eval("(async () => JSON.stringify(await " + expression + "))()")
}

func ok(body string) answer { return answer{status: 200, body: body} }

const stored = `{"_index":"products","_id":"7","_version":2,"result":"created","_seq_no":0,"_primary_term":1}`

func TestRequests(t *testing.T) {
	p := newPage(t)
	for _, c := range []struct{ expression, answer, sent, result string }{
		{
			`search.index("products", { name: "tea" })`, stored,
			`POST /products/_doc json {"name":"tea"}`, `{"id":"7","version":2,"seqNo":0,"primaryTerm":1,"created":true}`,
		},
		{
			`search.index("products", { name: "tea" }, { id: 7, refresh: "wait_for", routing: "a b", ifSeqNo: 0, ifPrimaryTerm: 1 })`,
			strings.Replace(stored, "created", "updated", 1),
			`PUT /products/_doc/7?refresh=wait_for&routing=a%20b&if_seq_no=0&if_primary_term=1 json {"name":"tea"}`,
			`{"id":"7","version":2,"seqNo":0,"primaryTerm":1,"created":false}`,
		},
		{`search.index("p", {}, { id: "a", create: true })`, stored, `PUT /p/_create/a json {}`, ""},
		{`search.index("p", {}, { create: true, refresh: true })`, stored, `POST /p/_doc?refresh=true&op_type=create json {}`, ""},
		{`search.get("p", 7n)`, `{"found":true,"_source":{"name":"tea"}}`, `GET /p/_doc/7`, `{"name":"tea"}`},
		{`search.get("p", "a", null, { routing: "x" })`, `{"found":true}`, `GET /p/_doc/a?routing=x`, `null`},
		{
			`search.update("p", 7, { price: 2 }, { upsert: { price: 1 }, retryOnConflict: 3, refresh: true })`, strings.Replace(stored, "created", "noop", 1),
			`POST /p/_update/7?refresh=true&retry_on_conflict=3 json {"doc":{"price":2},"upsert":{"price":1}}`,
			`{"id":"7","version":2,"seqNo":0,"primaryTerm":1,"created":false,"changed":false}`,
		},
		{`search.update("p", 7, { price: 2 }, { upsert: true })`, stored, `POST /p/_update/7 json {"doc":{"price":2},"doc_as_upsert":true}`, ""},
		{`search.delete("p", 7, { refresh: true })`, `{"result":"deleted"}`, `DELETE /p/_doc/7?refresh=true`, `true`},
		{`search.count("p")`, `{"count":3,"_shards":{"failed":0}}`, `POST /p/_count (reads)`, `3`},
		{`search.count(["a", "b-*"], { query: { match_all: {} } })`, `{"count":3}`, `POST /a,b-*/_count json {"query":{"match_all":{}}} (reads)`, `3`},
		{`search.refresh("_all")`, `{}`, `POST /_all/_refresh (reads)`, `undefined`},
		{
			`search.request("get", "/_cat/health?format=json")`, `[{"status":"green"}]`, `GET /_cat/health?format=json`,
			`{"status":200,"body":[{"status":"green"}]}`,
		},
		{`search.request("POST", "/p/_close", { a: 1 })`, `plain`, `POST /p/_close json {"a":1}`, `{"status":200,"body":"plain"}`},
		{`search.request("HEAD", "/p")`, ``, `HEAD /p`, `{"status":200,"body":null}`},
		{`search.request("POST", "/_msearch", "{}\n{}\n")`, `{}`, "POST /_msearch json {}\n{}\n", ""},
		{`search.search("p")`, found("", 0), `POST /p/_search json {} (reads)`, `{"total":0,"exact":true,"hits":[],` +
			`"aggregations":{},"took":3,"partial":false}`},
	} {
		result := p.run(c.expression, ok(c.answer))
		if sent := p.cluster.requests(); sent != c.sent {
			t.Errorf("%s\nsends %s\nwant  %s", c.expression, sent, c.sent)
		}
		if c.result != "" && result != c.result {
			t.Errorf("%s\n got %s\nwant %s", c.expression, result, c.result)
		}
	}
}

// found returns the answer of a search with these hits.
func found(hits string, total int) string {
	return fmt.Sprintf(`{"took":3,"timed_out":false,"_scroll_id":"s1","_shards":{"total":1,"failed":0},"hits":{"total":{"value":%d,`+
		`"relation":"eq"},"hits":[%s]}}`, total, hits)
}

func TestSearch(t *testing.T) {
	p := newPage(t)
	hit := `{"_index":"p","_id":"1","_score":1.5,"_source":{"name":"tea"},"sort":[1],"highlight":{"name":["<em>tea</em>"]},` +
		`"_seq_no":4,"_primary_term":1,"matched_queries":["a"],"inner_hits":{"offers":{"hits":{"hits":[{"_index":"p","_id":"2",` +
		`"_score":null,"_source":{"a":1}}]}}}}`
	body := strings.Replace(found(hit, 1), `"eq"`, `"gte"`, 1)
	body = strings.TrimSuffix(body, "}") + `,"aggregations":{"names":{"buckets":[]}}}`
	want := `{"total":1,"exact":false,"hits":[{"index":"p","id":"1","score":1.5,"source":{"name":"tea"},"sort":[1],` +
		`"highlight":{"name":["<em>tea</em>"]},"matchedQueries":["a"],"seqNo":4,"primaryTerm":1,"innerHits":{"offers":[{"index":"p","id":"2",` +
		`"score":null,"source":{"a":1}}]}}],"aggregations":{"names":{"buckets":[]}},"took":3,"partial":false}`
	if got := p.run(`search.search("p", { query: { match: { name: "tea" } } })`, ok(body)); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	for _, partial := range []string{
		strings.Replace(body, `"timed_out":false`, `"timed_out":true`, 1),
		strings.Replace(body, `"failed":0`, `"failed":1`, 1),
	} {
		if got := p.run(`search.search("p")`, ok(partial)); !strings.HasSuffix(got, `"partial":true}`) {
			t.Errorf("an answer that is not complete becomes %s", got)
		}
	}
	if got := p.run(`search.search("p", { track_total_hits: false })`,
		ok(strings.Replace(body, `"total":{"value":1,"relation":"gte"},`, "", 1))); !strings.HasPrefix(got, `{"total":null,"exact":false,`) {
		t.Errorf("hits that are not counted become %s", got)
	}
}

func TestClasses(t *testing.T) {
	p := newPage(t)
	p.Eval(`globalThis.Product = class { name = ""; price = 1; label() { return this.name + " for " + this.price } }`)
	for _, c := range [][2]string{
		{`search.get("p", 1, Product).then((p) => [p.label(), p instanceof Product])`, `["tea for 1",true]`},
		{`search.search("p", {}, Product).then((r) => r.hits.map((h) => h.source.label()))`, `["tea for 1"]`},
		{`search.get("p", 1, 7)`, `throws TypeError: the class of the documents must be a class, such as Product`},
	} {
		body := `{"found":true,"_source":{"name":"tea"},` + strings.TrimPrefix(found(`{"_index":"p","_id":"1","_source":{"name":"tea"}}`, 1), "{")
		if got := p.run(c[0], ok(body)); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
	hostile := ok(`{"found":true,"_source":{"__proto__":{"admin":true},"constructor":1}}`)
	if got := p.run(`search.get("p", 1, Product).then((p) => [p.admin, typeof p.label, p instanceof Product])`,
		hostile); got != `[null,"function",true]` {
		t.Errorf("a document changed its class: %s", got)
	}
}

func TestScroll(t *testing.T) {
	p := newPage(t)
	one := func(id string) string { return `{"_index":"p","_id":"` + id + `","_source":{}}` }
	ids := `(async (hits, stop) => { const ids = []; for (let n; !(n = await hits.next()).done;) { ids.push(n.value.id); if (n.value.id === stop) { ` +
		`await hits.return(); } } return ids })`
	pages := []answer{ok(found(one("1")+","+one("2"), 3)), ok(found(one("3"), 3)), ok("{}")}
	if got := p.run(ids+`(search.scroll("p", { query: {} }, { size: 2, keepAlive: 500 }))`, pages...); got != `["1","2","3"]` {
		t.Error(got)
	}
	want := `POST /p/_search?scroll=500ms json {"query":{},"size":2} (reads)
POST /_search/scroll json {"scroll":"500ms","scroll_id":"s1"}
DELETE /_search/scroll json {"scroll_id":["s1"]}`
	if got := p.cluster.requests(); got != want {
		t.Errorf("sent\n%s\nwant\n%s", got, want)
	}
	if got := p.run(ids+`(search.scroll("p", null, { size: 2 }), "1")`, pages...); got != `["1"]` {
		t.Error(got)
	}
	if got := p.cluster.requests(); strings.Count(got, "\n") != 1 || !strings.HasSuffix(got, `DELETE /_search/scroll json {"scroll_id":["s1"]}`) {
		t.Errorf("a loop that was left early sent\n%s", got)
	}
	if got := p.run(`(async () => { const hits = search.scroll("p"); ` +
		`return [await hits.return(), await hits.next()] })()`); got != `[{"done":true},{"done":true}]` || p.cluster.requests() != "" {
		t.Error("a scroll that was never read did something:", got)
	}
	// What fails ends the scroll, and frees it.
	broken := strings.Replace(found("", 0), `"failed":0`, `"failed":1,"failures":[{"reason":{"type":"x","reason":"y"}}]`, 1)
	if got := p.run(ids+`(search.scroll("p"))`, ok(broken), answer{err: errors.New("lost")}); got != "throws SearchError: POST /_search/scroll: "+
		"1 of 1 shards failed: x: y" {
		t.Error(got)
	}
	if got := p.cluster.requests(); !strings.HasSuffix(got, `DELETE /_search/scroll json {"scroll_id":["s1"]}`) {
		t.Errorf("sent\n%s", got)
	}
	// Calls that do not wait for each other get the hits in order.
	if got := p.run(`(async () => { const hits = search.scroll("p", {}, { size: 2 }); const all = await Promise.all([hits.next(), hits.next(), `+
		`hits.next(), hits.next()]); return all.map((n) => n.value?.id ?? n.done) })()`, pages...); got != `["1","2","3",true]` {
		t.Error(got)
	}
}

func TestBulk(t *testing.T) {
	p := newPage(t)
	operations := `[{ index: "p", id: 1, document: { a: 1 }, routing: "r" }, { create: "p", document: { a: "\n" } },
		{ update: "p", id: "../x", part: { a: 2 }, upsert: true, retryOnConflict: 2 }, { delete: "p", id: 2, ifSeqNo: 1, ifPrimaryTerm: 1 }]`
	item := func(verb string, status int, rest string) string {
		return fmt.Sprintf(`{"%s":{"_index":"p","_id":"1","status":%d%s}}`, verb, status, rest)
	}
	fine := `{"errors":false,"items":[` + item("index", 201, `,"result":"created","_version":1,"_seq_no":0,"_primary_term":1`) + `,` + item("delete",
		404, `,"result":"not_found"`) + `]}`
	want := `{"items":[{"operation":"index","index":"p","id":"1","status":201,"result":"created","version":1,"seqNo":0,"primaryTerm":1,"error":null},` +
		`{"operation":"delete","index":"p","id":"1","status":404,"result":"not_found","error":null}],"errors":0}`
	if got := p.run(`search.bulk(`+operations+`, { refresh: true })`, ok(fine)); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	lines := `POST /_bulk?refresh=true x-ndjson {"index":{"_index":"p","routing":"r","_id":"1"}}
{"a":1}
{"create":{"_index":"p"}}
{"a":"\n"}
{"update":{"_index":"p","retry_on_conflict":2,"_id":"../x"}}
{"doc":{"a":2},"doc_as_upsert":true}
{"delete":{"_index":"p","if_seq_no":1,"if_primary_term":1,"_id":"2"}}
`
	if got := p.cluster.requests(); got != lines {
		t.Errorf("sent\n%s\nwant\n%s", got, lines)
	}
	if got := p.run(`search.bulk([])`); got != `{"items":[],"errors":0}` || p.cluster.requests() != "" {
		t.Error("an empty bulk:", got)
	}
	broken := ok(`{"errors":true,"items":[` + item("index", 201, "") + `,` + item("index", 409, `,"error":{"type":"version_conflict_engine_exception",`+
		`"reason":"no","index":"p"}`) +
		`,` + item("index", 400, `,"error":{"type":"mapper_parsing_exception","reason":"bad","caused_by":{"type":"x","reason":"worse"}}`) + `]}`)
	message := "throws SearchError: POST /_bulk: operation 2 of 3, index of 1 in p: 409 version_conflict_engine_exception: no; 2 operations failed"
	if got := p.run(`search.bulk(`+operations+`)`, broken); got != message {
		t.Error(got)
	}
	if got := p.run(`search.bulk(`+operations+`, { partial: true }).then((r) => [r.errors, r.items.map((i) => i.error?.message ?? i.status)])`,
		broken); got !=
		`[2,[201,"version_conflict_engine_exception: no","mapper_parsing_exception: bad: worse"]]` {
		t.Error(got)
	}
}

func TestErrors(t *testing.T) {
	p := newPage(t)
	caught := func(expression string) string {
		return expression + `.catch((e) => [e instanceof SearchError, e.name, e.message, e.status, e.type, e.reason, e.index])`
	}
	for _, c := range []struct {
		expression string
		answer     answer
		want       string
	}{
		{
			`search.get("p", 1)`,
			answer{status: 404, body: `{"error":{"root_cause":[],"type":"index_not_found_exception","reason":"no such index [p]","index":"p"},"status":404}`},
			`[true,"SearchError","GET /p/_doc/1: 404 index_not_found_exception: no such index [p]",404,"index_not_found_exception","no such index [p]","p"]`,
		},
		{
			`search.search(["a", "b"])`,
			answer{status: 400, body: `{"error":{"type":"search_phase_execution_exception","reason":"all shards failed",` +
				`"caused_by":{"type":"x","reason":"why"}}}`},
			`[true,"SearchError","POST /a,b/_search: 400 search_phase_execution_exception: all shards failed: why",400,"search_phase_execution_exception",` +
				`"all shards failed: why","a,b"]`,
		},
		{
			`search.index("p", {}, { routing: "secret" })`,
			answer{status: 401, body: "Unauthorized"},
			`[true,"SearchError","POST /p/_doc: 401 Unauthorized",401,"","Unauthorized","p"]`,
		},
		{`search.count("p")`, answer{status: 405, body: `{"error":"no","status":405}`}, `[true,"SearchError","POST /p/_count: 405 no",405,"","no","p"]`},
		{`search.bulk([{ delete: "p", id: 1 }])`, answer{status: 413}, `[true,"SearchError","POST /_bulk: ` +
			`413 no reason was given",413,"","no reason was given",""]`},
		{`search.refresh("p")`, ok("<html>"), `[true,"SearchError","POST /p/_refresh: 200 <html>",200,"","<html>","p"]`},
		{
			`search.count("p")`, ok(`{"count":1,"_shards":{"total":2,"failed":1,"failures":[{"reason":{"type":"x","reason":"y"}}]}}`),
			`[true,"SearchError","POST /p/_count: 1 of 2 shards failed: x: y",503,"x","y","p"]`,
		},
		{
			`search.get("p", 1)`,
			answer{err: fault.New("search.send", fault.Unavailable, "no host can be reached").Because(errors.New("refused"))},
			`[true,"SearchError","no host can be reached",0,"unreachable","no host can be reached",""]`,
		},
		{
			`search.get("p", 1)`,
			answer{err: fault.New("search.send", fault.Timeout, "it was not answered")},
			`[true,"SearchError","it was not answered",0,"unanswered","it was not answered",""]`,
		},
		{
			`search.get("p", 1)`,
			answer{err: fullError{fault.New("search.send", fault.Unavailable, "too many wait")}},
			`[true,"SearchError","too many wait",0,"busy","too many wait",""]`,
		},
		{`search.get("p", 1)`, answer{err: errors.New("odd")}, `[false,"Error","odd",null,null,null,null]`},
	} {
		if got := p.run(caught(c.expression), c.answer); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.expression, got, c.want)
		}
	}
	p.cluster.answers = nil
	if got := p.run(`search.get("p", 1)`, answer{status: 404, body: `{"_index":"p","_id":"1","found":false}`}); got != "null" {
		t.Error("a missing document:", got)
	}
	if got := p.run(`search.delete("p", 1)`, answer{status: 404, body: `{"result":"not_found"}`}); got != "false" {
		t.Error("the deletion of a missing document:", got)
	}
	if got := p.run(`search.request("GET", "/p")`, answer{status: 404, body: `{"error":"x"}`}); got != `{"status":404,"body":{"error":"x"}}` {
		t.Error("a request that is refused:", got)
	}
}

// fullError is the error of a request for which there is no place.
type fullError struct{ error }

func (e fullError) Unwrap() error { return e.error }
func (e fullError) Code() string  { return "EBUSY" }

// TestKinds: what a later try may change is answered with 503 if nobody catches it; the rest is a failure of the
// application.
func TestKinds(t *testing.T) {
	p := newPage(t)
	for _, c := range []struct {
		answer answer
		want   fault.Kind
	}{
		{answer{err: fault.New("search.send", fault.Unavailable, "down")}, fault.Unavailable},
		{answer{err: fault.New("search.send", fault.Timeout, "slow")}, fault.Timeout},
		{answer{err: fullError{fault.New("search.send", fault.Unavailable, "full")}}, fault.Unavailable},
		{answer{status: 503, body: `{"error":{"type":"x","reason":"no primary"}}`}, fault.Unavailable},
		{answer{status: 429, body: `{}`}, fault.Unavailable},
		{answer{status: 409, body: `{"error":{"type":"x","reason":"conflict"}}`}, fault.Internal},
		{answer{status: 404, body: `{}`}, fault.Internal},
	} {
		p.cluster.answers = []answer{c.answer}
		value, err := p.Value(`search.get("p", 1).catch((e) => e)`)
		if err != nil {
			t.Fatal(err)
		}
		if got := fault.KindOf(vm.GoError(value)); got != c.want {
			t.Errorf("%+v has the kind %v, want %v", c.answer, got, c.want)
		}
	}
}

// TestPaths: whatever a name or an id contains, the request concerns that document of that index.
func TestPaths(t *testing.T) {
	p := newPage(t)
	for id, want := range map[string]string{
		"a/b": "a%2Fb", "?refresh=true": "%3Frefresh%3Dtrue", "a#b": "a%23b", "ä ö": "%C3%A4%20%C3%B6", "%2e%2e.": "%252e%252e.", "_x": "_x", "...": "...",
		"..": "", ".": "", "a/../b": "", `..\x`: "", "%2e%2E": "", "x%2f..": "", "": "",
	} {
		text, _ := json.Marshal(id)
		got := p.Eval(`search.delete("p", ` + string(text) + `)`)
		sent := p.cluster.requests()
		switch {
		case want == "" && (sent != "" || !strings.HasPrefix(got, "throws TypeError: ")):
			t.Errorf("the id %q sends %s: %s", id, sent, got)
		case want != "" && sent != "DELETE /p/_doc/"+want:
			t.Errorf("the id %q sends %s", id, sent)
		}
	}
	for index, want := range map[string]string{
		"a b": "a%20b", "a?b": "a%3Fb", "<logs-{now/d}>": "%3Clogs-%7Bnow%2Fd%7D%3E", "a,b": "a%2Cb",
		"_all": "", "_cluster": "", "..": "", "../x": "", "": "", ".": "",
	} {
		text, _ := json.Marshal(index)
		got := p.Eval(`search.index(` + string(text) + `, {})`)
		sent := p.cluster.requests()
		switch {
		case want == "" && (sent != "" || !strings.HasPrefix(got, "throws TypeError: ")):
			t.Errorf("the index %q sends %s: %s", index, sent, got)
		case want != "" && sent != "POST /"+want+"/_doc json {}":
			t.Errorf("the index %q sends %s", index, sent)
		}
	}
	for _, path := range []string{
		"", "p", "//evil.example.com/p", "/a b", "/a#b", "/../p", "/a/%2e%2E/b", "/a/..%2fb", `/a\\b`, "/ä", "/a\\nb",
		"https://evil.example.com/",
	} {
		if got := p.Eval(`search.request("GET", "` + path + `")`); !strings.HasPrefix(got, "throws TypeError: a path must") {
			t.Errorf("the path %s: %s sends %s", path, got, p.cluster.requests())
		}
	}
}

func TestMistakes(t *testing.T) {
	p := newPage(t)
	p.Cases([][2]string{
		{`new SearchClient()`, "throws TypeError: a SearchClient cannot be made with new; configure it under opensearch, and inject it with @Autowired"},
		{`new SearchScroll()`, "throws TypeError: a SearchScroll cannot be made with new; use SearchClient.scroll"},
		{`search instanceof SearchClient`, "true"},
		{`JSON.stringify(search)`, "{}"},
		{`search.index("p", {}, { refersh: true })`, "throws TypeError: SearchClient.index has no option refersh; it has id, create, refresh, " +
			"routing, ifSeqNo, ifPrimaryTerm"},
		{`search.index("p", {}, "7")`, "throws TypeError: the options of index must be an object"},
		{`search.index("p", {}, { refresh: "yes" })`, "throws TypeError: `refresh` must be true, false or \"wait_for\""},
		{`search.index("p", [])`, "throws TypeError: a document must be an object"},
		{`search.index("p", { toJSON() {} })`, "throws TypeError: a document must be an object"},
		{`search.index(undefined, {})`, "throws TypeError: the name of an index must be a text that is not empty"},
		{`search.get("p")`, "throws TypeError: an id must be a number, or a text that is not empty"},
		{`search.update("p", 1, 2)`, "throws TypeError: the changes of a document must be an object such as { price: 5 }"},
		{`search.update("p", 1, {}, { upsert: 1 })`, "throws TypeError: `upsert` must be a document, or true to insert the part"},
		{`search.search()`, "throws TypeError: an index must be a name, a pattern such as \"logs-*\", or an array of them; \"_all\" means every index"},
		{`search.search([])`, "throws TypeError: an index must be a name, a pattern such as \"logs-*\", or an array of them; \"_all\" means every index"},
		{`search.search("p,_tasks")`, "throws TypeError: _tasks cannot be the name of an index"},
		{`search.search("p", "tea")`, "throws TypeError: a query must be an object such as { query: { match: { name: \"tea\" } } }"},
		{`search.scroll("p", {}, { pages: 1 })`, "throws TypeError: SearchClient.scroll has no option pages; it has size, keepAlive"},
		{`search.count("p", 1)`, "throws TypeError: a query must be an object"},
		{`search.request("G T", "/")`, "throws TypeError: a method must be a text such as \"GET\""},
		{`search.request("PUT", "/p", () => 1)`, "throws TypeError: the body cannot be written as JSON"},
		{`search.bulk({})`, "throws TypeError: bulk takes an array of operations such as { index: \"products\", id: 1, document: { … } }"},
		{`search.bulk([{ index: "p", document: {} }, {}])`, "throws TypeError: operation 2 must have one of index, create, update, " +
			"delete, with the name of the index"},
		{`search.bulk([{ index: "p", delete: "p" }])`, "throws TypeError: operation 1 must have one of index, create, update, " +
			"delete, with the name of the index"},
		{`search.bulk([{ index: "p", doc: {} }])`, "throws TypeError: operation 1 has no property doc; with index it has id, routing, " +
			"ifSeqNo, ifPrimaryTerm, document"},
		{`search.bulk([{ index: "p" }])`, "throws TypeError: the document of operation 1 must be an object"},
		{`search.bulk([{ delete: "p" }])`, "throws TypeError: an id must be a number, or a text that is not empty"},
		{`JSON.stringify(new SearchError("m", { status: 409, type: "t", reason: "r", index: "i" }))`, `{"status":409,"type":"t","reason":"r","index":"i"}`},
		{`Object.getOwnPropertyNames(SearchClient.prototype).join()`, "constructor,index,get,update,delete,bulk,search,scroll,count,refresh,request"},
	})
	if sent := p.cluster.requests(); sent != "" {
		t.Errorf("mistakes were sent:\n%s", sent)
	}
}
