package http_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
)

// assigned are the status codes of the IANA registry. It lists 306 and 418 as unused; HttpStatus has 418
// nevertheless.
var assigned = []int{
	100, 101, 102, 103, 104,
	200, 201, 202, 203, 204, 205, 206, 207, 208, 226,
	300, 301, 302, 303, 304, 305, 306, 307, 308,
	400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423, 424, 425, 426, 428, 429, 431, 451,
	500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511,
}

func TestHttpStatus(t *testing.T) {
	p := newPage(t)
	value, err := p.Value(`Object.values(HttpStatus).map((s) => s.getValue())`)
	if err != nil {
		t.Fatal(err)
	}
	var codes []int
	if err := p.Runtime.ExportTo(value, &codes); err != nil {
		t.Fatal(err)
	}
	slices.Sort(codes)
	if !slices.Equal(slices.Compact(codes), assigned) {
		t.Errorf("the codes are %v", codes)
	}
	p.Cases([][2]string{
		{`Object.entries(HttpStatus).filter(([name, s]) => !/^[A-Z]+(_[A-Z]+)*$/.test(name) || s.getReasonPhrase() === "").join()`, ""},
		{`HttpStatus.NOT_FOUND.getValue() + " " + HttpStatus.NOT_FOUND.getReasonPhrase()`, "404 Not Found"},
		{`HttpStatus.IM_A_TEAPOT.getReasonPhrase()`, "I'm a teapot"},
		{`HttpStatus.NON_AUTHORITATIVE_INFORMATION.getValue()`, "203"},
		{`HttpStatus.of(409) === HttpStatus.CONFLICT && HttpStatus.of(HttpStatus.OK) === HttpStatus.OK`, "true"},
		{`HttpStatus.CONTENT_TOO_LARGE.getReasonPhrase()`, "Content Too Large"},
		{`HttpStatus.of(413) === HttpStatus.CONTENT_TOO_LARGE`, "true"},
		{`HttpStatus.PAYLOAD_TOO_LARGE === HttpStatus.CONTENT_TOO_LARGE`, "true"},
		{`HttpStatus.REQUEST_ENTITY_TOO_LARGE === HttpStatus.CONTENT_TOO_LARGE`, "true"},
		{`HttpStatus.UNPROCESSABLE_ENTITY === HttpStatus.UNPROCESSABLE_CONTENT`, "true"},
		{`HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE === HttpStatus.RANGE_NOT_SATISFIABLE`, "true"},
		{`String(HttpStatus.of(499))`, "499"},
		{`HttpStatus.of(99)`, "throws RangeError: HttpStatus.of takes an HttpStatus such as HttpStatus.CONFLICT, or a number from 100 to 599"},
		{`HttpStatus.of("200")`, "throws RangeError: HttpStatus.of takes an HttpStatus such as HttpStatus.CONFLICT, or a number from 100 to 599"},
		{`HttpStatus.of(599).getValue() + HttpStatus.of(599).getReasonPhrase()`, "599"},
		{`String(HttpStatus.OK) + JSON.stringify({s: HttpStatus.OK}) + (HttpStatus.OK + 1)`, `200 OK{"s":200}201`},
		{`"use strict"; HttpStatus.OK = 1`, "throws TypeError: Cannot assign to read only property 'OK'"},
		{`HttpStatus.OK.getValue = 1; HttpStatus.OK.getValue()`, "200"},
	})
}

func TestRequestMethod(t *testing.T) {
	newPage(t).Cases([][2]string{
		{`Object.keys(RequestMethod).join()`, "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS,TRACE"},
		{`Object.entries(RequestMethod).every(([name, value]) => name === value) && Object.isFrozen(RequestMethod)`, "true"},
	})
}

