package http

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/host/hosttest"
	"github.com/fwrun/fwrun/tests/harness"
)

const growthApp = `
import { GetMapping, HttpRequest, PostMapping, RequestBody, RestController } from "fwrun";

export class Item { a: int; }

@RestController
export class Api {
  @PostMapping("/text") text(@RequestBody() body: string) { return body.length; }
  @PostMapping("/any") any(@RequestBody() body: any) { return Object.keys(body).length; }
  @PostMapping("/items") items(@RequestBody() body: Item[]) { return body.length; }
  @PostMapping("/form") form(r: HttpRequest) { return Object.keys(r.getPostParams()).length; }
  @GetMapping("/query") query(r: HttpRequest) { return Object.keys(r.getQueryParams()).length; }
  @GetMapping("/cookies") cookies(r: HttpRequest) { return Object.keys(r.getCookies()).length; }
  @GetMapping("/head") head(r: HttpRequest) { return String(r.getHeader("X-Last")).length; }
}
`

// posted returns the first lines of a request with a body.
func posted(path, contentType string) string {
	return "POST " + path + " HTTP/1.1\r\nHost: h\r\nContent-Type: " + contentType + "\r\n"
}

// repeated returns a text of n parts, each made of its number.
func repeated(n int, part string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(part, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// TestRequestsGrowLinearly: twice as much of anything that a client sends takes less than three times the CPU time, whatever the
// framing.
func TestRequestsGrowLinearly(t *testing.T) {
	f := startScript(t, growthApp, "SERVER_MAX_HEADER_BYTES=256KiB", "SERVER_MAX_BODY_BYTES=64MiB")
	if _, known := harness.Computed(f.App.Cmd.Process.Pid); !known {
		t.Skip("the system does not tell the CPU time of a process")
	}
	bodies := map[string]struct {
		path, contentType string
		size              int
		of                func(n int) string
	}{
		"a text":             {"/text", "text/plain", 256 << 10, func(n int) string { return strings.Repeat("a", n) }},
		"a text in JSON":     {"/any", "application/json", 256 << 10, func(n int) string { return `["` + strings.Repeat("ä", n/2) + `"]` }},
		"members of JSON":    {"/any", "application/json", 10_000, func(n int) string { return `{"a":0` + repeated(n, `,"m#":"#"`) + "}" }},
		"objects of a class": {"/items", "application/json", 10_000, func(n int) string { return `[{"a":0}` + repeated(n, `,{"a":#}`) + "]" }},
		"elements of XML":    {"/any", "application/xml", 5_000, func(n int) string { return "<a>" + repeated(n, "<b#>#</b#>") + "</a>" }},
		"the same element":   {"/any", "application/xml", 5_000, func(n int) string { return "<a>" + repeated(n, "<b>#</b>") + "</a>" }},
		"fields of a form":   {"/form", "application/x-www-form-urlencoded", 4_000, func(n int) string { return "a=0" + repeated(n, "&m#=#") }},
		"a list in a form":   {"/any", "application/x-www-form-urlencoded", 4_000, func(n int) string { return "a[]=0" + repeated(n, "&a[]=#") }},
		"a value of a form":  {"/form", "application/x-www-form-urlencoded", 256 << 10, func(n int) string { return "a=" + strings.Repeat("%C3%A4", n/6) }},
		"parts of a multipart": {"/form", "multipart/form-data; boundary=b", 400, func(n int) string {
			return repeated(n, "--b\r\nContent-Disposition: form-data; name=\"m#\"\r\n\r\n#\r\n") + "--b--\r\n"
		}},
		"one part": {"/form", "multipart/form-data; boundary=b", 256 << 10, func(n int) string {
			return "--b\r\nContent-Disposition: form-data; name=\"m\"\r\n\r\n" + strings.Repeat("\r\n--a", n/5) + "\r\n--b--\r\n"
		}},
	}
	for name, c := range bodies {
		head := posted(c.path, c.contentType)
		for framing, chunk := range hosttest.Framings {
			t.Run(name+" "+framing, func(t *testing.T) {
				f.growsLinearly(t, hosttest.Framed(head, c.of(c.size), chunk), hosttest.Framed(head, c.of(2*c.size), chunk))
			})
		}
	}
	const get = "GET %s HTTP/1.1\r\nHost: h\r\n%s\r\n"
	for name, of := range map[string]func(n int) string{
		"parameters":       func(n int) string { return fmt.Sprintf(get, "/query?a=0"+repeated(n, "&m#=#"), "") },
		"a list":           func(n int) string { return fmt.Sprintf(get, "/query?a=0"+repeated(n, "&a=#"), "") },
		"a long parameter": func(n int) string { return fmt.Sprintf(get, "/query?a="+strings.Repeat("%41", 3*n), "") },
		"cookies":          func(n int) string { return fmt.Sprintf(get, "/cookies", "Cookie: a=0"+repeated(n, "; m#=#")+"\r\n") },
		"a long header":    func(n int) string { return fmt.Sprintf(get, "/head", "X-Last: "+strings.Repeat("a", 10*n)+"\r\n") },
		"headers": func(n int) string {
			return fmt.Sprintf(get, "/head", repeated(n/100, "X-#: "+strings.Repeat("a", 1000)+"\r\n")+"X-Last: a\r\n")
		},
	} {
		t.Run(name, func(t *testing.T) { f.growsLinearly(t, of(4_000), of(8_000)) })
	}
}

// growsLinearly sends a request and one that is twice as large, each as often as it takes to measure the first.
func (f *server) growsLinearly(t *testing.T, one, two string) {
	t.Helper()
	c := f.Dial()
	answers := bufio.NewReader(c)
	send := func(request string, times int) time.Duration {
		before, _ := harness.Computed(f.App.Cmd.Process.Pid)
		sent := make(chan error, 1)
		go func() {
			_, err := io.WriteString(c, strings.Repeat(request, times))
			sent <- err
		}()
		for range times {
			answer, err := http.ReadResponse(answers, nil)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(answer.Body)
			if answer.StatusCode != http.StatusOK {
				t.Fatalf("answered with %d: %.300s", answer.StatusCode, text)
			}
		}
		if err := <-sent; err != nil {
			t.Fatal(err)
		}
		after, _ := harness.Computed(f.App.Cmd.Process.Pid)
		return after - before
	}
	const ample = 40 * time.Millisecond // many times what else the process does meanwhile
	times, small := 2, send(one, 2)
	for small < ample {
		times *= 2
		small = send(one, times)
	}
	for range 3 {
		if large := send(two, times); large < 3*small {
			return
		}
		small = send(one, times)
	}
	t.Errorf("twice the size takes more than three times the CPU time: the smaller took %v for %d requests", small, times)
}
