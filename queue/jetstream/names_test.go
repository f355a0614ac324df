package jetstream

import (
	"strings"
	"testing"

	"github.com/ThreeDotsLabs/watermill/message"
)

// FuzzHeaders: all texts come back, and none reaches the server as what it would understand or as two lines.
func FuzzHeaders(f *testing.F) {
	for _, text := range []string{"", "plain", "Nats-Rollup", "nats-TTL", "fwrun-id", " a ", "%41", "%", "%zz", "a\r\nb: c", "ü", "\x00\xff"} {
		f.Add(text, text, text)
	}
	f.Fuzz(func(t *testing.T, id, name, value string) {
		m := message.NewMessage(id, nil)
		m.Metadata[name] = value
		for _, deduplicate := range []bool{true, false} {
			n := toNATS("a..key", m, deduplicate)
			for header, values := range n.Header {
				if strings.ContainsAny(header, "\r\n: ") || strings.ContainsAny(values[0], "\r\n") || strings.TrimSpace(values[0]) != values[0] {
					t.Fatalf("header %q: %q", header, values)
				}
				if strings.HasPrefix(strings.ToLower(header), "nats-") && header != idHeader {
					t.Fatalf("header %q", header)
				}
			}
			got := fromNATS(n, 3)
			if value, there := got.Metadata[name]; got.UUID != id || name != "fwrun-deliveries" && (!there || value != m.Metadata[name]) {
				t.Fatalf("id %q, %q: %q became %q, %v", id, name, m.Metadata[name], got.UUID, got.Metadata)
			}
		}
	})
}
