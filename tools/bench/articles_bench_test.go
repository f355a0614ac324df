package main

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/host/hosttest"
	"github.com/fwrun/fwrun/platform/rest"
)

// BenchmarkArticles measures the requests of the real application without sockets, by the processor time of the process. The requests that write
// are left out: they would change what the others read.
func BenchmarkArticles(b *testing.B) {
	debug.SetGCPercent(400) // as in the binary
	c, running, _ := startArticles(b)
	for _, e := range c.endpoints {
		if !strings.HasPrefix(string(e.load), "GET ") {
			continue
		}
		b.Run(e.name, func(b *testing.B) {
			client := hosttest.NewRepeating(e.load, b.N)
			b.ReportAllocs()
			began := rest.ProcessorTime()
			b.ResetTimer()
			go func() { _ = running.Serve(client) }() // ends with the benchmark
			<-client.Done()
			b.StopTimer()
			b.ReportMetric(float64(rest.ProcessorTime()-began)/float64(b.N), "cpu-ns/op")
			if last := client.Last(); strings.HasPrefix(last, "HTTP/1.1 ") && !strings.HasPrefix(last, "HTTP/1.1 200 ") { // or the end of a long answer
				b.Fatal(last)
			}
		})
	}
	_ = running.Close(b.Context())
}
