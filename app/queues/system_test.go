package queues

import (
	"cmp"
	"testing"

	"github.com/fwrun/fwrun/queue/connect"
)

// TestSystemOfBrokers: spans and metrics of messages name the broker, whatever its URL is, and no kind of broker is forgotten.
func TestSystemOfBrokers(t *testing.T) {
	datasources := map[string]string{"main": "sqlite", "far": "postgresql"}
	system := func(name string) string { return cmp.Or(datasources[name], "other_sql") }
	p := Closed(Settings{}, Surroundings{System: system})
	of := func(url string) string {
		p.settings.Connections = []Connection{{Settings: connect.Settings{Name: "q", URL: url}}}
		return p.System("q")
	}
	for url, want := range map[string]string{
		"embedded:": "nats", "nats://example.com:4222": "nats", "tls://example.com:4222": "nats", "AMQPS://u:p@example.com/v": "rabbitmq",
		"kafka://example.com:9092": "kafka", "rediss://example.com": "redis", "redis+unix:/run/redis.sock": "redis", "memory:": "fwrun_memory",
		"datasource:main": "sqlite", "datasource:far": "postgresql", "datasource:none": "other_sql", "postgresql://db.example.com/a": "postgresql",
		"mariadb://db.example.com/a": "mysql",
	} {
		if got := of(url); got != want {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
	}
	known := map[string]bool{
		"nats": true, "rabbitmq": true, "kafka": true, "redis": true, "fwrun_memory": true, "sqlite": true, "postgresql": true, "mysql": true,
	}
	for _, example := range connect.Schemes() {
		if got := of(example); !known[got] {
			t.Errorf("%s: %s", example, got)
		}
	}
	if got := p.System("other"); got != "" {
		t.Error(got)
	}
}
