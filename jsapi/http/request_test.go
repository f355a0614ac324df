package http_test

import (
	"strings"
	"testing"
)

// fakeRequest is a request that has a value for everything, until it is answered.
type fakeRequest struct {
	answered bool
	odd      bool // in an unknown charset
	unknown  bool // the runtime knows nothing of its connection
	files    []any
}

func (q *fakeRequest) Alive() bool            { return !q.answered }
func (*fakeRequest) Internal() bool           { return false }
func (q *fakeRequest) BodyRead() bool         { return true }
func (q *fakeRequest) Method() string         { return "POST" }
func (q *fakeRequest) URI() string            { return "/users/1" }
func (q *fakeRequest) QueryString() string    { return q.ifKnown("q=1") }
func (q *fakeRequest) ServerProtocol() string { return q.ifKnown("HTTP/1.1") }
func (q *fakeRequest) Scheme() string         { return "https" }
func (q *fakeRequest) Host() string           { return "" }
func (q *fakeRequest) URL() string            { return "https://h/users/1?q=1" }
func (q *fakeRequest) QueryParams() [][2]string {
	return [][2]string{{"q", "1"}, {"list[]", "a"}, {"q", "2"}, {"__proto__", "x"}, {"one[]", "b"}}
}
func (q *fakeRequest) PostParams() [][2]string { return [][2]string{{"p", ""}} }
func (q *fakeRequest) Headers() [][2]string {
	return [][2]string{{"x-a", "1"}, {"x-b", "b"}, {"x-a", "2"}}
}

func (q *fakeRequest) Header(name string) (values []string) {
	if strings.EqualFold(name, "X-A") {
		values = []string{"1", "2"}
	}
	return values
}
func (q *fakeRequest) Cookies() [][2]string            { return [][2]string{{"c", "1"}, {"c", "2"}} }
func (q *fakeRequest) Body() []byte                    { return []byte("p=") }
func (q *fakeRequest) Text() (string, bool)            { return "p=", !q.odd }
func (q *fakeRequest) Files() []any                    { return q.files }
func (q *fakeRequest) ContentType() string             { return "" }
func (q *fakeRequest) RemoteAddr() (string, int, bool) { return "10.0.0.1", 4711, !q.unknown }
func (q *fakeRequest) ServerAddr() (string, bool)      { return "", false }
func (q *fakeRequest) RequestTime() (int64, bool)      { return 1700000000, !q.unknown }

func (q *fakeRequest) ifKnown(text string) string {
	if q.unknown {
		return ""
	}
	return text
}

func TestHttpRequest(t *testing.T) {
	p := newPage(t)
	request := &fakeRequest{}
	value, err := p.Supplied("HttpRequest", request)
	if err != nil {
		t.Fatal(err)
	}
	p.Set("q", value)
	p.Cases([][2]string{
		{`q instanceof HttpRequest`, "true"},
		{`[q.getMethod(), q.getUri(), q.getQueryString(), q.getServerProtocol(), q.getRawBody()].join("|")`, "POST|/users/1|q=1|HTTP/1.1|p="},
		{`q.getContentType()`, "null"},
		{`[q.getScheme(), q.isSecure(), q.getHost(), q.getUrl()].join("|")`, "https|true||https://h/users/1?q=1"},
		{`[q.getQueryParam("q"), q.getQueryParam("list"), q.getQueryParam("list[]"), q.getQueryParam("x")].join("|")`, "1|a|a|"},
		{`JSON.stringify(q.getQueryParams())`, `{"q":["1","2"],"list":["a"],"__proto__":"x","one":["b"]}`},
		{`Object.getPrototypeOf(q.getQueryParams()) === Object.prototype`, "true"},
		{`q.getPostParam("p") === "" && q.getPostParam("q") === null && JSON.stringify(q.getPostParams())`, `{"p":""}`},
		{`JSON.stringify(q.getHeaders())`, `{"x-a":["1","2"],"x-b":"b"}`},
		{`q.getFirstHeader("X-a") + q.getHeader("x-A").join() + q.getHeader("none").length + q.getFirstHeader("none")`, "11,20null"},
		{`q.getCookie("c") + q.getCookie("d") + JSON.stringify(q.getCookies())`, `1null{"c":["1","2"]}`},
		{`[q.getRemoteAddr(), q.getRemotePort(), q.getServerAddr(), q.getRequestTime()].join("|")`, "10.0.0.1|4711||1700000000"},
		{`q.user = { id: 1 }; q.user.id + Object.keys(q).join() + ("user" in q) + delete q.user + q.user`, "1usertruetrueundefined"},
		{`const { getMethod } = q; getMethod()`, "throws TypeError: this is not an HttpRequest"},
		{`HttpRequest.prototype.getUri.call({})`, "throws TypeError: this is not an HttpRequest"},
		{`Object.create(q).getUri()`, "throws TypeError: this is not an HttpRequest"},
		{`q.getUri.name`, "getUri"},
	})
	request.answered = true
	for _, getter := range []string{"getMethod", "getUri", "getQueryParams", "getHeader", "getRawBody", "getRemoteAddr", "getRequestTime"} {
		p.Cases([][2]string{
			{`q.` + getter + `("x")`, "throws TypeError: this request has already been answered; read what you need earlier"},
		})
	}
	if _, err := p.Supplied("HttpRequest", "text"); err == nil {
		t.Error("a text is taken for a request")
	}
	if _, err := p.Supplied("Nothing", nil); err == nil {
		t.Error("the host supplies what it does not have")
	}
	if _, err := p.Realm.Bean("nobody", ""); err == nil {
		t.Error("the host has a bean of any name")
	}
}

// TestHttpRequestUnknown: values that the runtime does not know are null.
func TestHttpRequestUnknown(t *testing.T) {
	p := newPage(t)
	value, err := p.Supplied("HttpRequest", &fakeRequest{unknown: true})
	if err != nil {
		t.Fatal(err)
	}
	p.Set("q", value)
	for _, getter := range []string{
		"getRemoteAddr", "getRemotePort", "getServerAddr", "getServerProtocol", "getQueryString", "getRequestTime",
	} {
		p.Cases([][2]string{{"q." + getter + "() === null", "true"}})
	}
}
