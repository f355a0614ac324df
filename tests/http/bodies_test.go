package http

import (
	"bufio"
	"bytes"
	"io"
	"maps"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/host/hosttest"
	"github.com/fwrun/fwrun/tests/harness"
)

const bodiesApp = `
import { GetMapping, PostMapping, RequestBody, RestController } from "fwrun";

export class Item { a: int; }

@RestController
export class Api {
  @GetMapping("/ok") ok() { return "ok"; }
  @PostMapping("/any") any(@RequestBody() body: any) { return body.length; }
  @PostMapping("/items") items(@RequestBody() body: Item[]) { return body.length; }
  @GetMapping("/wide") wide() { return Array(2500).fill(Array(10000).fill(0)); }
}
`

const (
	largestBody  = 10 << 20 // by default
	bodyClients  = 8
	bodiesLimit  = 256 // MiB that the heap may have
	manyValues   = "SERVER_MAX_JSON_VALUES=10000000"
	ampleCPUTime = "SERVER_CPU_TIMEOUT=5m"
)

// TestLargeBodies sends bodies of 10 MB, eight at the same time, whose values take far more memory than their texts. The
// process stays within the memory that its container has, which is three times the limit, whether the number of values
// ends the requests, or the memory that they take.
func TestLargeBodies(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	t.Parallel()
	limit := "SERVER_MEMORY_LIMIT=" + strconv.Itoa(bodiesLimit) + "MiB"
	for _, c := range []struct {
		name, path, one string
		env             []string
		length, status  int
		reason          string // in the log
	}{
		{"too many values", "/any", "[],", []string{limit}, largestBody, http.StatusRequestEntityTooLarge, ""},
		{"too many values, no memory limit set", "/any", "[],", nil, largestBody, http.StatusRequestEntityTooLarge, ""},
		{"too many typed values", "/items", `{"a":1},`, []string{limit}, largestBody, http.StatusRequestEntityTooLarge, ""},
		{"as many as may be", "/any", "[]" + strings.Repeat(" ", 103) + ",", []string{limit, ampleCPUTime}, largestBody, http.StatusOK, ""},
		{
			"more values, one body after the other", "/items", `{"a":1},`,
			[]string{"SERVER_MEMORY_LIMIT=512MiB", manyValues, ampleCPUTime},
			3 << 20,
			http.StatusOK, "",
		},
		{"too much memory", "/any", "[],", []string{limit, manyValues, ampleCPUTime}, largestBody, http.StatusServiceUnavailable, "used too much memory"},
		{
			"too much memory for a class", "/items", `{"a":1},`,
			[]string{limit, manyValues, ampleCPUTime},
			largestBody, http.StatusServiceUnavailable,
			"used too much memory",
		},
		{
			"too much time", "/any", "[],",
			[]string{limit, manyValues, "SERVER_CPU_TIMEOUT=100ms"},
			largestBody,
			http.StatusServiceUnavailable, "ran too long",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := startScript(t, bodiesApp, c.env...)
			stop := f.Another(t)
			f.sendAll(t, c.path, listOf(c.one, c.length), c.status)
			stop()
			log := f.App.Log.Bytes()
			if c.status == http.StatusOK && bytes.Contains(log, []byte("too much memory")) {
				t.Errorf("what fits was ended; the log ends with\n%s", harness.Tail(log, 2000))
			}
			f.Logs(t, c.reason)
			if status, body := f.Fetch("/ok"); status != http.StatusOK {
				t.Errorf("the next request is answered with %d: %.200s", status, body)
			}
			if runtime.GOOS != "linux" {
				return
			}
			peak := f.Peak()
			t.Logf("the process had %d MiB", peak)
			if peak > 3*bodiesLimit {
				t.Errorf("the process had %d MiB; a container with this limit has %d", peak, 3*bodiesLimit)
			}
		})
	}
}

// listOf returns a list of as many elements, each with the comma behind it, as a text of this length has room for.
func listOf(one string, length int) string {
	return "[" + strings.Repeat(one, (length-len(one)-2)/len(one)) + strings.TrimRight(one, ",") + "]"
}

// sendAll sends one body from several clients at the same time, with all framings, and expects this status of each answer. What is told to
// come again later comes again.
func (f *server) sendAll(t *testing.T, path, body string, want int) {
	t.Helper()
	var group sync.WaitGroup
	chunks := slices.Sorted(maps.Values(hosttest.Framings))
	for i := range bodyClients {
		request := hosttest.Framed(posted(path, "application/json"), body, chunks[i%len(chunks)])
		group.Go(func() {
			for late := time.Now().Add(4 * harness.Patience); ; {
				response, answer, err := f.sent(request)
				if err != nil {
					t.Error(err)
					return
				}
				if response.StatusCode == http.StatusServiceUnavailable && want != response.StatusCode && time.Now().Before(late) {
					continue
				}
				if response.StatusCode != want {
					t.Errorf("answered with %d: %s", response.StatusCode, answer)
				}
				return
			}
		})
	}
	group.Wait()
}

// sent sends a request on a connection of its own, and returns the answer and the beginning of its body.
func (f *server) sent(request string) (answer *http.Response, text []byte, err error) {
	c, err := net.Dial("tcp", f.Address)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(4 * harness.Patience))
	go func() { _, _ = io.WriteString(c, request) }()
	if answer, err = http.ReadResponse(bufio.NewReader(c), nil); err != nil {
		return nil, nil, err
	}
	text, err = io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	return answer, text, err
}

// TestTooLargeAtOnce: what is larger than its limit is refused as soon as so much has arrived, by each reader and in each framing:
// the rest is never sent.
func TestTooLargeAtOnce(t *testing.T) {
	t.Parallel()
	const limit = 100 << 10
	f := startScript(t, encodedApp, "SERVER_MAX_BODY_BYTES=100KiB", "SERVER_MAX_STREAM_BYTES=100KiB", "SERVER_MULTIPART_MAX_BYTES=100KiB")
	const part = "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"a\"\r\n\r\n"
	for _, c := range []struct{ path, contentType, begin string }{
		{"/item", "application/json", `{"name":"`},
		{"/text", "text/plain", ""},
		{"/bytes", "a/b", ""},
		{"/stream", "a/b", ""},
		{"/form", "application/x-www-form-urlencoded", "a="},
		{"/form", "multipart/form-data; boundary=b", part},
	} {
		for framing, chunk := range hosttest.Framings {
			body := c.begin + strings.Repeat("x", 3*limit)
			whole := hosttest.Framed(posted(c.path, c.contentType), body, chunk)
			perByte := float64(len(whole)) / float64(len(body)) // with its part of the chunks
			answer, text, err := f.sent(whole[:min(len(whole)/2, int(perByte*(limit+2))+500)])
			if err != nil || answer.StatusCode != http.StatusRequestEntityTooLarge {
				t.Errorf("%s as %s %s: %v %v %s", c.path, c.contentType, framing, answer, err, text)
			}
		}
	}
}

// TestWritingEndsInTime: a result that takes longer to write than a call may compute is not written.
func TestWritingEndsInTime(t *testing.T) {
	t.Parallel()
	f := startScript(t, bodiesApp, "SERVER_CPU_TIMEOUT=100ms")
	if status, body := f.Fetch("/wide"); status != http.StatusServiceUnavailable {
		t.Errorf("answered with %d: %.200s", status, body)
	}
	f.Logs(t, "ran too long")
	patient := startScript(t, bodiesApp, ampleCPUTime)
	if status, _ := patient.Fetch("/wide"); status != http.StatusOK {
		t.Errorf("with enough time it is answered with %d", status)
	}
}
