//go:build unix

package app_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/host/hosttest"
	"github.com/fwrun/fwrun/platform/rest"
)

// startBenched starts an application of files, by name, that logs nothing.
func startBenched(b *testing.B, files map[string]string, env ...string) *app.App {
	b.Helper()
	folder := b.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	running, err := app.Start(b.Context(), app.Options{
		Folder: folder, Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }, Env: env,
	})
	if err != nil {
		b.Fatal(err)
	}
	return running
}

// repeat measures a request, and returns the end of the last answer.
func repeat(b *testing.B, running *app.App, request string) string {
	b.Helper()
	client := hosttest.NewRepeating([]byte(request), b.N)
	b.ReportAllocs()
	began := rest.ProcessorTime()
	b.ResetTimer()
	go func() { _ = running.Serve(client) }() // ends with the benchmark
	<-client.Done()
	b.StopTimer()
	b.ReportMetric(float64(rest.ProcessorTime()-began)/float64(b.N), "cpu-ns/op")
	return client.Last()
}