// TestResponseEntity reads responses that scripts build, as the edge does.
func TestResponseEntity(t *testing.T) {
	p := newPage(t)
	cookie := engine.Cookie{Name: "a", Value: "b"}
	for script, want := range map[string]engine.Response{
		`new ResponseEntity()`:                                 {},
		`ResponseEntity.ok()`:                                  {Status: 200},
		`ResponseEntity.ok("x")`:                               {Status: 200, Body: p.Runtime.ToValue("x")},
		`ResponseEntity.ok(null)`:                              {Status: 200, Body: goja.Null()},
		`ResponseEntity.created("/a")`:                         {Status: 201, Headers: []engine.Header{{Name: "Location", Value: "/a"}}},
		`ResponseEntity.accepted()`:                            {Status: 202},
		`ResponseEntity.noContent()`:                           {Status: 204},
		`ResponseEntity.badRequest()`:                          {Status: 400},
		`ResponseEntity.unauthorized()`:                        {Status: 401},
		`ResponseEntity.notFound().build()`:                    {Status: 404},
		`ResponseEntity.unprocessableEntity()`:                 {Status: 422},
		`ResponseEntity.status(HttpStatus.CONFLICT)`:           {Status: 409},
		`ResponseEntity.status(418)`:                           {Status: 418},
		`ResponseEntity.ok().withStatus(HttpStatus.FORBIDDEN)`: {Status: 403},
		`ResponseEntity.ok().withStatusCode(299)`:              {Status: 299},
		`ResponseEntity.ok().withJson(1)`: {
			Status: 200, Format: engine.JSON, ContentType: "application/json",
			Body: p.Runtime.ToValue(1),
		},
		`ResponseEntity.ok().withXml("<a/>")`: {
			Status: 200, Format: engine.XML, ContentType: "application/xml",
			Body: p.Runtime.ToValue("<a/>"),
		},
		`ResponseEntity.ok().withJson(1).withContentType("a/b")`: {Status: 200, Format: engine.JSON, ContentType: "a/b", Body: p.Runtime.ToValue(1)},
		`ResponseEntity.ok().withContentType("a/b").setBody(1)`:  {Status: 200, ContentType: "a/b", Body: p.Runtime.ToValue(1)},
		`ResponseEntity.ok().withHeader("A", 1).withHeader("A", "2").withContentLength(5)`: {
			Status: 200, Headers: []engine.Header{{Name: "A", Value: "1"}, {Name: "A", Value: "2"}, {Name: "Content-Length", Value: "5"}},
		},
		`ResponseEntity.ok().withCookie("a", "b").withCookie("c", 1, 60, "/p", "d", 1, true, "Lax")`: {
			Status: 200, Cookies: []engine.Cookie{cookie, {
				Name: "c", Value: "1", Expires: 60, Path: "/p", Domain: "d", Secure: true, HTTPOnly: true, SameSite: "Lax",
			}},
		},
		`ResponseEntity.ok().withCookie("a", "b", new Date(60_500))`: {
			Status:  200,
			Cookies: []engine.Cookie{{Name: "a", Value: "b", Expires: 60}},
		},
		`(class Mine extends ResponseEntity {}, new (class extends ResponseEntity {})(202))`: {Status: 202},
	} {
		value, err := p.Value(script)
		if err != nil {
			t.Errorf("%s: %v", script, err)
			continue
		}
		if got, ok := realmtest.Can[engine.Responses](p).Response(value); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n got %+v, %v\nwant %+v", script, got, ok, want)
		}
	}
	for _, script := range []string{`({ $status: 200 })`, `"text"`, `null`, `ResponseEntity`} {
		value, _ := p.Value(script)
		if _, ok := realmtest.Can[engine.Responses](p).Response(value); ok {
			t.Errorf("%s is taken for a ResponseEntity", script)
		}
	}
}

