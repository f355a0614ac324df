package tests

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

func drainApplication(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 3, "drain <name> <clients> <path>")
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var group sync.WaitGroup
	var warm sync.WaitGroup // until each client has had an answer
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

// persistentClient asks again and again on one connection, until nobody listens.
type persistentClient struct {
	url      string
	warm     func()
	answered *atomic.Int64
}

func (c *persistentClient) run() error {
	transport := &http.Transport{MaxConnsPerHost: 1}
	defer transport.CloseIdleConnections()
	defer c.warm()
	client := &http.Client{Transport: transport, Timeout: patience}
	for {
		err := c.once(client)
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

// once sends one request and wants the whole answer.
func (c *persistentClient) once(client *http.Client) error {
	got, err := client.Get(c.url)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		return fmt.Errorf("an answer broke off after %d bytes: %w", len(body), err)
	}
	if got.StatusCode != http.StatusOK {
		return fmt.Errorf("an answer was %s: %s", got.Status, body)
	}
	return nil
}
