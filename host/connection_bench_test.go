package host

import (
	"testing"

	"github.com/fwrun/fwrun/host/hosttest"
)

// BenchmarkConnection measures the way from the bytes of a request to those of its response, on a connection in memory:
// everything but the kernel's part.
func BenchmarkConnection(b *testing.B) {
	requests := map[string]string{
		"text": "GET /text HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
		"two arguments, five fields": "GET /users/5?fields=all HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: bench/1.0\r\n" +
			"Accept: application/json\r\n\r\n",
	}
	for framing, chunk := range hosttest.Framings {
		requests["body of five fields "+framing] = hosttest.Framed("POST /orders HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nContent-Type: application/json\r\n",
			`{"id":1,"customer":"Ada","total":9.5,"paid":true,"tags":["a","b"]}`, chunk)
	}
	for name, text := range requests {
		b.Run(name, func(b *testing.B) {
			s := benchServer(b)
			client := hosttest.NewRepeating([]byte(text), b.N)
			b.ReportAllocs()
			b.ResetTimer()
			go func() { _ = s.Serve(client) }() // ends with the benchmark
			<-client.Done()
		})
	}
}
