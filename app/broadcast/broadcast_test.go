package broadcast

import (
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/queue/broadcast"
)

// TestOpen: generations share a connection while its settings are the same, the last one closes it, and each leaves it by itself.
func TestOpen(t *testing.T) {
	// A server that nobody asks: no channel is made.
	settings := Settings{broadcast.Settings{URL: "nats://127.0.0.1:1", Prefix: "shop"}}
	first := Open(settings, slog.Default(), nil)
	for name, c := range map[string]struct {
		next  Settings
		users int // of the first one's connection
	}{
		"nothing changed": {settings, 2},
		"another server":  {Settings{broadcast.Settings{URL: "redis://127.0.0.1:1", Prefix: "shop"}}, 1},
		"another prefix":  {Settings{broadcast.Settings{URL: "nats://127.0.0.1:1", Prefix: "office"}}, 1},
		"memory":          {Settings{broadcast.Settings{URL: "memory:"}}, 1},
		"nothing":         {Settings{}, 1},
	} {
		next := Open(c.next, slog.Default(), first)
		if got := first.line.Users(); got != c.users {
			t.Errorf("%s: %d generations use the connection, want %d", name, got, c.users)
		}
		if carries := c.next.of.Carries(); (next.Relay() != nil) != carries || carries && next.relay == first.relay {
			t.Errorf("%s: the relay is %v", name, next.Relay())
		}
		if err := next.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := first.line.Users(); got != 1 {
			t.Errorf("%s: %d generations use the connection after its end", name, got)
		}
	}
	if from := Open(settings, slog.Default(), Closed()); from.Relay() == nil || from.Close() != nil {
		t.Error("nothing is taken over from a closed part")
	}
	second := Open(settings, slog.Default(), first)
	if err := first.Close(); err != nil || second.line.Users() != 1 {
		t.Errorf("the first one's end: %v, %d", err, second.line.Users())
	}
	if err := second.Close(); err != nil || second.line.Users() != 0 {
		t.Errorf("the second one's end: %v, %d", err, second.line.Users())
	}
}

func TestRead(t *testing.T) {
	queues := []Connection{{"primary", "embedded:"}, {"events", "nats://127.0.0.1:4222"}, {"log", "kafka://127.0.0.1:9092"}}
	for _, c := range []struct{ text, url, prefix, problem string }{
		{"{}", "memory:", "fwrun", ""},
		{"framework: { application: { name: shop } }", "memory:", "shop", ""},
		{"broadcast: { url: 'redis://127.0.0.1:6379', prefix: all }", "redis://127.0.0.1:6379", "all", ""},
		{"broadcast: { url: 'queue:events' }", "nats://127.0.0.1:4222", "fwrun", ""},
		{"broadcast: { url: queue }", "", "", "is in this process"},
		{"broadcast: { url: 'queue:log' }", "", "", "does not pass a message to all processes"},
		{"broadcast: { url: 'queue:event' }", "", "", "is not configured"},
	} {
		props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(c.text)}}, config.Options{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		r := props.Reader()
		got := Read(r, queues)
		if want := (broadcast.Settings{URL: c.url, Prefix: c.prefix}); got.of != want {
			t.Errorf("%s: %+v, want %+v", c.text, got.of, want)
		}
		found := r.Problems()
		if c.problem == "" && len(found) > 0 || c.problem != "" && (len(found) != 1 || !strings.Contains(found[0].Message, c.problem)) {
			t.Errorf("%s: %v", c.text, found)
		}
	}
}
