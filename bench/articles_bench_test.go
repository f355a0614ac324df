//go:build unix

package main

import (
	"io"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/host/hosttest"
)

// BenchmarkArticles measures the requests of the real application without sockets, by the processor time of the process. The requests that write
// are left out: they would change what the others read.
func BenchmarkArticles(b *testing.B) {
	database := filepath.Join(b.TempDir(), "articles.db")
	c := articlesContest(time.Now())
	if err := c.seed(database); err != nil {
		b.Fatal(err)
	}
	debug.SetGCPercent(400) // as in the binary
	running, err := app.Start(b.Context(), app.Options{
		Folder: filepath.Join("peers", c.folder), Env: []string{"BENCH_DATABASE=" + database, "BENCH_SECRET=" + tokenSecret},
		Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) },
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range c.endpoints {
		if !strings.HasPrefix(string(e.load), "GET ") {
			continue
		}
		b.Run(e.name, func(b *testing.B) {
			client := hosttest.NewRepeating(e.load, b.N)
			b.ReportAllocs()
			began := processorTime()
			b.ResetTimer()
			go func() { _ = running.Serve(client) }() // ends with the benchmark
			<-client.Done()
			b.StopTimer()
			b.ReportMetric(float64(processorTime()-began)/float64(b.N), "cpu-ns/op")
			if last := client.Last(); strings.HasPrefix(last, "HTTP/1.1 ") && !strings.HasPrefix(last, "HTTP/1.1 200 ") { // or the end of a long answer
				b.Fatal(last)
			}
		})
	}
	_ = running.Close(b.Context())
}

// processorTime returns the processor time of the process, which other processes of the machine change less than the clock.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
