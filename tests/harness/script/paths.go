package script

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
)

// The application of tests/http/paths-guarded.txtar guards ^/admin(/|$) with an interceptor that refuses, and
// has a handler below it whose answer is secret. A second interceptor reports the path it has seen in X-Seen,
// each handler in X-Uri, both escaped.

// guarded matches the guarded paths.
var guarded = regexp.MustCompile(`^/admin(/|$)`)

const secret = "the secret"

// urlHost matches the part before the path of a target that is a URL.
var urlHost = regexp.MustCompile(`^(?i:https?://[^/?#]*)?`)

// sendSpellings sends every line of a file as a request. A line is a target, or a method and a target, and
// may end in " | " and headers.
func sendSpellings(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && (len(args) == 2 || len(args) == 3), "spellings <name> <file> [<prefix>]")
	app, prefix := runningApplication(ts, args[0]), ""
	if len(args) == 3 {
		prefix = args[2]
	}
	tally := map[int]int{}
	seen := map[string]string{} // by trace: the path that scripts saw
	for n, line := range spellingsIn(ts, args[1]) {
		trace := fmt.Sprintf("%032x", n+1)
		got, err := sendSpelling(ts.Getenv("URL"), prefix, line, trace)
		if err != nil {
			ts.Fatalf("%s: %v", line, err)
		}
		path, err := judgeSpelling(got, prefix)
		if err != nil {
			ts.Fatalf("%s was answered with %d: %v\n%s", line, got.Status, err, got.Body)
		}
		tally[got.Status]++
		seen[trace] = path
	}
	ts.Check(compareLogged(app, seen))
	for _, status := range slices.Sorted(maps.Keys(tally)) {
		_, err := fmt.Fprintf(ts.Stdout(), "%d × %d\n", tally[status], status)
		ts.Check(err)
	}
}

func spellingsIn(ts *testscript.TestScript, file string) []string {
	var lines []string
	for line := range strings.Lines(ts.ReadFile(file)) {
		if line = strings.TrimSuffix(line, "\n"); line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		raw, err := strconv.Unquote(`"` + strings.ReplaceAll(line, `"`, `\"`) + `"`)
		if err != nil {
			ts.Fatalf("%s: %v", line, err)
		}
		lines = append(lines, raw)
	}
	return lines
}

func sendSpelling(server, prefix, line, trace string) (*Response, error) {
	request, headers, _ := strings.Cut(line, " | ")
	method, target := "GET", request
	if first, rest, ok := strings.Cut(request, " "); ok && !strings.Contains(first, "/") {
		method, target = first, rest
	}
	host := urlHost.FindString(target)
	if rest := target[len(host):]; strings.HasPrefix(rest, "/") {
		target = host + prefix + rest
	}
	address, err := url.Parse(server)
	if err != nil {
		return nil, err
	}
	connection, err := net.Dial("tcp", address.Host)
	if err != nil {
		return nil, err
	}
	defer func() { _ = connection.Close() }()
	_ = connection.SetDeadline(time.Now().Add(harness.Patience))
	text := method + " " + target + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTraceparent: 00-" + trace + "-00000000000000ff-01\r\n"
	if headers != "" {
		text += strings.ReplaceAll(headers, " | ", "\r\n") + "\r\n"
	}
	if _, err := io.WriteString(connection, text+"\r\n"); err != nil {
		return nil, err
	}
	got, err := http.ReadResponse(bufio.NewReader(connection), &http.Request{Method: method})
	if err != nil {
		return nil, err
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	return &Response{got.StatusCode, got.Header, string(body)}, err
}

// judgeSpelling returns the path that scripts saw, empty if no script ran; or an error that says why the
// answer is wrong.
func judgeSpelling(got *Response, prefix string) (path string, err error) {
	uri, reached := seenIn(got, "X-Uri")
	path, watched := seenIn(got, "X-Seen")
	isGuarded := func(path string) bool {
		inside, is := strings.CutPrefix(path, prefix)
		return is && guarded.MatchString(inside)
	}
	switch {
	case strings.Contains(got.Body, secret) || reached && isGuarded(uri):
		return "", fmt.Errorf("what is guarded was reached, as %q", uri)
	case reached && uri != path:
		return "", fmt.Errorf("the handler saw %q, the interceptor %q", uri, path)
	case watched && isGuarded(path) && got.Status != http.StatusForbidden:
		return "", fmt.Errorf("the guard was skipped for %q", path)
	case watched && !isGuarded(path) && got.Status == http.StatusForbidden:
		return "", fmt.Errorf("the guard was called for %q", path)
	case !watched && (reached || got.Status == http.StatusOK):
		return "", errors.New("no interceptor saw it")
	}
	if got.Status == http.StatusNotFound && isGuarded(instanceOf(got)) {
		return "", errors.New("the guard was skipped")
	}
	return path, nil
}

// instanceOf returns the path that a problem document is about.
func instanceOf(got *Response) string {
	var problem struct{ Instance string }
	_ = json.Unmarshal([]byte(got.Body), &problem)
	return problem.Instance
}

// seenIn returns the path that a script has reported in a header.
func seenIn(got *Response, header string) (path string, reported bool) {
	path, err := url.PathUnescape(got.Header.Get(header))
	return path, err == nil && got.Header.Get(header) != ""
}

// compareLogged compares the paths of the access log with those that scripts saw. The log may have a request after its client has
// the answer.
func compareLogged(app *harness.App, seen map[string]string) error {
	maps.DeleteFunc(seen, func(_, path string) bool { return path == "" })
	for late := time.After(harness.Patience); ; {
		text, more := app.Log.SoFar()
		if err := compareLoggedNow(text, seen); err != nil || len(seen) == 0 {
			return err
		}
		select {
		case <-more:
		case <-late:
			return fmt.Errorf("the log says nothing of %v", slices.Collect(maps.Values(seen)))
		}
	}
}

// compareLoggedNow compares what the log has by now, and removes it from what was seen.
func compareLoggedNow(log []byte, seen map[string]string) error {
	for line := range bytes.Lines(log) {
		var entry struct{ Msg, Trace, Path string }
		if json.Unmarshal(line, &entry) != nil || entry.Msg != "request" || seen[entry.Trace] == "" {
			continue
		}
		if path := seen[entry.Trace]; entry.Path != path {
			return fmt.Errorf("the log says %q of what scripts saw as %q", entry.Path, path)
		}
		delete(seen, entry.Trace)
	}
	return nil
}
