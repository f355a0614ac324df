package host

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/vm"
)

const resultApp = `
class Point { x = 1; y = 2; #secret = 3; get sum() { return 3; } }

@RestController
export class C {
  @GetMapping("/void") nothing() {}
  @GetMapping("/null") nil() { return null; }
  @GetMapping("/string") string() { return "héllo"; }
  @GetMapping("/empty") empty() { return ""; }
  @GetMapping("/number") number() { return 1.5; }
  @GetMapping("/bool") bool() { return false; }
  @GetMapping("/bigint") bigint() { return 10n; }
  @GetMapping("/object") object() { return { b: 1, a: [true, undefined], u: undefined, s: "\u2028" }; }
  @GetMapping("/instance") instance() { return new Point(); }
  @GetMapping("/bytes") bytes() { return new Uint8Array([1, 2, 255]).subarray(1); }
  @GetMapping("/async") async later() { await null; return { late: true }; }
  @GetMapping("/timer") timer() { return new Promise((done) => setTimeout(() => done("tick"), 1)); }

  @GetMapping("/created") created() { return ResponseEntity.created("/users/1").withJson({ id: 1 }); }
  @GetMapping("/accepted") accepted() { return ResponseEntity.accepted(); }
  @GetMapping("/noContent")
  noContent() { return ResponseEntity.noContent().setBody("ignored").withContentType("text/plain"); }
  @GetMapping("/notModified")
  notModified() { return ResponseEntity.status(HttpStatus.NOT_MODIFIED).withHeader("ETag", '"1"'); }
  @GetMapping("/notFound") notFound() { return ResponseEntity.notFound().build(); }
  @GetMapping("/ok") ok() { return ResponseEntity.ok({ a: 1 }); }
  @GetMapping("/okNull") okNull() { return ResponseEntity.ok(null); }
  @GetMapping("/jsonText") jsonText() { return ResponseEntity.ok().withJson("x"); }
  @GetMapping("/jsonNull") jsonNull() { return ResponseEntity.ok().withJson(null); }
  @GetMapping("/html") html() { return ResponseEntity.ok("<p>").withContentType("text/html"); }
  @GetMapping("/htmlByHeader") htmlByHeader() { return ResponseEntity.ok("<p>").withHeader("content-type", "text/html"); }
  @GetMapping("/xmlText") xmlText() { return ResponseEntity.ok().withXml("<a/>"); }
  @GetMapping("/xml") xml() {
    return ResponseEntity.ok().withXml({
      id: 1, text: "<&>\r", tags: ["a", "b"], none: null, empty: "", inner: { on: true, at: new Date(0) }, grid: [[1, 2], [3]],
    });
  }
  @GetMapping("/xmlList") xmlList() { return ResponseEntity.ok().withXml([1, { a: 2 }]); }
  @GetMapping({ path: "/asXml", produces: ["application/xml"] }) asXml() { return { a: 1 }; }
  @GetMapping("/teapot") teapot() { return ResponseEntity.ok().withStatusCode(418); }
  @GetMapping("/length")
  length() { return ResponseEntity.ok("four").withContentLength(9999).withHeader("Transfer-Encoding", "chunked"); }
  @GetMapping("/cookies")
  cookies() {
    return ResponseEntity.ok("x").withCookie("a", "1").withCookie("a", "2", 0, "/p", "", true, true)
      .withHeader("Set-Cookie", "b=3").withHeader("X-A", "1").withHeader("X-A", "2");
  }

  @GetMapping("/filled")
  filled(response: ResponseEntity) { response.withStatusCode(201).withHeader("X-A", "1").withJson([1]); }
  @GetMapping("/filledNot") filledNot(response: ResponseEntity) {}
  @GetMapping("/filledAndText")
  filledAndText(response: ResponseEntity) {
    response.withStatusCode(202).withCookie("a", "1").setBody("lost");
    return "kept";
  }
  @GetMapping("/filledAndReturned")
  filledAndReturned(response: ResponseEntity) {
    response.withStatusCode(202).withHeader("X-A", "1").withJson([1]);
    return ResponseEntity.status(HttpStatus.CONFLICT).withHeader("X-A", "2").setBody("mine");
  }
  @GetMapping("/filledItself")
  filledItself(response: ResponseEntity) { return response.withHeader("X-A", "1").setBody("once"); }

  @GetMapping({ path: "/csv", produces: ["text/csv"] }) csv() { return "a,b"; }
  @GetMapping({ path: "/csvChosen", produces: ["text/csv"] })
  csvChosen() { return ResponseEntity.ok("a;b").withContentType("text/plain"); }
  @GetMapping({ path: "/anyText", produces: ["text/*"] }) anyText() { return "a"; }
}
`

