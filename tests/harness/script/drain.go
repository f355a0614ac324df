package script

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
)

func drainApplication(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 3, "drain <name> <clients> <path>")
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var group sync.WaitGroup
	var warm sync.WaitGroup // until each client has received an answer
	var answered atomic.Int64
	failures := make([]error, n)
	for i := range failures {
		warm.Add(1)
		c := &persistentClient{url: ts.Getenv("URL") + args[2], warm: sync.OnceFunc(warm.Done), answered: &answered}
		group.Go(func() { failures[i] = c.run() })
	}
	warm.Wait()
	shutDown(ts, false, args[:1])
	group.Wait()
	ts.Check(errors.Join(failures...))
	ts.Logf("%d clients got %d answers", n, answered.Load())
}

// persistentClient repeats a request on one connection until the server no longer listens.
type persistentClient struct {
	url      string
	warm     func()
	answered *atomic.Int64
}

func (c *persistentClient) run() error {
	transport := &http.Transport{MaxConnsPerHost: 1}
	defer transport.CloseIdleConnections()
	defer c.warm()
	client := &http.Client{Transport: transport, Timeout: harness.Patience}
	for {
		_, err := harness.Get(client, c.url)
		if errors.Is(err, syscall.ECONNREFUSED) {
			return nil
		}
		if err != nil {
			return err
		}
		c.answered.Add(1)
		c.warm()
	}
}
