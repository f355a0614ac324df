package tape_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/platform/fault"
)

// parsed reads calls as files have them.
func parsed(t *testing.T, text string) (calls []replay.Call) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &calls); err != nil {
		t.Fatal(err)
	}
	return calls
}

// service is a server that answers by the path.
func service(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		w.Header().Set("Date", "Fri, 02 Jan 2026 03:04:05 GMT")
		switch q.URL.Path {
		case "/json":
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"got":%d,"token":"tulip"}`, len(body))
		case "/moved":
			http.Redirect(w, q, "/json?from=here", http.StatusTemporaryRedirect)
		case "/bytes":
			w.Header().Set("Content-Type", "application/octet-stream")
			_, _ = w.Write([]byte{0, 1, 0xff})
		case "/empty":
			w.Header().Add("Set-Cookie", "a=1")
			w.Header().Add("Set-Cookie", "b=2")
			w.Header().Set("Link", "/next?token=tulip&page=2")
			w.WriteHeader(http.StatusNoContent)
		default:
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte("nothing is here"))
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// send sends requests through a transport, and returns what came of them. Redirects are followed.
func send(ctx context.Context, t *testing.T, base string, through http.RoundTripper, begin func(context.Context) context.Context) (got []string) {
	t.Helper()
	client := &http.Client{Transport: through}
	for _, r := range []struct{ method, path, mediaType, body string }{
		{"GET", "/json?page=2&token=tulip", "", ""},
		{"POST", "/json", "application/json", `{"password": "tulip", "name": "Ada"}`},
		{"POST", "/json", "application/x-www-form-urlencoded", "password=tulip&name=Ada"},
		{
			"PUT", "/json", "multipart/form-data; boundary=x",
			"--x tulip",
		},
		{"PUT", "/json", "Multipart/Form-Data; boundary=x", "--x tulip"},
		{"PUT", "/json", "image/png", "\x00\x01\xff"},
		{"GET", "/bytes", "", ""},
		{"HEAD", "/json", "", ""},
		{"GET", "/empty", "", ""},
		{"GET", "/nothing", "", ""},
		{"POST", "/moved", "text/plain", "moves"},
	} {
		q, err := http.NewRequestWithContext(begin(ctx), r.method, base+r.path, strings.NewReader(r.body))
		if err != nil {
			t.Fatal(err)
		}
		if r.mediaType != "" {
			q.Header.Set("Content-Type", r.mediaType)
		}
		q.Header.Set("Authorization", "Bearer tulip")
		q.Header.Set("X-Own", "mine")
		q.Header.Set("Traceparent", "00-1")
		q.Header.Set("Via", "1.1 somebody")
		q.Header.Set("X-Fwrun-Hops", "1")
		answer, err := client.Do(q)
		if err != nil {
			got = append(got, strings.ReplaceAll(err.Error(), base, ""))
			continue
		}
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		text := strings.ReplaceAll(string(body), "tulip", "******")
		got = append(got, fmt.Sprint(answer.Status, " ", answer.Request.URL.Path, " ", answer.Header.Get("Content-Type"), " ",
			answer.Header.Values("Set-Cookie"), " ", text, " ", err))
	}
	return got
}

func TestFetch(t *testing.T) {
	base, r := service(t).URL, recorder()
	var first, again []string
	calls, err := record(t, func(ctx context.Context) {
		first = send(ctx, t, base, r.Transport(&http.Transport{DisableCompression: true}), r.BeginFetch)
	})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "requests", calls, base, "http://service")
	missed := play(t, calls, func(ctx context.Context) {
		again = send(ctx, t, base, tape.PlayedTransport(stories.New(1<<20)), tape.BeginPlayed(replay.Fetch))
	})
	if missed != "" {
		t.Error(missed)
	}
	for i := range first {
		want := strings.NewReplacer("[a=1 b=2]", "[****** ******]").Replace(first[i])
		if again[i] != want {
			t.Errorf("a replay gave %q\nwant %q", again[i], want)
		}
	}
	besides := send(t.Context(), t, base, r.Transport(http.DefaultTransport), r.BeginFetch)
	if fmt.Sprint(besides) != fmt.Sprint(first) {
		t.Errorf("besides a recording %q\nwant %q", besides, first)
	}
}

// round is a transport of one function.
type round func(q *http.Request) (*http.Response, error)

func (r round) RoundTrip(q *http.Request) (*http.Response, error) { return r(q) }

type coded struct{}

func (coded) Error() string { return "connection to ada:tulip@example.com refused" }
func (coded) Code() string  { return "ECONNREFUSED" }

// TestFailedRequests: an error of the network is given again with its code, and what was not read to its end is no recording.
func TestFailedRequests(t *testing.T) {
	r := recorder()
	get := func(ctx context.Context, through http.RoundTripper) (*http.Response, error) {
		q, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://example.com/a", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		return through.RoundTrip(q)
	}
	calls, err := record(t, func(ctx context.Context) {
		if _, err := get(r.BeginFetch(ctx), r.Transport(round(func(*http.Request) (*http.Response, error) {
			return nil,
				coded{}
		}))); !errors.Is(err, coded{}) {
			t.Error(err)
		}
		r.BeginFetch(ctx) // nothing comes of it
	})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "failed requests", calls)
	missed := play(t, calls, func(ctx context.Context) {
		through, begin := tape.PlayedTransport(stories.New(1<<20)), tape.BeginPlayed(replay.Fetch)
		_, err := get(begin(ctx), through)
		code, ok := err.(interface{ Code() string })
		if !ok || code.Code() != "ECONNREFUSED" || err.Error() != "connection to ada:******@example.com refused" {
			t.Error(err)
		}
		waiting, cancel := context.WithCancel(begin(ctx))
		cancel()
		if _, err := get(waiting, through); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	if missed != "" {
		t.Error(missed)
	}
	for body, why := range map[io.ReadCloser]string{
		io.NopCloser(strings.NewReader("unread")): "the answer of example.com was not read to its end before it was answered",
		http.NoBody: "<nil>", nil: "<nil>",
	} {
		_, err := record(t, func(ctx context.Context) {
			_, _ = get(r.BeginFetch(ctx), r.Transport(round(func(*http.Request) (*http.Response, error) {
				return &http.Response{
					StatusCode: 200,
					Body:       body,
				}, nil
			})))
		})
		if fmt.Sprint(err) != why {
			t.Errorf("%v, want %s", err, why)
		}
	}
}

// TestUnrecordedRequests: a replay sends nothing, and says so.
func TestUnrecordedRequests(t *testing.T) {
	through := tape.PlayedTransport(stories.New(1 << 20))
	q := httptest.NewRequest(http.MethodPost, "http://example.com/a?token=tulip", strings.NewReader("x"))
	_, err := through.RoundTrip(q)
	known, ok := errors.AsType[*fault.Error](err)
	if !ok || known.Kind != fault.Unavailable ||
		known.Public != "a replay sends no requests, but the application tried to send POST http://example.com/a?token=******" ||
		known.Hint != "only calls during requests were recorded; catch the errors of calls that the application makes when it starts" {
		t.Error(err)
	}
	q.Body = io.NopCloser(&failingReader{})
	if _, err := through.RoundTrip(q); err == nil || err.Error() != "no body" {
		t.Error(err)
	}
	for gives, want := range map[string]string{
		`{"status": 99}`:                        "the recording gives a response with the status 99",
		`{"status": 1000}`:                      "the recording gives a response with the status 1000",
		`{"status": 200, "url": "http://[::1"}`: "missing ']' in host", `7`: "what the recording gives for a request cannot be read: ",
	} {
		_ = play(t, parsed(t, `[{"kind": "fetch", "asks": {"method": "GET", "url": "http://example.com/"}, "gives": `+gives+`}]`),
			func(ctx context.Context) {
				_, err := through.RoundTrip(httptest.NewRequest(http.MethodGet, "http://example.com/", nil).WithContext(ctx))
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v", gives, err)
				}
			})
	}
	for status, line := range map[int]string{100: "100 Continue", 999: "999", 200: "200 OK"} {
		_ = play(t, parsed(t, fmt.Sprintf(`[{"kind": "fetch", "asks": {"method": "GET", "url": "http://example.com/"}, "gives": {"status": %d, `+
			`"text": "abc"}}]`, status)), func(ctx context.Context) {
			answer, err := through.RoundTrip(httptest.NewRequest(http.MethodGet, "http://example.com/", nil).WithContext(ctx))
			if err != nil || answer.Status != line || answer.ContentLength != 3 || answer.Proto != "HTTP/1.1" || answer.ProtoMajor != 1 ||
				answer.ProtoMinor != 1 {
				t.Error(answer, err)
			}
		})
	}
}

type failingReader struct{}

func (*failingReader) Read([]byte) (int, error) { return 0, errors.New("no body") }

type idle struct {
	http.RoundTripper
	closed bool
}

func (i *idle) CloseIdleConnections() { i.closed = true }

func TestIdleConnections(t *testing.T) {
	inner := &idle{}
	(&http.Client{Transport: recorder().Transport(inner)}).CloseIdleConnections()
	(&http.Client{Transport: recorder().Transport(round(nil))}).CloseIdleConnections() // which has none
	if !inner.closed {
		t.Error("they are open")
	}
}

// TestLargeRequests: what is sent and answered counts against the size of a recording.
func TestLargeRequests(t *testing.T) {
	large, r := strings.Repeat("x", 1<<20), recorder()
	for name, parts := range map[string][4]string{"an address": {large}, "a header": {"", large}, "a body": {"", "", large}, "an answer": {
		"", "",
		"", large,
	}} {
		_, err := record(t, func(ctx context.Context) {
			q := httptest.NewRequest(http.MethodPost, "http://example.com/?"+parts[0], strings.NewReader(parts[2])).WithContext(r.BeginFetch(ctx))
			q.Header.Set("X-Own", parts[1])
			answer, err := r.Transport(round(func(q *http.Request) (*http.Response, error) {
				if got, err := io.ReadAll(q.Body); string(got) != parts[2] || err != nil {
					t.Error(len(got), err)
				}
				return &http.Response{StatusCode: 200, Body: io.NopCloser(bytes.NewReader([]byte(parts[3])))}, nil
			})).RoundTrip(q)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(answer.Body); string(got) != parts[3] || err != nil {
				t.Error(len(got), err)
			}
		})
		if err == nil || !strings.Contains(err.Error(), "take more than 1024 KiB") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
