package host

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"
)

// smuggled is a request behind another one, or inside of it. It must never be answered.
const smuggled = "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n"

// TestRefusedOnTheWire sends one violation of each kind: each is answered by a problem with a trace id, ends the
// connection, and the bytes after it are ignored. The tests of package wire list what exactly is refused.
func TestRefusedOnTheWire(t *testing.T) {
	app, calls := counted(fakeRoutes("GET /", "POST /", "GET /smuggled").takesBody())
	s := listening(t, app, Settings{})
	const chunks = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
	for text, want := range map[string]struct {
		status int
		detail string
	}{
		"GET / HTTP/9.9\r\nHost: h\r\n\r\n":                              {400, "the version must be HTTP/1.1 or HTTP/1.0"},
		"GET / http/1.1\r\nHost: h\r\n\r\n":                              {400, "the version must be HTTP/1.1 or HTTP/1.0"},
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n":                               {400, "the version must be HTTP/1.1 or HTTP/1.0"},
		"GET /\r\nHost: h\r\n\r\n":                                       {400, "the request line must be"},
		"G@T / HTTP/1.1\r\nHost: h\r\n\r\n":                              {400, "the method must be a token"},
		"GET /a#b HTTP/1.1\r\nHost: h\r\n\r\n":                           {400, "the target must be"},
		"GET /\xc3\xa9 HTTP/1.1\r\nHost: h\r\n\r\n":                      {400, "the target must be"},
		"GET http://u@h/ HTTP/1.1\r\nHost: h\r\n\r\n":                    {400, "the target must name a host"},
		"GET / HTTP/1.1\nHost: h\n\n":                                    {400, "a line must end with CR LF"},
		"GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n":                   {400, "a line has a control character"},
		"GET / HTTP/1.1\r\nHost: h\r\nX: \x00\r\n\r\n":                   {400, "a line has a control character"},
		"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03":                   {400, "a line has a control character"},
		"GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n\r\n":                {400, "a header must not continue on the next line"},
		"GET / HTTP/1.1\r\nHost: h\r\nX : a\r\n\r\n":                     {400, "a header's name must end at its colon"},
		"GET / HTTP/1.1\r\nHost: h\r\nX Y: a\r\n\r\n":                    {400, "a header's name must end at its colon"},
		"GET / HTTP/1.1\r\nHost: h\r\nX[]: a\r\n\r\n":                    {400, "a header's name must be a token"},
		"GET / HTTP/1.1\r\n\r\n":                                         {400, "the Host header is missing"},
		"GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n":                   {400, "there must be one Host header"},
		"GET / HTTP/1.1\r\nHost: h i\r\n\r\n":                            {400, "the Host header must be a host or host:port"},
		"GET http://i/ HTTP/1.1\r\nHost: h\r\n\r\n":                      {400, "the Host header must be the host of the target"},
		"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\na":      {400, "the Content-Length must be one number"},
		"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n": {400, "HTTP/1.0 has no Transfer-Encoding"},
		"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\na": {400, "the Transfer-Encoding must be chunked"},
		chunks + "x\r\n":                                                  {400, "the body is incomplete or badly framed"},
		chunks + "1\r\nab\r\n0\r\n\r\n":                                   {400, "the body is incomplete or badly framed"},
		chunks + "1;\r\na\r\n0\r\n\r\n":                                   {400, "the body is incomplete or badly framed"},
		chunks + "1\na\r\n0\r\n\r\n":                                      {400, "the body is incomplete or badly framed"},
		chunks + "0\r\nHost: i\r\n\r\n":                                   {400, "the body is incomplete or badly framed"},
		"GET / HTTP/1.1\r\nHost: h\r\nX: " + strings.Repeat("a", 8<<10):   {431, "the request's headers are too large"},
		"GET /" + strings.Repeat("a", 8<<10):                              {431, "the request's headers are too large"},
		"GET / HTTP/1.1\r\nHost: h\r\n" + strings.Repeat("a: b\r\n", 100): {431, "the request has too many headers"},
	} {
		all := s.talk(text + smuggled)
		if len(all) != 1 {
			t.Errorf("%.60q: got %s, want one answer", text, short(all))
			continue
		}
		got := all[0]
		document := problemOf(t, got)
		if got.status != want.status || !strings.HasPrefix(document.Detail, want.detail) {
			t.Errorf("%.60q: got %d %q, want %d %q", text, got.status, document.Detail, want.status, want.detail)
		}
		if len(document.TraceID) != 32 || got.header.Get("Content-Type") != "application/problem+json" ||
			got.header.Get("Connection") != "close" {
			t.Errorf("%.60q: got %v %s", text, got.header, got.body)
		}
	}
	for i := range calls {
		if n := calls[i].Load(); n > 0 {
			t.Errorf("%s was called %d times", app.routes[i].Path, n)
		}
	}
}