// xmlHead is the beginning of every document that is made from a value.
const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

func TestResults(t *testing.T) {
	r := start(t, boot(t, resultApp, vm.Options{}), Settings{Name: "shop"})
	for _, c := range []struct {
		path        string
		status      int
		contentType string
		body        string
	}{
		{"/void", 200, "", ""},
		{"/null", 200, typeJSON, "null"},
		{"/string", 200, typeText, "héllo"},
		{"/empty", 200, typeText, ""},
		{"/number", 200, typeText, "1.5"},
		{"/bool", 200, typeText, "false"},
		{"/bigint", 200, typeText, "10"},
		{"/object", 200, typeJSON, `{"b":1,"a":[true,null],"s":"\u2028"}`},
		{"/instance", 200, typeJSON, `{"x":1,"y":2}`},
		{"/bytes", 200, typeBytes, "\x02\xff"},
		{"/async", 200, typeJSON, `{"late":true}`},
		{"/timer", 200, typeText, "tick"},
		{"/created", 201, typeJSON, `{"id":1}`},
		{"/accepted", 202, "", ""},
		{"/noContent", 204, "text/plain", ""},
		{"/notModified", 304, "", ""},
		{"/notFound", 404, "", ""},
		{"/ok", 200, typeJSON, `{"a":1}`},
		{"/okNull", 200, "", ""},
		{"/jsonText", 200, typeJSON, `"x"`},
		{"/jsonNull", 200, typeJSON, `null`},
		{"/html", 200, "text/html", "<p>"},
		{"/htmlByHeader", 200, "text/html", "<p>"},
		{"/xmlText", 200, typeXML, "<a/>"},
		{
			"/xml", 200, typeXML, xmlHead + "<response><id>1</id><text>&lt;&amp;&gt;&#13;</text><tags>a</tags><tags>b</tags><none/>" +
				"<empty></empty><inner><on>true</on><at>1970-01-01T00:00:00.000Z</at></inner>" +
				"<grid><item>1</item><item>2</item></grid><grid><item>3</item></grid></response>",
		},
		{"/xmlList", 200, typeXML, xmlHead + "<response><item>1</item><item><a>2</a></item></response>"},
		{"/asXml", 200, typeXML, xmlHead + "<response><a>1</a></response>"},
		{"/teapot", 418, "", ""},
		{"/length", 200, typeText, "four"},
		{"/filled", 201, typeJSON, "[1]"},
		{"/filledNot", 200, "", ""},
		{"/filledAndText", 202, typeText, "kept"},
		{"/filledAndReturned", 409, typeText, "mine"},
		{"/filledItself", 200, typeText, "once"},
		{"/csv", 200, "text/csv", "a,b"},
		{"/csvChosen", 200, "text/plain", "a;b"},
		{"/anyText", 200, typeText, "a"},
	} {
		got := r.ask("GET "+c.path, "")
		if got.status != c.status || got.header.Get("Content-Type") != c.contentType || got.body != c.body {
			t.Errorf("%s: got %d %s %s, want %d %s %s", c.path, got.status, got.header.Get("Content-Type"), got.body,
				c.status, c.contentType, c.body)
		}
		if len(got.header.Values("Content-Type")) > 1 || len(got.header.Values("Content-Length")) > 1 {
			t.Errorf("%s: %v", c.path, got.header)
		}
		if got.header.Get("Server") != "shop" {
			t.Errorf("%s is served by %q", c.path, got.header.Get("Server"))
		}
		head := r.ask("HEAD "+c.path, "")
		if head.status != c.status || head.body != "" || len(c.body) > 0 && head.header.Get("Content-Length") == "" {
			t.Errorf("HEAD %s: got %d %v %q", c.path, head.status, head.header, head.body)
		}
	}
}

