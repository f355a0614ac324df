package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// makeProfile serves the applications of the benchmarks in this process, loads all endpoints in turn, and writes a CPU profile, with which
// the compiler optimises the binary (https://go.dev/doc/pgo).
func makeProfile(args []string) error {
	flags := flag.NewFlagSet("profile", flag.ContinueOnError)
	out := flags.String("o", profile, "the file to write")
	only := flags.String("endpoints", "", "only these, such as hello,rows")
	each := flags.Duration("time", 5*time.Second, "how long each endpoint is loaded")
	if err := flags.Parse(args); err != nil {
		return err
	}
	work, err := chooseEndpoints(*only)
	if err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	database := filepath.Join(folder, "bench.db")
	if err := seed(database); err != nil {
		return err
	}
	debug.SetGCPercent(400) // as in the binary
	address, stop, err := serveHere("fwrun", database)
	if err != nil {
		return err
	}
	defer stop()
	return profileTo(*out, func() error {
		for _, e := range work {
			result, err := load.Run(address, e.load, load.Options{Connections: 32, Duration: *each})
			if err != nil {
				return fmt.Errorf("%s: %w", e.name, err)
			}
			fmt.Fprintf(os.Stderr, "%s: %d requests\n", e.name, result.Requests)
		}
		if *only != "" {
			return nil
		}
		return errors.Join(loadTools(*each), loadArticles(*each, filepath.Join(folder, "articles.db")))
	})
}

// loadArticles loads each endpoint of the backend of articles.
func loadArticles(each time.Duration, database string) error {
	c := articlesContest(time.Now())
	if err := c.seed(database); err != nil {
		return err
	}
	address, stop, err := serveHere(c.folder, database)
	if err != nil {
		return err
	}
	defer stop()
	for _, e := range c.endpoints {
		result, err := load.Run(address, e.load, load.Options{Connections: 32, Duration: each})
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %d requests\n", e.name, result.Requests)
	}
	return nil
}

// loadTools calls the tool of tools/bench/peers/fwrun-mcp as agents do.
func loadTools(each time.Duration) error {
	address, stop, err := serveHere("fwrun-mcp", "")
	if err != nil {
		return err
	}
	defer stop()
	call := load.PostJSON(mcpPath, callOf("sum", `{"a":2,"b":3}`), mcpHeaders()...)
	result, err := load.Run(address, call, load.Options{Connections: 32, Duration: each})
	if err == nil {
		fmt.Fprintf(os.Stderr, "tools/call: %d requests\n", result.Requests)
	}
	return err
}

// serveHere serves an application of tools/bench/peers on a free port, in this process.
func serveHere(peer, database string) (address string, stop func(), err error) {
	ctx := context.Background()
	running, err := app.Start(ctx, app.Options{
		Folder: filepath.Join("tools", "bench", "peers", peer), Env: []string{"BENCH_DATABASE=" + database, "BENCH_SECRET=" + tokenSecret},
		Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) },
	})
	if err != nil {
		return "", nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	go func() { _ = running.Serve(listener) }() // ends with Close
	return listener.Addr().String(), func() { _ = running.Close(ctx) }, nil
}

func profileTo(name string, work func() error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	err = work()
	pprof.StopCPUProfile()
	if err != nil {
		return err
	}
	return file.Close()
}
