package script

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
)

// outcome is the result of a request that was begun.
type outcome struct {
	*Response
	err  error
	show []string
}

func beginRequest(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 3, "begin <id> <METHOD> <path> …")
	r := parseRequest(ts, true, "begin <id> <METHOD> <path>", args[1:])
	url, done := ts.Getenv("URL"), make(chan outcome, 1)
	stateOf(ts).begun[args[0]] = done
	go func() {
		got, err := r.send(url)
		done <- outcome{got, err, r.show}
	}()
}

func finishRequest(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 1, "[!] finish <id>")
	done := stateOf(ts).begun[args[0]]
	if done == nil {
		ts.Fatalf("%s was not begun", args[0])
	}
	got := <-done // bounded by the client's timeout
	switch {
	case neg && got.err == nil:
		ts.Fatalf("%s was answered with %d, and should have been cut off", args[0], got.Status)
	case !neg:
		ts.Check(got.err)
		show(ts, got.Response, got.show)
	}
}

// gate is a server whose requests wait until it is opened.
type gate struct {
	mu      sync.Mutex
	waiting int
	more    chan struct{} // closed and replaced when one more request waits
	open    chan struct{}
	close   sync.Once
}

func startGate(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 0, "gate")
	g := &gate{more: make(chan struct{}), open: make(chan struct{})}
	server := httptest.NewServer(g)
	ts.Defer(func() {
		g.letPass()
		server.Close()
	})
	stateOf(ts).gate = g
	ts.Setenv("GATE", server.URL)
}

// ServeHTTP waits until the gate is open, or the client has gone.
func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.count(+1)
	defer g.count(-1)
	select {
	case <-g.open:
		_, _ = io.WriteString(w, "passed")
	case <-r.Context().Done():
	}
}

func (g *gate) count(delta int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting += delta
	close(g.more)
	g.more = make(chan struct{})
}

func (g *gate) letPass() { g.close.Do(func() { close(g.open) }) }

func awaitGate(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1 && stateOf(ts).gate != nil, "waiting <n>, after gate")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	g := stateOf(ts).gate
	for late := time.After(harness.Patience); ; {
		g.mu.Lock()
		waiting, more := g.waiting, g.more
		g.mu.Unlock()
		if waiting == want {
			return
		}
		select {
		case <-more:
		case <-late:
			ts.Fatalf("%d requests wait at the gate after %v, not %d", waiting, harness.Patience, want)
		}
	}
}

func openGate(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 0 && stateOf(ts).gate != nil, "open, after gate")
	stateOf(ts).gate.letPass()
}

func sendMany(ts *testscript.TestScript, neg bool, args []string) {
	const form = "many <clients> <each> <METHOD> <path>"
	usage(ts, !neg && len(args) >= 4, form)
	clients, err := strconv.Atoi(args[0])
	ts.Check(err)
	each, err := strconv.Atoi(args[1])
	ts.Check(err)
	r, url := parseRequest(ts, true, form, args[2:]), ts.Getenv("URL")
	var mu sync.Mutex
	tally := map[string]int{}
	var group sync.WaitGroup
	for c := range clients {
		group.Go(func() {
			for n := range each {
				one := r
				one.body = strings.NewReplacer("$CLIENT", strconv.Itoa(c), "$N", strconv.Itoa(n)).Replace(r.body)
				one.header = r.header.Clone()
				got, err := one.send(url)
				mu.Lock()
				tally[verdict(got, err)]++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	for _, what := range slices.Sorted(maps.Keys(tally)) {
		_, err := fmt.Fprintf(ts.Stdout(), "%d × %s\n", tally[what], what)
		ts.Check(err)
	}
}

func verdict(got *Response, err error) string {
	if err != nil {
		return err.Error()
	}
	return strconv.Itoa(got.Status)
}

func sendRaw(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) > 0, "raw <line>…")
	address, err := url.Parse(ts.Getenv("URL"))
	ts.Check(err)
	connection, err := net.Dial("tcp", address.Host)
	ts.Check(err)
	defer func() { _ = connection.Close() }()
	ts.Check(connection.SetDeadline(time.Now().Add(harness.Patience)))
	for _, line := range args {
		line, err := strconv.Unquote(`"` + line + `"`)
		ts.Check(err)
		_, err = io.WriteString(connection, line+"\r\n")
		ts.Check(err)
	}
	_, err = io.WriteString(connection, "\r\n")
	ts.Check(err)
	got, err := http.ReadResponse(bufio.NewReader(connection), nil)
	ts.Check(err)
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	ts.Check(err)
	show(ts, &Response{got.StatusCode, got.Header, string(body)}, nil)
}

func repeatText(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 3, "repeat <file> <text> <n>")
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[1], n)), 0o644))
}

func damageFiles(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "damage <folder>")
	folder := ts.MkAbs(args[0])
	entries, err := os.ReadDir(folder)
	ts.Check(err)
	if len(entries) == 0 {
		ts.Fatalf("%s is empty", args[0])
	}
	for _, entry := range entries {
		info, err := entry.Info()
		ts.Check(err)
		ts.Check(os.Truncate(filepath.Join(folder, entry.Name()), info.Size()-1))
	}
}