func TestResultHeaders(t *testing.T) {
	r := start(t, boot(t, resultApp, vm.Options{}), Settings{})
	for _, c := range [][3]string{
		{"/created", "Location", "/users/1"},
		{"/notModified", "ETag", `"1"`},
		{"/cookies", "Set-Cookie", "b=3|a=1|a=2; Path=/p; Secure; HttpOnly"},
		{"/cookies", "X-A", "1|2"},
		{"/filledAndReturned", "X-A", "1|2"},
		{"/filledItself", "X-A", "1"},
		{"/filledAndText", "Set-Cookie", "a=1"},
	} {
		got := r.ask("GET "+c[0], "").header.Values(c[1])
		if strings.Join(got, "|") != c[2] {
			t.Errorf("%s: %s is %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

const failingApp = `
@RestController
export class C {
  @GetMapping("/throws") throws() { throw new TypeError("secret"); }
  @GetMapping("/throwsText") throwsText() { throw "secret"; }
  @GetMapping("/rejects") async rejects() { await null; throw new Error("secret"); }
  @GetMapping("/conflict") conflict() { throw new HttpRestException(HttpStatus.CONFLICT, "already there"); }
  @GetMapping("/gateway") gateway() { throw new HttpRestException(502, "secret"); }
  @GetMapping("/login") login() { throw new HttpRestException(401, "who?", { "WWW-Authenticate": "Basic" }); }
  @GetMapping("/cycle") cycle() { const a = { list: [{}] }; a.list[0].up = a; return a; }
  @GetMapping("/bigint") bigint() { return { rows: [{ n: 1n << 300000n }] }; }
  @GetMapping("/toJSON") toJSON() { return { toJSON() { throw new Error("secret"); } }; }
  @GetMapping("/split") split() { return ResponseEntity.ok("x").withHeader("X", "a\x7f"); }
  @GetMapping("/badCookie") badCookie() { return ResponseEntity.ok("x").withCookie("a", "1", 0, "", "x y"); }
  @GetMapping("/early") early() { return ResponseEntity.ok("x").withStatusCode(103); }
  @GetMapping("/xmlName") xmlName() { return ResponseEntity.ok().withXml({ "a b": 1 }); }
  @GetMapping({ path: "/asXml", produces: ["application/xml"] }) asXml() { const a = {}; a.self = a; return a; }
  @GetMapping("/loop") loop() { for (;;); }
  @GetMapping("/deep") deep() { const f = () => f() + 1; return f(); }
  @GetMapping("/fine") fine() { return "fine"; }
}
`

func TestScriptFailures(t *testing.T) {
	var log logged
	app := boot(t, failingApp, vm.Options{CPUTimeout: 100_000_000})
	r := startLogged(t, app, Settings{}, slog.New(slog.NewTextHandler(&log, nil)))
	dev := start(t, app, Settings{Dev: true})
	for _, c := range []struct {
		path   string
		status int
		detail string
		logged string // a word of the log; empty if nothing is logged
	}{
		{"/throws", 500, "", "app.ts:6:"},
		{"/throwsText", 500, "", "secret"},
		{"/rejects", 500, "", "app.ts:8:"},
		{"/conflict", 409, "already there", ""},
		{"/gateway", 502, "", "secret"},
		{"/login", 401, "who?", ""},
		{"/cycle", 500, "", "list[0].up"},
		{"/bigint", 500, "", "rows[0].n"},
		{"/toJSON", 500, "", "secret"},
		{"/split", 500, "", "control character"},
		{"/badCookie", 500, "", "an invalid domain"},
		{"/early", 500, "", "103"},
		{"/xmlName", 500, "", "XML"},
		{"/asXml", 500, "", "self refers back"},
		{"/loop", 503, "", "app.ts:20:"},
		{"/deep", 500, "", "call stack"},
	} {
		log.take()
		got := r.ask("GET "+c.path, "")
		p, line := problemOf(t, got), log.take()
		if got.status != c.status || p.Status != c.status || p.Detail != c.detail || p.Stack != "" ||
			strings.Contains(got.body, "secret") {
			t.Errorf("%s: got %d %s", c.path, got.status, got.body)
		}
		if strings.Count(line, "\n") > 1 || (c.logged == "") != (line == "") || !strings.Contains(line, c.logged) ||
			line != "" && (!strings.Contains(line, p.TraceID) || !strings.Contains(line, "handler=C.")) {
			t.Errorf("%s: logged %s", c.path, line)
		}
		if got := r.ask("GET /fine", ""); got.body != "fine" {
			t.Errorf("after %s: %d %s", c.path, got.status, got.body)
		}
	}
	if got := r.ask("GET /login", ""); got.header.Get("WWW-Authenticate") != "Basic" {
		t.Errorf("the headers of an HttpRestException: %v", got.header)
	}
	if p := problemOf(t, dev.ask("GET /throws", "", "Accept: application/json")); p.Detail != "TypeError: secret" ||
		!strings.Contains(p.Stack, "app.ts:6:") {
		t.Errorf("in development: %+v", p)
	}
}
