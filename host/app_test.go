package host

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/platform/fault"
)

// boot starts an application of one script, which imports what it needs from "fwrun".
func boot(t testing.TB, script string, pool vm.Options) *engine.Application {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "app.ts"), []byte(imports+script), 0o600); err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	api, err := jsapi.New(jsapi.Options{Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	app, err := engine.Boot(context.Background(), engine.Options{
		Folder: folder, API: api, Pool: pool, Log: quiet,
		Expand: func(text string, _ fault.Place) (any, bool, *fault.Diagnostic) { return text, false, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close(context.Background()) })
	return app
}

const imports = `import { RestController, RequestMapping, GetMapping, PostMapping, PathVariable, RequestParam,
  RequestBody, ResponseEntity, HttpRequest, HttpStatus, HttpRestException } from "fwrun";
`

// logged is a log that tests read while the server writes.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// take returns the lines that were logged since the last call.
func (l *logged) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := l.text.String()
	l.text.Reset()
	return text
}

// problemOf reads a problem document.
func problemOf(t testing.TB, got reply) problemSeen {
	t.Helper()
	var document problemSeen
	if err := json.Unmarshal([]byte(got.body), &document); err != nil {
		t.Fatalf("%d %s: %v", got.status, got.body, err)
	}
	return document
}

// problemSeen is a problem document as clients read it.
type problemSeen struct {
	problemBody
	Errors []struct {
		Name, In, Code, Message string
		Params                  map[string]any
	} `json:"errors"`
}

// refusals returns the errors of a problem in short: "query page: expected integer; …". Each has a code.
func refusals(p problemSeen) string {
	var list []string
	for _, r := range p.Errors {
		list = append(list, r.In+" "+r.Name+": "+r.Message)
		if !slices.Contains(schema.Codes(), r.Code) {
			list = append(list, "which has the code "+strconv.Quote(r.Code))
		}
	}
	return strings.Join(list, "; ")
}

const bindingApp = `
export enum Color { Red = "red", Green = "green" }

@RestController
export class C {
  @GetMapping("/path/{id}/{name}")
  path(@PathVariable() id: int, @PathVariable() name: string) { return [id, name]; }

  @GetMapping("/rest/{path:*}")
  rest(@PathVariable() path: string) { return [path]; }

  @GetMapping(["/either", "/either/{id}"])
  either(@PathVariable() id: int = 7) { return [id]; }

  @RequestMapping("/query")
  query(@RequestParam() a: int, @RequestParam({ name: "b-b", required: false, defaultValue: 3 }) b: int,
        @RequestParam() c: string = "own", @RequestParam({ required: false }) d: string,
        @RequestParam({ source: "get" }) e: bool | null) { return [a, b, c, d, e]; }

  @GetMapping("/lists")
  lists(@RequestParam() id: list<int>, @RequestParam({ required: false }) tag: string[]) { return [id, tag]; }

  @GetMapping("/types")
  types(@RequestParam({ required: false }) f: float, @RequestParam({ required: false }) when: Date,
        @RequestParam({ required: false }) color: Color) { return [f, when, color]; }

  @PostMapping("/form")
  form(@RequestParam() a: string, @RequestParam({ source: "post" }) b: string) { return [a, b]; }

  @GetMapping("/from")
  from(@RequestParam({ source: "cookie" }) sid: string, @RequestParam({ source: "header", name: "X-Count" }) n: int,
       @RequestParam({ source: "header", name: "X-Tag" }) tags: string[] = []) { return [sid, n, tags]; }
}
`

func TestBinding(t *testing.T) {
	r := start(t, boot(t, bindingApp, vm.Options{}), Settings{})
	const form = "Content-Type: application/x-www-form-urlencoded"
	for _, c := range []struct {
		line, body string
		headers    []string
		want       string // the body; for a problem the refusals, after the status
	}{
		{"GET /path/5/me", "", nil, `[5,"me"]`},
		{"GET /path/%2B007/a%20b;c=d", "", nil, `[7,"a b;c=d"]`},
		{"GET /path/%F0%9F%92%A7/x", "", nil, `400 path id: expected integer`},
		{"GET /path/1.0/x", "", nil, `400 path id: expected integer`},
		{"GET /rest/a/b%20c/d", "", nil, `["a/b c/d"]`},
		{"GET /rest", "", nil, `[""]`},
		{"GET /either", "", nil, `[7]`},
		{"GET /either/8", "", nil, `[8]`},
		{"GET /query?a=1", "", nil, `[1,3,"own",null,null]`},
		{"GET /query?a=1&b-b=2&c=x+y&d=%C3%A9&e=ON", "", nil, `[1,2,"x y","é",true]`},
		{"GET /query?a=1&a=2&c=&d=", "", nil, `[1,3,"","",null]`},
		{"GET /query", "", nil, `400 query a: is required`},
		{
			"GET /query?a=x&b-b=&e=maybe", "", nil,
			`400 query a: expected integer; query b-b: expected integer; query e: expected boolean`,
		},
		{"GET /query?a=1&c=%ff", "", nil, `400 query c: expected text in UTF-8`},
		{"POST /query?a=1", "a=2&c=3&e=no", []string{form}, `[1,3,"3",null,null]`},
		{"POST /query", "a=2", []string{form + "; charset=utf-8"}, `[2,3,"own",null,null]`},
		{"POST /query", "a=x", []string{form}, `400 form a: expected integer`},
		{"POST /query", "a=2", []string{"Content-Type: text/plain"}, `400 query a: is required`},
		{"GET /lists?id=1&id=2&id[]=3", "", nil, `[[1,2,3],null]`},
		{"GET /lists?id=1&tag%5B%5D=a&tag=b", "", nil, `[[1],["a","b"]]`},
		{"GET /lists?id=1&id=x&id=y", "", nil, `400 query id[1]: expected integer; query id[2]: expected integer`},
		{"GET /lists", "", nil, `400 query id: is required`},
		{"GET /types?f=1.50&when=2026-01-31T12:00:00Z&color=green", "", nil, `[1.5,"2026-01-31T12:00:00.000Z","green"]`},
		{"GET /types?color=Green", "", nil, `400 query color: expected one of "red", "green"`},
		{"POST /form", "a=1&b=2", []string{form}, `["1","2"]`},
		{"POST /form?b=1", "a=1", []string{form}, `400 form b: is required`},
		{"GET /from", "", []string{"Cookie: x=1; sid=abc", "x-count: 5", "X-Tag: a", "X-Tag: b"}, `["abc",5,["a","b"]]`},
		{"GET /from", "", []string{"X-Count: many"}, `400 cookie sid: is required; header X-Count: expected integer`},
	} {
		got := r.ask(c.line, c.body, c.headers...)
		text := got.body
		if got.status == 400 {
			text = "400 " + refusals(problemOf(t, got))
		}
		if text != c.want {
			t.Errorf("%s %s %s: got %d %s, want %s", c.line, c.body, c.headers, got.status, text, c.want)
		}
	}
}

func TestBindingProblem(t *testing.T) {
	r := start(t, boot(t, bindingApp, vm.Options{}), Settings{})
	got := problemOf(t, r.ask("GET /query?e=maybe", ""))
	if got.Detail != "query a: is required (and 1 more)" || got.Status != 400 || got.Title != "Bad Request" {
		t.Errorf("got %+v", got)
	}
}

const bodyApp = `
export class Line { sku: string; quantity: int; }
export class Order { id: int; lines: Line[]; note?: string; placed: Date | null; }
export class Csv { rows: string[]; constructor(text: string) { this.rows = text.split("\n"); } }
export class Picky { name: string; constructor() { throw new HttpRestException(422, "picky"); } }

@RestController
export class C {
  @PostMapping("/order")
  order(@RequestBody() order: Order) { return [order instanceof Order, order.lines[0] instanceof Line, order]; }
  @PostMapping("/optional") optional(@RequestBody() order: Order | null) { return [order]; }
  @PostMapping("/default") byDefault(@RequestBody() order: Order = new Order()) { return [order instanceof Order]; }
  @PostMapping("/list") list(@RequestBody() ids: list<int>) { return ids; }
  @PostMapping("/any") any(@RequestBody() body: any) { return [body]; }
  @PostMapping("/text") text(@RequestBody() body: string) { return [body]; }
  @PostMapping("/bytes") bytes(@RequestBody() body: Uint8Array) { return [body.length, body[0]]; }
  @PostMapping("/csv") csv(@RequestBody() csv: Csv) { return csv.rows; }
  @PostMapping("/raw") raw(@RequestBody({ disableParsing: true }) csv: Csv) { return csv.rows; }
  @PostMapping("/rawOrder") rawOrder(@RequestBody({ disableParsing: true }) order: Order) { return order; }
  @PostMapping("/picky") picky(@RequestBody() p: Picky) { return p; }
  @PostMapping("/both/{id}") both(@PathVariable() id: int, @RequestBody() order: Order) { return id; }
  @PostMapping({ path: "/json", consumes: ["application/json"], produces: ["application/json", "text/csv"] })
  json(@RequestBody() body: any) { return body; }
}
`

func TestBody(t *testing.T) {
	r := start(t, boot(t, bodyApp, vm.Options{}), Settings{JSON: schema.Limits{Depth: 10}})
	const order = `{"id":1,"lines":[{"sku":"a","quantity":2}],"placed":null,"more":{}}`
	const bound = `[true,true,{"id":1,"lines":[{"sku":"a","quantity":2}],"placed":null}]`
	for _, c := range []struct {
		path, contentType, body string
		status                  int
		want                    string // the body; for a problem its refusals, otherwise its detail
	}{
		{"/order", "application/json", order, 200, bound},
		{"/order", "application/vnd.shop+json; charset=UTF-8", order, 200, bound},
		{"/order", "", order, 200, bound},
		{"/order", "application/json", "\uFEFF" + order, 200, bound},
		{"/order", "application/json; charset=utf-7", order, 415, "the charset of the body is not supported"},
		{"/order", "application/json", "", 400, "body order: is required"},
		{"/order", "application/json", "null", 400, "body order: expected object, not null"},
		{"/order", "application/json", "[]", 400, "body order: expected object"},
		{
			"/order", "application/json", `{"id":1.5,"lines":[{"sku":"a"},{"sku":1,"quantity":2}]}`, 400,
			"body id: expected integer; body lines[0].quantity: is required; body lines[1].sku: expected string",
		},
		{"/order", "application/json", "{\n  \"id\": 1,\n  oops}", 400, "line 3, column 3"},
		{"/order", "application/json", `{"id":1} {}`, 400, "line 1, column 10"},
		{"/order", "application/json", strings.Repeat("[", 11) + strings.Repeat("]", 11), 400, "deep"},
		{"/order", "application/json", strings.Repeat("[", 100_000), 400, "deep"},
		{"/order", "application/x-www-form-urlencoded", "id=1", 400, "body lines: is required"},
		{"/order", "multipart/form-data; boundary=x", "--x--", 400, "body id: is required"},
		{"/order", "text/xml", "<order/>", 400, "body id: is required"},
		{"/order", "text/plain", "x", 415, "is not accepted here"},
		{"/optional", "application/json", "", 200, "[null]"},
		{"/optional", "application/json", "null", 200, "[null]"},
		{"/default", "application/json", "", 200, "[true]"},
		{"/list", "application/json", "[1,2]", 200, "[1,2]"},
		{"/list", "text/plain", "1,2", 415, "application/json"},
		{"/any", "application/json", `{"a":[1,"x",null,true,1.5]}`, 200, `[{"a":[1,"x",null,true,1.5]}]`},
		{"/any", "application/json", `{"__proto__":{"x":1}}`, 200, `[{"__proto__":{"x":1}}]`},
		{"/any", "text/plain", "x", 200, `["x"]`},
		{"/text", "application/json", `{"a": 1}`, 200, `["{\"a\": 1}"]`},
		{"/text", "text/plain", "日本", 200, `["日本"]`},
		{"/text", "text/plain", "\xff", 400, "not text in UTF-8"},
		{"/text", "text/plain; charset=latin1", "\xe9", 200, `["é"]`},
		{"/text", "text/plain; charset=none", "x", 415, "UTF-8"},
		{"/bytes", "image/png", "\xff\x00", 200, "[2,255]"},
		{"/csv", "text/csv", "a\nb", 200, `["a","b"]`},
		{"/raw", "application/json", `{}`, 200, `["{}"]`},
		{"/rawOrder", "application/json", `{}`, 400, "cannot be converted to Order"},
		{"/picky", "application/json", `{"name":"x"}`, 422, "picky"},
		{"/picky", "application/json", `{"name":1}`, 400, "body name: expected string"},
		{
			"/both/x", "application/json", "{}", 400,
			"path id: expected integer; body id: is required; body lines: is required",
		},
		{"/json", "application/json", "[1]", 200, "[1]"},
		{"/json", "text/json", "[1]", 415, "the Content-Type must be application/json"},
		{"/json", "", "[1]", 415, "the Content-Type must be application/json"},
	} {
		var headers []string
		if c.contentType != "" {
			headers = []string{"Content-Type: " + c.contentType}
		}
		got := r.ask("POST "+c.path, c.body, headers...)
		text := got.body
		if got.status >= 400 {
			p := problemOf(t, got)
			if text = refusals(p); text == "" {
				text = p.Detail
			}
		}
		if got.status != c.status || c.status == 200 && text != c.want || !strings.Contains(text, c.want) {
			t.Errorf("%s %s %.60s: got %d %s, want %d %s", c.path, c.contentType, c.body, got.status, text, c.status, c.want)
		}
	}
	if got := r.ask("POST /json", "1", "Content-Type: application/json", "Accept: text/html"); got.status != 406 {
		t.Errorf("an unacceptable type: %d", got.status)
	}
	got := r.ask("POST /json", "[1]", "Content-Type: application/json", "Accept: text/html", "Accept: text/csv")
	if got.header.Get("Content-Type") != "text/csv" {
		t.Errorf("the second Accept: %v", got.header)
	}
}

const requestApp = `
let kept: HttpRequest;
@RestController
export class C {
  @RequestMapping("/all/{x}")
  all(request: HttpRequest) {
    kept = request;
    return {
      method: request.getMethod(), uri: request.getUri(), type: request.getContentType(), body: request.getRawBody(),
      q: request.getQueryParam("a"), qs: request.getQueryString(), qa: request.getQueryParams(),
      post: request.getPostParam("p"), cookie: request.getCookie("c"),
      header: request.getHeader("x-h"), first: request.getFirstHeader("X-H"),
      protocol: request.getServerProtocol(), addr: request.getRemoteAddr(), time: request.getRequestTime() > 1.7e9,
    };
  }
  @GetMapping("/kept") kept() { return [kept.getUri()]; }
  @GetMapping("/two") two(a: HttpRequest, b: HttpRequest) { return [a.getUri(), b.getUri()]; }
  @GetMapping("/slow")
  async slow(request: HttpRequest) {
    for (let i = 0; i < 1000; i++) {
      await new Promise((done) => setTimeout(done, 1));
      try { request.getHeaders?.(); request.getQueryParams(); request.getRawBody(); request.getUri(); } catch { return; }
    }
  }
}
`

func TestRequestView(t *testing.T) {
	r := start(t, boot(t, requestApp, vm.Options{Min: 1, Max: 1}), Settings{ContextPath: "/api"})
	got := r.ask("POST /api/all/%41/?a=1&a=2&b=%20", "p=x&p=y", "Content-Type: application/x-www-form-urlencoded",
		"X-H: 1", "X-H: 2", "Cookie: c=d; e=f")
	want := `{"method":"POST","uri":"/api/all/A","type":"application/x-www-form-urlencoded","body":"p=x&p=y",` +
		`"q":"1","qs":"a=1&a=2&b=%20","qa":{"a":["1","2"],"b":" "},"post":"x","cookie":"d",` +
		`"header":["1","2"],"first":"1","protocol":"HTTP/1.1","addr":null,"time":true}`
	if got.body != want {
		t.Errorf("got  %s\nwant %s", got.body, want)
	}
	if got := r.ask("GET /api/two", ""); got.body != `["/api/two","/api/two"]` {
		t.Errorf("two views: %s", got.body)
	}
	if got := r.ask("GET /api/kept", ""); got.status != 500 {
		t.Errorf("a request that was kept can be asked: %s", got.body)
	}
}

// TestRequestViewAfterTimeout lets scripts use requests that were given up, while their memory serves other requests;
// the race detector finds the errors.
func TestRequestViewAfterTimeout(t *testing.T) {
	app := boot(t, requestApp, vm.Options{Min: 2, Max: 2, HandlerTimeout: 20 * time.Millisecond})
	r := start(t, app, Settings{})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 10 {
				got := r.ask("GET /slow?a=b", "", "X-H: "+strings.Repeat("x", 100))
				if got.status != 503 || got.header.Get("Retry-After") != "1" {
					t.Errorf("got %d %s", got.status, got.body)
				}
			}
		})
	}
	all.Wait()
}
