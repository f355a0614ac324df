package wire

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
)

// seeds are sequences of requests with every kind of framing, and a few texts that are not requests.
var seeds = []string{
	"GET /a?b HTTP/1.1\r\nHost: h\r\n\r\n",
	"\r\nGET http://h/ HTTP/1.1\r\nHost: h\r\nX: \ty \r\n\r\nGET / HTTP/1.0\r\n\r\n",
	"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
	"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: CHUNKED\r\n\r\n5;a=\"b\"\r\nhello\r\n0\r\nX: y\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
	"OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
	"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
	"GET / HTTP/1.1\nHost: h\n\n",
	"GET / HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n",
	"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}

// FuzzSplits: however the bytes are split into reads, the verdict is the same, and so is what is kept of well-formed
// lines.
func FuzzSplits(f *testing.F) {
	for i, text := range seeds {
		f.Add(text, []byte{1, 2, byte(i), 4, 5})
	}
	f.Fuzz(func(t *testing.T, text string, cuts []byte) {
		pieces := make([]int, len(cuts))
		for i, n := range cuts {
			pieces[i] = int(n)%64 + 1
		}
		kept, wrong := verdict(text)
		for name, pieces := range map[string][]int{"pieces": pieces, "bytes": ones(len(text))} {
			again, wrongAgain := verdict(text, pieces...)
			if wrongAgain != wrong {
				t.Errorf("%q in %s: %v, but whole %v", text, name, wrongAgain, wrong)
			}
			if wrong == none && again != kept || lines(again) != lines(kept) {
				t.Errorf("%q in %s: kept %q, but whole %q", text, name, again, kept)
			}
		}
	})
}

// lines returns the whole lines of a text.
func lines(text string) string { return text[:strings.LastIndexByte(text, '\n')+1] }

// FuzzReaders: other readers read the bytes that pass in the same way as the checker, or refuse them.
func FuzzReaders(f *testing.F) {
	for _, text := range seeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, message := range messages(text) {
			want := reference(message)
			for name, read := range map[string]func(*bufio.Reader) (request, bool){"net/http": byNetHTTP, "fasthttp": byFastHTTP} {
				source := strings.NewReader(message)
				reader := bufio.NewReaderSize(source, 64<<10)
				got, ok := read(reader)
				if !ok {
					continue
				}
				if rest := source.Len() + reader.Buffered(); rest > 0 {
					t.Errorf("%q: %s leaves the last %d bytes for the next request", message, name, rest)
				}
				if name == "fasthttp" && want.length < 0 {
					got.length = want.length
				}
				if got != want {
					t.Errorf("%q: %s reads\n%+v\nwant\n%+v", message, name, got, want)
				}
			}
		}
	})
}

// messages returns the whole requests at the beginning of a text, as the checker frames them.
func messages(text string) (all []string) {
	c := NewChecker(limit)
	var kept []byte
	for i := range len(text) {
		p := []byte(text[i : i+1])
		n, err := c.Check(p)
		if err != nil {
			break
		}
		kept = append(kept, p[:n]...)
		if c.Between() && len(bytes.Trim(kept, "\r\n")) > 0 {
			all = append(all, string(kept))
			kept = nil
		}
	}
	return all
}

// request is the part of a request that readers must agree on.
type request struct {
	method, target, host string
	headers              string // "name: value" lines, without the headers of the framing
	length               int64  // -1 for chunked; fasthttp returns the length that it has read
}

// reference parses a head in the simplest way.
func reference(message string) request {
	head, _, _ := strings.Cut(strings.TrimLeft(message, "\r\n"), "\r\n\r\n")
	lines := strings.Split(head, "\r\n")
	words := strings.Split(lines[0], " ")
	r := request{method: words[0], target: words[1]}
	header := http.Header{}
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ":")
		header.Add(name, strings.Trim(value, " \t"))
	}
	r.host = header.Get("Host")
	if text := header.Get("Content-Length"); text != "" {
		for _, digit := range text {
			r.length = r.length*10 + int64(digit-'0')
		}
	}
	if header.Get("Transfer-Encoding") != "" {
		r.length = -1
	}
	r.headers = printed(header)
	return r
}

// printed returns the headers as text, without those that readers treat separately.
func printed(header http.Header) string {
	for _, name := range []string{"Host", "Content-Length", "Transfer-Encoding", "Trailer", "Connection", "Pragma", "Cache-Control"} {
		header.Del(name)
	}
	var b strings.Builder
	_ = header.Write(&b)
	return b.String()
}

func byNetHTTP(source *bufio.Reader) (request, bool) {
	for next, _ := source.Peek(1); next[0] == '\r' || next[0] == '\n'; next, _ = source.Peek(1) {
		_, _ = source.Discard(1) // net/http accepts no empty line
	}
	got, err := http.ReadRequest(source)
	if err != nil {
		return request{}, false
	}
	if _, err := io.Copy(io.Discard, got.Body); err != nil {
		return request{}, false
	}
	r := request{method: got.Method, target: got.RequestURI, host: got.Host, length: got.ContentLength, headers: printed(got.Header)}
	if !strings.HasPrefix(r.target, "/") {
		return request{}, false // it takes the host from the target
	}
	return r, true
}

func byFastHTTP(source *bufio.Reader) (request, bool) {
	var got fasthttp.Request
	if err := got.ReadLimitBody(source, 1<<20); err != nil {
		return request{}, false
	}
	header := http.Header{}
	for name, value := range got.Header.All() {
		header.Add(string(name), string(value))
	}
	r := request{
		method: string(got.Header.Method()), target: string(got.Header.RequestURI()), host: string(got.Header.Host()),
		length: int64(max(got.Header.ContentLength(), 0)), headers: printed(header),
	}
	return r, true
}
