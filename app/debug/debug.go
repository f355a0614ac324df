package debug

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/debugger/cdp"
	"github.com/fwrun/fwrun/platform/fault"
)

// Options are what is around the part. New is required.
type Options struct {
	// New attaches a debugger to the application, which tells it events.
	New func(debugger.Events) debugger.Client
	// Listen opens the listener; that of package net if it is nil.
	Listen func(address string) (net.Listener, error)
	// Out is the standard error, which editors read; nothing is printed if it is nil.
	Out io.Writer

	Title   string // of the application
	Folder  string // of the application
	Version string // of fwrun
}

// Part serves debuggers.
type Part struct {
	server *cdp.Server
	http   *http.Server
	url    string
	waits  bool

	once sync.Once
	runs chan struct{} // closed when a debugger lets the application run
}

// Open listens, and prints where. It does nothing, and returns nil, unless the settings are on.
func Open(s Settings, o Options) (*Part, error) {
	if !s.On {
		return nil, nil
	}
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.Listen == nil {
		o.Listen = func(address string) (net.Listener, error) { return net.Listen("tcp", address) }
	}
	address := cmp.Or(s.Address, Default)
	listener, err := o.Listen(address)
	if err != nil {
		return nil, cannotListen(address, err)
	}
	p := &Part{waits: s.Wait || s.Break, runs: make(chan struct{})}
	p.server = cdp.NewServer(cdp.Options{
		Client: o.New, Waiting: p.waiting, Run: p.run, Attached: func() { fmt.Fprintln(o.Out, "Debugger attached.") },
		Title: o.Title, Folder: o.Folder, Version: o.Version,
	})
	p.url = p.server.URL(listener.Addr().String())
	const patience, idle = 10 * time.Second, time.Minute // for the headers of a request, and for the next one
	p.http = &http.Server{Handler: p.server, ReadHeaderTimeout: patience, IdleTimeout: idle, ErrorLog: log.New(io.Discard, "", 0)}
	fmt.Fprintf(o.Out, "Debugger listening on %s\n", p.url)
	if at, ok := listener.Addr().(*net.TCPAddr); ok && !at.IP.IsLoopback() {
		fmt.Fprintf(o.Out, "warning: the debugger listens beyond this machine, on %s: each one that reaches it can run code here; "+
			"listen on 127.0.0.1, and let a tunnel lead there\n", listener.Addr())
	}
	go func() { _ = p.http.Serve(listener) }() // it returns when it is closed
	return p, nil
}

// cannotListen returns the error of an address that cannot be listened on.
func cannotListen(address string, err error) error {
	failed := fault.New("inspect", fault.Unavailable, "the debugger cannot listen on "+address).Because(err)
	if errors.Is(err, syscall.EADDRINUSE) {
		return failed.WithHint("another process has the port: end it, or take a free one with --inspect=0")
	}
	return failed.WithHint("--inspect takes [host:]port, with an address of this machine")
}

// URL returns where debuggers connect to.
func (p *Part) URL() string { return p.url }

// Wait waits until a debugger lets the application run, if the settings say so, or until ctx ends. It does nothing if p is nil.
func (p *Part) Wait(ctx context.Context) error {
	if p == nil || !p.waits {
		return nil
	}
	select {
	case <-p.runs:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Part) run() { p.once.Do(func() { close(p.runs) }) }

func (p *Part) waiting() bool {
	select {
	case <-p.runs:
		return false
	default:
		return p.waits
	}
}

// Close detaches all debuggers, and listens no more. It does nothing if p is nil.
func (p *Part) Close() {
	if p == nil {
		return
	}
	_ = p.http.Close() // the sockets of debuggers are the server's
	p.server.Close()
}
