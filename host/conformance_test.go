package host

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

const echo = `
@RestController
export class Echo {
  @GetMapping("/") get() { return "got"; }
  @PostMapping("/") post(@RequestBody() text: string) { return text; }
}
`

// TestConformance asks what the two public suites of HTTP/1.1 ask, by meaning: each of their lines is a line here,
// except for fragments of a request and for oversized ones.
func TestConformance(t *testing.T) {
	s := listening(t, boot(t, echo, patientPool), Settings{})
	const (
		get  = "GET / HTTP/1.1\r\nHost: localhost\r\n"
		post = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
	)
	for name, c := range map[string]struct {
		text string
		want string // the statuses until the server ends the connection; a last request asks for the end
		body string // of the first answer
	}{
		"a simple GET":                       {get + "\r\n", "200 200", "got"},
		"odd spacing, case, an empty value":  {"GET / HTTP/1.1\r\nhoSt:\tlocalhost\r\nempty:\r\n\r\n", "200 200", "got"},
		"a value of spaces":                  {get + "X-Empty: \r\n\r\n", "200 200", "got"},
		"POST with a length":                 {post + "Content-Length: 5\r\n\r\nhello", "200 200", "hello"},
		"POST in chunks":                     {post + "Transfer-Encoding: chunked\r\n\r\nc\r\nHellO world1\r\n0\r\n\r\n", "200 200", "HellO world1"},
		"OPTIONS *":                          {"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", "204 200", ""},
		"a whole URL":                        {"GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "200 200", "got"},
		"CONNECT host:port":                  {"CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n", "501 200", ""},
		"a method in lower case":             {"get / HTTP/1.1\r\nHost: localhost\r\n\r\n", "501 200", ""},
		"HTTP/2.0":                           {"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", "400", ""},
		"HTTP/9.9":                           {"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", "400", ""},
		"no version":                         {"GET /\r\nHost: localhost\r\n\r\n", "400", ""},
		"no version behind a space":          {"GET / \r\n\r\n", "400", ""},
		"something before the method":        {"Extra lineGET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "400", ""},
		"no Host":                            {"GET / HTTP/1.1\r\n\r\n", "400", ""},
		"no Host, and a length":              {"GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", "400", ""},
		"two Hosts":                          {get + "Host: example.com\r\n\r\n", "400", ""},
		"a Host with a space":                {"GET / HTTP/1.1\r\nHost: bad host\r\n\r\n", "400", ""},
		"a name with a space":                {get + "Bad Header: value\r\n\r\n", "400", ""},
		"a name with brackets":               {get + "X-Invalid[]: test\r\n\r\n", "400", ""},
		"a folded line":                      {get + "  continued\r\n\r\n", "400", ""},
		"a space before the colon":           {"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", "400", ""},
		"a NUL":                              {"GET / HTTP/1.1\r\nHost: local\x00host\r\n\r\n", "400", ""},
		"a bell":                             {get + "X: test\x07\r\n\r\n", "400", ""},
		"CR without LF":                      {get + "\rSome-Header: Test\r\n\r\n", "400", ""},
		"chunks in HTTP/1.0":                 {"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "400", ""},
		"chunks and a length":                {post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "400", ""},
		"a length and chunks, in mixed case": {post + "content-LengtH: 5\r\nTransFer-Encoding: chunked\r\n\r\nc\r\nHellO world1\r\n0\r\n\r\n", "400", ""},
		"an unknown coding":                  {post + "Transfer-Encoding: nonsense\r\n\r\nhello", "400", ""},
		"a coding behind chunked":            {post + "Transfer-Encoding: chunked, gzip\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "400", ""},
		"a length that is no number":         {post + "Content-Length: xyz\r\n\r\nhello", "400", ""},
		"a negative length":                  {post + "Content-Length: -1234\r\n\r\n", "400", ""},
		"a very negative length":             {post + "Content-Length: -123456789123456789123456789\r\n\r\n", "400", ""},
		"two lengths":                        {post + "Content-Length: 5\r\nContent-Length: 7\r\n\r\nhello!!", "400", ""},
		"a chunk's size that is none":        {post + "Transfer-Encoding: chunked\r\n\r\nZ\r\nhello\r\n0\r\n\r\n", "400", ""},
		"a chunk without end":                {post + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello0\r\n\r\n", "400", ""},
		"who asks first":                     {post + "Content-Length: 5\r\nExpect: 100-continue\r\n\r\nhello", "100 200 200", ""},
		"who asks first, without a body":     {get + "Expect: 100-continue\r\n\r\n", "100 200 200", ""},
		"Connection: close":                  {get + "Connection: close\r\n\r\n", "200", "got"},
		"HTTP/1.0 ends":                      {"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n", "200", "got"},
		"HTTP/1.0 that goes on":              {"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "200 200", "got"},
		"101 headers":                        {get + strings.Repeat("X: y\r\n", 100) + "\r\n", "431", ""},
		"a target of 9,000 bytes":            {"GET /" + strings.Repeat("a", 9000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "431", ""},
		"a header of 9,000 bytes":            {get + "X: " + strings.Repeat("a", 9000) + "\r\n\r\n", "431", ""},
	} {
		all := s.talk(c.text + get + "Connection: close\r\n\r\n")
		switch {
		case short(all) != c.want:
			t.Errorf("%s: got %s, want %s", name, short(all), c.want)
		case c.body != "" && all[0].body != c.body:
			t.Errorf("%s: got %q, want %q", name, all[0].body, c.body)
		}
		for _, one := range all {
			if one.status >= 400 && one.length < 0 {
				t.Errorf("%s: the end of the answer %d is not told", name, one.status)
			}
		}
	}
}

// TestFragments: a server that has received a part of a request waits for the rest.
func TestFragments(t *testing.T) {
	app, calls := counted(fakeRoutes("GET /hello"))
	s := listening(t, app, Settings{})
	const request = "GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
	for i := 1; i < len(request); i++ {
		c := s.dial()
		fmt.Fprint(c, request[:i])
		eventually(t, "the fragment is read", func() bool { return s.busyNow() == 1 })
		fmt.Fprint(c, request[i:])
		if all := s.answers(c); short(all) != "200" {
			t.Errorf("%q and the rest: got %s", request[:i], short(all))
		}
		eventually(t, "the end", func() bool { return s.openNow() == 0 })
	}
	if n := calls[0].Load(); n != int64(len(request)-1) {
		t.Errorf("called %d times", n)
	}
}

// TestHeadHasNoBody: the answer to HEAD has no body, whatever its status.
func TestHeadHasNoBody(t *testing.T) {
	s := listening(t, boot(t, echo, patientPool), Settings{})
	for path, status := range map[string]string{"/": "200", "/nowhere": "404", "/%2f": "400"} {
		c := s.dial()
		fmt.Fprintf(c, "HEAD %s HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", path)
		all, err := io.ReadAll(c)
		if head, body, _ := strings.Cut(string(all), "\r\n\r\n"); err != nil || body != "" || !strings.HasPrefix(head, "HTTP/1.1 "+status) {
			t.Errorf("%s: got %q, %v", path, all, err)
		}
	}
}