// TestEarlierRequestsAreAnswered: a violation does not affect the requests before it.
func TestEarlierRequestsAreAnswered(t *testing.T) {
	s := listening(t, fakeRoutes("GET /", "POST /").takesBody(), Settings{})
	const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
	const post = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello"
	const chunks = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
	for text, want := range map[string]string{
		get + "GET / HTTP/9.9\r\n\r\n" + get:                      "200 400",
		post + chunks + get + "GET / HTTP/1.1\r\n\r\n" + get:      "200 200 200 400",
		get + "GET / HTTP/1.1\r\nHost: h\r\nX:\x00\r\n\r\n" + get: "200 400",
		post + "x" + get:     "200 501 400", // a body that is longer than announced: XGET is an unknown method
		post + "\x01" + get:  "200 400",     // this cannot begin a request
		get + "\n" + get:     "200 400",
		"\r\n\r\n\r\n" + get: "400",
		strings.Replace(get, "\r\n\r\n", "\r\nConnection: close\r\n\r\n", 1) + "\x00": "200",
	} {
		got := s.talk(text + "Connection: close\r\n\r\n\x00")
		if short(got) != want {
			t.Errorf("%q: got %s, want %s", text, short(got), want)
		}
	}
}

// TestTrailersAreNoHeaders: trailers cannot change the sender.
func TestTrailersAreNoHeaders(t *testing.T) {
	app := boot(t, `@RestController export class C {
		@PostMapping("/") f(request: HttpRequest, @RequestBody() body: string) {
			return body + "|" + request.getHeader("X-User") + "|" + request.getHeader("X-Sum");
		}
	}`, patientPool)
	s := listening(t, app, Settings{})
	got := s.talk("POST / HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\nX-User: ada\r\nTransfer-Encoding: chunked\r\n" +
		"Connection: close\r\n\r\n5\r\nhello\r\n0\r\nX-User: root\r\nX-Sum: 1\r\n\r\n")
	if len(got) != 1 || !strings.HasPrefix(got[0].body, "hello|ada|") || strings.Contains(got[0].body, "1") {
		t.Errorf("got %+v", got)
	}
}

