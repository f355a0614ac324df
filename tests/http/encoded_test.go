package http

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	brotli "github.com/molecule-man/go-brrr"

	"github.com/fwrun/fwrun/host/hosttest"
)

const encodedApp = `
import { HttpRequest, PostMapping, RequestBody, RestController } from "fwrun";

export class Item { name: string; }

@RestController
export class Api {
  @PostMapping("/item") item(@RequestBody() item: Item, r: HttpRequest) {
    return item.name + r.getHeader("content-encoding").filter((name) => name.includes("gzip")).length; }
  @PostMapping("/text") text(@RequestBody() text: string) { return text; }
  @PostMapping("/bytes") bytes(@RequestBody() bytes: Uint8Array) { return String(bytes.length); }
  @PostMapping("/form") form(r: HttpRequest) { return r.getPostParam("a"); }
  @PostMapping("/stream") async stream(@RequestBody body: ReadableStream<Uint8Array>) {
    let n = 0;
    for await (const piece of body) n += piece.length;
    return String(n);
  }
}
`

// encoders write in the codings that a client may send.
var encoders = map[string]func(to io.Writer) io.WriteCloser{
	"gzip":    func(to io.Writer) io.WriteCloser { return gzip.NewWriter(to) },
	"x-gzip":  func(to io.Writer) io.WriteCloser { return gzip.NewWriter(to) },
	"deflate": func(to io.Writer) io.WriteCloser { return zlib.NewWriter(to) },
	"br": func(to io.Writer) io.WriteCloser {
		w, _ := brotli.NewWriter(to, 3)
		return w
	},
	"zstd": func(to io.Writer) io.WriteCloser {
		w, _ := zstd.NewWriter(to)
		return w
	},
	"identity": func(to io.Writer) io.WriteCloser { return plain{to} },
}

type plain struct{ io.Writer }

func (plain) Close() error { return nil }

// encoded returns a text in the codings of a Content-Encoding header.
func encoded(contentEncoding, text string) string {
	for coding := range strings.SplitSeq(contentEncoding, ", ") {
		var b bytes.Buffer
		w := encoders[coding](&b)
		_, _ = io.WriteString(w, text)
		_ = w.Close()
		text = b.String()
	}
	return text
}

// answered sends requests on one connection, and returns the last answer with its body.
func (f *server) answered(t *testing.T, requests ...string) (*http.Response, string) {
	t.Helper()
	c := f.Dial()
	answers := bufio.NewReader(c)
	for i, request := range requests {
		go func() { _, _ = io.WriteString(c, request) }()
		answer, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		if i == len(requests)-1 {
			return answer, string(text)
		}
	}
	return nil, ""
}

// TestEncodedBodies: every reader of bodies gets what a client has encoded, whatever the coding and the framing, and the connection goes on.
func TestEncodedBodies(t *testing.T) {
	t.Parallel()
	f := startScript(t, encodedApp)
	text := strings.Repeat("a body ", 500)
	part := "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + text + "\r\n--b--\r\n"
	for _, coding := range []string{"gzip", "x-gzip", "deflate", "br", "zstd", "identity", "gzip, br", "identity, zstd, deflate"} {
		for framing, chunk := range hosttest.Framings {
			for _, c := range []struct{ path, contentType, body, want string }{
				{"/item", "application/json", `{"name":"` + text + `"}`, text + "0"},
				{"/text", "text/plain", text, text},
				{"/bytes", "application/octet-stream", text, "3500"},
				{"/form", "application/x-www-form-urlencoded", "a=" + text, text},
				{"/form", "multipart/form-data; boundary=b", part, text},
				{"/stream", "application/octet-stream", text, "3500"},
			} {
				request := hosttest.Framed(posted(c.path, c.contentType)+"Content-Encoding: "+coding+"\r\n", encoded(coding, c.body), chunk)
				if answer, got := f.answered(t, request, request); answer.StatusCode != http.StatusOK || got != c.want {
					t.Errorf("%s to %s %s: %d %.200s", coding, c.path, framing, answer.StatusCode, got)
				}
			}
		}
	}
}

// TestEncodedBodiesRefused: what is too large when it is decoded is 413 at once, what is not encoded as it says is 400, and a coding that
// nobody knows 415 with those that are.
func TestEncodedBodiesRefused(t *testing.T) {
	t.Parallel()
	f := startScript(t, encodedApp, "SERVER_MAX_BODY_BYTES=100KiB", "SERVER_MAX_STREAM_BYTES=100KiB", "SERVER_MULTIPART_MAX_BYTES=100KiB")
	bomb := strings.Repeat("a", 16<<20)
	part := "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"a\"\r\n\r\n" + bomb + "\r\n--b--\r\n"
	for _, coding := range []string{"gzip", "br", "zstd", "deflate", "gzip, gzip", "br, zstd"} {
		packed, packedPart := encoded(coding, bomb), encoded(coding, part)
		for framing, chunk := range hosttest.Framings {
			for _, c := range []struct{ path, contentType, body string }{
				{"/item", "application/json", packed},
				{"/bytes", "a/b", packed},
				{"/stream", "a/b", packed},
				{"/form", "multipart/form-data; boundary=b", packedPart},
			} {
				request := hosttest.Framed(posted(c.path, c.contentType)+"Content-Encoding: "+coding+"\r\n", c.body, chunk)
				if answer, got := f.answered(t, request); answer.StatusCode != http.StatusRequestEntityTooLarge {
					t.Errorf("a bomb in %s to %s %s: %d %.200s", coding, c.path, framing, answer.StatusCode, got)
				}
			}
		}
	}
	for framing, chunk := range hosttest.Framings {
		for _, c := range []struct {
			coding, body string
			status       int
		}{
			{"gzip", "plain", http.StatusBadRequest},
			{"zstd", encoded("gzip", "a"), http.StatusBadRequest},
			{"deflate", encoded("deflate", bomb[:1000])[:12], http.StatusBadRequest},
			{"compress", "plain", http.StatusUnsupportedMediaType},
			{"gzip, own", "plain", http.StatusUnsupportedMediaType},
			{"gzip, gzip, gzip, gzip", encoded("gzip, gzip, gzip, gzip", "a"), http.StatusUnsupportedMediaType},
		} {
			answer, got := f.answered(t, hosttest.Framed(posted("/text", "text/plain")+"Content-Encoding: "+c.coding+"\r\n", c.body, chunk))
			if answer.StatusCode != c.status {
				t.Errorf("%s %s: %d %s", c.coding, framing, answer.StatusCode, got)
			}
			if accepted := answer.Header.Get("Accept-Encoding"); (accepted == "gzip, br, zstd, deflate") != (c.status == http.StatusUnsupportedMediaType) {
				t.Errorf("%s %s: accepted are %q", c.coding, framing, accepted)
			}
		}
	}
	if peak := f.Peak(); peak > 400 {
		t.Errorf("the process had %d MiB", peak)
	}
}
