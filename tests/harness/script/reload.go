package script

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
)

var notReloaded = regexp.MustCompile(`"msg":"not reloaded`)

func awaitReload(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 1, "[!] reloaded <name>")
	app := runningApplication(ts, args[0])
	line, err := app.NextReload()
	ts.Check(err)
	if taken := strings.HasPrefix(line, `"msg":"reloaded`); taken == neg {
		ts.Fatalf("the next change was told so: %s%s", line, app.Log.Bytes())
	}
}

func editUnderLoad(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 5, "edit-under-load <name> <file> <edits> <clients> <path>")
	edits, err := strconv.Atoi(args[2])
	ts.Check(err)
	clients, err := strconv.Atoi(args[3])
	ts.Check(err)
	original := ts.ReadFile(args[1])
	e := &editing{app: runningApplication(ts, args[0]), file: ts.MkAbs(args[1]), original: original, url: ts.Getenv("URL") + args[4]}
	load := startLoad(clients, e.url)
	took, err := e.run(edits)
	answered, loadErr := load.stop()
	ts.Check(errors.Join(err, loadErr))
	if answered < edits {
		ts.Fatalf("%d clients got %d answers only", clients, answered)
	}
	slices.Sort(took)
	ts.Logf("%d answers on %d connections during %d edits; from the save to the new answer: median %v, slowest %v",
		answered, clients, edits, took[len(took)/2].Round(time.Millisecond), took[len(took)-1].Round(time.Millisecond))
}

// editing saves a file repeatedly. "edit 0" in it becomes "edit 1" and so on, and the URL answers with it;
// every fifth edit is broken.
type editing struct {
	app      *harness.App
	file     string
	original string
	url      string
}

// run returns the time from each good save to its answer.
func (e *editing) run(edits int) (took []time.Duration, err error) {
	serving := "edit 0"
	for n := 1; n <= edits; n++ {
		text, good := strings.ReplaceAll(e.original, "edit 0", fmt.Sprintf("edit %d", n)), n%5 != 0
		if !good {
			text = text[:len(text)/2] + "\n%% broken"
		}
		began, logged := time.Now(), len(e.app.Log.Bytes())
		if err := save(e.file, text, n); err != nil {
			return nil, err
		}
		if !good {
			if _, err := harness.UntilLogged(e.app.Log, e.app.Exited, logged, notReloaded); err != nil {
				return nil, fmt.Errorf("edit %d is broken: %w", n, err)
			}
		} else {
			serving = fmt.Sprintf("edit %d", n)
		}
		if err := e.answers(serving); err != nil {
			return nil, err
		}
		if good {
			took = append(took, time.Since(began))
		}
	}
	return took, nil
}

// save writes a file in one of the ways of editors, each time another one.
func save(file, text string, n int) error {
	if n%2 == 0 {
		return os.WriteFile(file, []byte(text), 0o600)
	}
	beside := file + ".tmp"
	if err := os.WriteFile(beside, []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(beside, file)
}

// answers waits until the URL answers with a text.
func (e *editing) answers(want string) error {
	for late := time.Now().Add(harness.Patience); ; {
		body, err := harness.Get(http.DefaultClient, e.url)
		switch {
		case err != nil:
			return err
		case strings.Contains(body, want+`"`):
			return nil
		case time.Now().After(late):
			return fmt.Errorf("waited for %q in vain, got %s\n%s", want, body, e.app.Log.Bytes())
		}
	}
}

// load is a number of clients that send requests without a pause, each on one connection.
type load struct {
	cancel   context.CancelFunc
	group    sync.WaitGroup
	answered atomic.Int64
	failures []error
}

func startLoad(clients int, url string) *load {
	ctx, cancel := context.WithCancel(context.Background())
	l := &load{cancel: cancel, failures: make([]error, clients)}
	for i := range clients {
		l.group.Go(func() { l.failures[i] = l.client(ctx, url) })
	}
	return l
}

// client sends its requests on a connection that it dials itself: http.Transport dials again, without an error,
// when a goroutine of its own gets no processor for 50 ms.
func (l *load) client(ctx context.Context, url string) error {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	conn, err := net.DialTimeout("tcp", request.URL.Host, harness.Patience)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	received := bufio.NewReader(conn)
	for ctx.Err() == nil {
		if err := conn.SetDeadline(time.Now().Add(harness.Patience)); err != nil {
			return err
		}
		if err := request.Write(conn); err != nil {
			return err
		}
		got, err := http.ReadResponse(received, request)
		if err != nil {
			return err
		}
		if _, err := harness.Complete(got); err != nil {
			return err
		}
		l.answered.Add(1)
	}
	return nil
}

// stop returns how many requests were answered. It returns an error if a request was not answered, or if a
// connection did not last from the first request to the last.
func (l *load) stop() (answered int, err error) {
	l.cancel()
	l.group.Wait()
	return int(l.answered.Load()), errors.Join(l.failures...)
}
