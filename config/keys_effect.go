package config

import "strings"

// Effect says when a changed value of a key takes effect.
type Effect string

// The effects.
const (
	OnReload  Effect = "reload"  // at the next reload
	OnRestart Effect = "restart" // when the process is started again
)

// keysOnRestart lists the keys of the listeners and of the limits of connections, with which the server is created, and of the
// embedded broker, whose folder can be opened only once. A name that ends with a dot means all keys below it.
var keysOnRestart = []string{
	"server.port", "server.address", "server.socket-mode", "server.context-path", "server.tls.",
	"server.max-body-bytes", "server.max-stream-bytes", "server.max-header-bytes", "server.max-connections", "server.max-connections-per-client", "server.max-hops", "server.memory-hard-limit", "server.max-json-depth", "server.multipart.",
	"server.read-timeout", "server.write-timeout", "server.idle-timeout", "server.stream-grace", "server.access-log",
	"server.max-json-values", "server.json.",
	"queue.connections[].sync", "management.socket", "management.server.", "telemetry.otlp.", "telemetry.traces.",
}

func effectOf(key string) Effect {
	switch {
	case isListed(keysOnRestart, key):
		return OnRestart
	default:
		return OnReload
	}
}

func isListed(names []string, key string) bool {
	for _, name := range names {
		if key == name || strings.HasSuffix(name, ".") && strings.HasPrefix(key, name) {
			return true
		}
	}
	return false
}