// TestTooLargeAtOnce: the announced length is enough, no byte of the body has to arrive. The answer is the one that the
// request would get anyway.
func TestTooLargeAtOnce(t *testing.T) {
	app, calls := counted(fakeRoutes("POST /x").takesBody())
	s := listening(t, app, Settings{MaxBodyBytes: 20_000})
	for head, want := range map[string]int{
		"POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 20001":                              413,
		"POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 999999999999999999":                 413,
		"POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 20001\r\nExpect: 100-continue":      413,
		"POST /x HTTP/1.0\r\nContent-Length: 20001\r\nConnection: keep-alive":               413,
		"POST /x HTTP/1.0\r\nContent-Length: 20001\r\nExpect: 100-continue":                 413,
		"POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 20001\r\nContent-Type: text/plain":  413,
		"DELETE /x HTTP/1.1\r\nHost: h\r\nContent-Length: 20001":                            405,
		"POST /nowhere HTTP/1.1\r\nHost: h\r\nContent-Length: 20001":                        404,
		"POST /..%2f HTTP/1.1\r\nHost: h\r\nContent-Length: 20001":                          400,
		"GET /x HTTP/1.1\r\nHost: h\r\nContent-Length: 20001\r\nTransfer-Encoding: chunked": 400,
		"BREW /x HTTP/1.1\r\nHost: h\r\nContent-Length: 20001":                              501,
		"OPTIONS /x HTTP/1.1\r\nHost: h\r\nContent-Length: 20001":                           204,
	} {
		for _, some := range []string{"", "a", strings.Repeat("a", 100), smuggled} {
			c := s.dial()
			fmt.Fprint(c, head+"\r\n\r\n"+some)
			if all := s.answers(c); short(all) != fmt.Sprint(want) || all[0].header.Get("Connection") != "close" {
				t.Errorf("%q and %d bytes: got %+v, want %d and the end", head, len(some), all, want)
			}
		}
	}
	if n := calls[0].Load(); n > 0 {
		t.Errorf("the handler was called %d times", n)
	}
}

// TestContinueIsForThoseWhoWait: a client that waits gets 100 Continue; HTTP/1.0 does not know it.
func TestContinueIsForThoseWhoWait(t *testing.T) {
	s := listening(t, fakeRoutes("POST /").takesBody(), Settings{})
	const rest = "Content-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\nab"
	if got := s.talk("POST / HTTP/1.0\r\n" + rest); short(got) != "200" {
		t.Errorf("HTTP/1.0: got %s", short(got))
	}
	if got := s.talk("POST / HTTP/1.1\r\nHost: h\r\n" + rest); short(got) != "100 200" {
		t.Errorf("HTTP/1.1: got %s", short(got))
	}
}

// TestCloseIsHeard: the connection ends, in whichever way of RFC 9110 the request asks for it.
func TestCloseIsHeard(t *testing.T) {
	s := listening(t, fakeRoutes("GET /"), Settings{})
	for _, value := range []string{"close", "Close", "CLOSE", "close, TE", "keep-alive , \tclose\t"} {
		got := s.talk("GET / HTTP/1.1\r\nHost: h\r\nConnection: " + value + "\r\n\r\n" + smuggled)
		if short(got) != "200" || got[0].header.Get("Connection") != "close" {
			t.Errorf("%q: got %+v", value, got)
		}
	}
	for _, value := range []string{"keep-alive", "closed", "x-close", ""} {
		got := s.talk("GET / HTTP/1.1\r\nHost: h\r\nConnection: " + value + "\r\n\r\nGET / HTTP/1.0\r\n\r\n")
		if short(got) != "200 200" {
			t.Errorf("%q: got %+v", value, got)
		}
	}
}

// TestOneTooMany: a connection beyond the limit gets 503, and there is room again when another one has ended.
func TestOneTooMany(t *testing.T) {
	s := listening(t, fakeRoutes("GET /"), Settings{MaxConnections: 2})
	const get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
	kept, other := s.dial(), s.dial()
	for _, c := range []io.ReadWriter{kept, other} {
		fmt.Fprint(c, get)
		if got := s.answer(bufio.NewReader(c)); got.status != 200 {
			t.Fatalf("got %d", got.status)
		}
	}
	for range 3 {
		got := s.talk(get)
		if short(got) != "503" {
			t.Fatalf("got %s", short(got))
		}
		document := problemOf(t, got[0])
		if got[0].header.Get("Content-Type") != "application/problem+json" || len(document.TraceID) != 32 ||
			got[0].header.Get("Retry-After") != "1" || got[0].header.Get("Connection") != "close" {
			t.Errorf("got %v %s", got[0].header, got[0].body)
		}
	}
	_ = other.Close()
	eventually(t, "room again", func() bool { return s.openNow() < 2 })
	if got := s.talk(strings.Replace(get, "1.1", "1.0", 1)); short(got) != "200" {
		t.Errorf("afterwards: got %s", short(got))
	}
}
