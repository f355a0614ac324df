package connect_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/connect"
)

// BenchmarkSend sends one message of 1 KB after the other with an embedded broker.
func BenchmarkSend(b *testing.B) {
	c, err := connect.Open(connect.Settings{Name: "primary", URL: "embedded:"}, connect.Surroundings{Folder: b.TempDir(), Servers: &connect.Servers{}})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	body := []byte(strings.Repeat("x", 1024))
	for b.Loop() {
		if _, err := c.Send(b.Context(), queue.Outgoing{Queue: "sink", Body: body}); err != nil {
			b.Fatal(err)
		}
	}
}