func TestResponseEntityRefuses(t *testing.T) {
	newPage(t).Cases([][2]string{
		{`ResponseEntity.status("409")`, "throws RangeError: ResponseEntity.status takes an HttpStatus such as HttpStatus.CONFLICT, " +
			"or a number from 100 to 599"},
		{`ResponseEntity.ok().withStatusCode(600)`, "throws RangeError: withStatusCode takes an HttpStatus such as HttpStatus.CONFLICT, " +
			"or a number from 100 to 599"},
		{`ResponseEntity.created()`, "throws TypeError: ResponseEntity.created takes a text, not undefined"},
		{`ResponseEntity.ok().withHeader("a b", "1")`, `throws TypeError: "a b" is not a valid header name`},
		{`ResponseEntity.ok().withHeader("a", "1\r\nb: 2")`, "throws TypeError: withHeader takes a text without line breaks"},
		{`ResponseEntity.ok().withCookie("a;b")`, `throws TypeError: "a;b" is not a valid cookie name`},
		{`ResponseEntity.ok().withCookie("a", "", 1.5)`, "throws TypeError: withCookie takes `expires` as a Unix timestamp in seconds, or a Date"},
		{`ResponseEntity.ok().withCookie("a", "", 0, "", "", false, false, "Odd")`, "throws TypeError: withCookie takes `samesite` as Strict, Lax or None"},
		{`ResponseEntity.ok().withContentLength("5")`, "throws RangeError: withContentLength takes a number of bytes"},
		{`new HttpRequest()`, "throws TypeError: an HttpRequest cannot be made with new; declare a parameter of that type"},
	})
}

func TestHttpRestException(t *testing.T) {
	p := newPage(t)
	p.Cases([][2]string{
		{`String(new HttpRestException(HttpStatus.CONFLICT, "twice"))`, "HttpRestException: twice"},
		{`new HttpRestException(404).message`, "Not Found"},
		{`new HttpRestException(404).getStatus() === HttpStatus.NOT_FOUND`, "true"},
		{`new HttpRestException(404) instanceof Error`, "true"},
		{`Object.keys(new HttpRestException(404, "", {A: 1})).join()`, "status"},
		{`JSON.stringify(new HttpRestException(404, "", {A: 1, B: "x"}).getHeaders())`, `[["A","1"],["B","x"]]`},
		{`new HttpRestException("no")`, "throws RangeError: HttpRestException takes an HttpStatus such as HttpStatus.CONFLICT, " +
			"or a number from 100 to 599"},
		{`new HttpRestException(404, "", {"a b": 1})`, `throws TypeError: "a b" is not a valid header name`},
	})
	for script, want := range map[string]int{
		`new HttpRestException(409, "", {A: 1})`:                                    409,
		`new (class extends HttpRestException { constructor() { super(403); } })()`: 403,
		`Object.assign(new Error(), { status: 404 })`:                               0,
		`Object.assign(new HttpRestException(404), { status: "gone" })`:             0,
		`({ status: 404 })`: 0, `404`: 0, `undefined`: 0,
	} {
		value, err := p.Value(script)
		if err != nil {
			t.Fatal(err)
		}
		answer, ok := realmtest.Can[engine.AnswerReader](p).ErrorAnswer(value)
		if answer.Status != want || ok != (want != 0) {
			t.Errorf("%s: got %d, %v", script, answer.Status, ok)
		}
		if want == 409 && !slices.Equal(answer.Headers, []engine.Header{{Name: "A", Value: "1"}}) {
			t.Errorf("%s: the headers are %v", script, answer.Headers)
		}
	}
}

func TestCookieRules(t *testing.T) {
	p := newPage(t)
	p.Cases([][2]string{
		{
			`ResponseEntity.ok().withCookie("a", "b", 0, "", "", false, false, "none")`,
			"throws TypeError: the cookie a has SameSite=None, which needs secure: browsers drop it otherwise",
		},
		{
			`ResponseEntity.ok().withCookie("__Secure-a", "b")`,
			"throws TypeError: the cookie __Secure-a needs secure because of the prefix of its name: browsers drop it otherwise",
		},
		{
			`ResponseEntity.ok().withCookie("__host-a", "b", 0, "/x", "", true)`,
			"throws TypeError: the cookie __host-a needs the path \"/\" and no domain because of the prefix of its name: browsers drop it otherwise",
		},
		{
			`ResponseEntity.ok().withCookie("__Host-a", "b", 0, "/", "example.com", true)`,
			"throws TypeError: the cookie __Host-a needs the path \"/\" and no domain because of the prefix of its name: browsers drop it otherwise",
		},
		{`ResponseEntity.ok().withCookie("__Host-a", "b", 0, "/", "", true, true, "None").$cookies.length`, "1"},
		{`ResponseEntity.ok().withCookie("__Secure-a", "b", 0, "", "", true).$cookies.length`, "1"},
	})
}
