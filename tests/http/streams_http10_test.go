package http

import (
	"bufio"
	"io"
	"net/http"
	"testing"
)

const http10App = `
import { GetMapping, ResponseEntity, RestController } from "fwrun";

let go = () => {};

@RestController
export class Api {
  @GetMapping("/items") async *items() {
    const asked = new Promise((resolve) => { go = () => resolve(null); });
    yield "first ";
    await asked;
    yield "second";
  }
  @GetMapping("/go") go() { go(); return "went"; }
  @GetMapping("/rows") *rows() { yield { a: 1 }; yield { a: 2 }; }
  @GetMapping("/source") source() { return ResponseEntity.ok(new Response("bytes").body); }
  @GetMapping("/events") events() { async function* all() { yield { data: "a" };
    } return ResponseEntity.ok(all()).withContentType("text/event-stream"); }
  @GetMapping("/late") async *late() { yield "begun"; await null; throw new Error("broken"); }
  @GetMapping("/early") async *early() { throw new Error("broken"); yield 1; }
}
`

// TestStreamsInHTTP10: a client that knows no chunks gets a stream until its connection ends, each piece at once, and learns of one that is broken
// off.
func TestStreamsInHTTP10(t *testing.T) {
	t.Parallel()
	f := startScript(t, http10App, "SERVER_WORKERS_MAX=1")
	ask := func(path string) (*http.Response, *bufio.Reader) {
		c := f.Dial()
		_, _ = io.WriteString(c, "GET "+path+" HTTP/1.0\r\nConnection: keep-alive\r\nAccept-Encoding: gzip\r\n\r\n")
		from := bufio.NewReader(c)
		answer, err := http.ReadResponse(from, nil)
		if err != nil {
			t.Fatal(path, err)
		}
		return answer, from
	}
	answer, _ := ask("/items")
	first := make([]byte, len("first "))
	if _, err := io.ReadFull(answer.Body, first); err != nil || string(first) != "first " {
		t.Fatalf("%q, %v", first, err)
	}
	f.Fetch("/go")
	if rest, err := io.ReadAll(answer.Body); err != nil || string(rest) != "second" {
		t.Errorf("%q, %v", rest, err)
	}
	for path, want := range map[string]string{"/rows": "{\"a\":1}\n{\"a\":2}\n", "/source": "bytes", "/events": "data: a\n\n"} {
		answer, _ := ask(path)
		text, err := io.ReadAll(answer.Body)
		if err != nil || string(text) != want || answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %d %q, %v", path, answer.StatusCode, text, err)
		}
		if answer.ContentLength != -1 || answer.TransferEncoding != nil || !answer.Close || answer.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %v, %d, %v", path, answer.TransferEncoding, answer.ContentLength, answer.Header)
		}
	}
	if answer, _ := ask("/early"); answer.StatusCode != http.StatusInternalServerError {
		t.Errorf("an error before the first piece: %d", answer.StatusCode)
	}
	answer, _ = ask("/late")
	if text, err := io.ReadAll(answer.Body); err == nil {
		t.Errorf("what was broken off looks complete: %q", text)
	}
}
