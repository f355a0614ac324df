package config

import "strings"

// Effect says what a changed value of a key needs before it counts.
type Effect string

// The effects.
const (
	OnReload  Effect = "reload"   // the next reload takes it
	OnRestart Effect = "restart"  // the process has to be started again
	Reserved  Effect = "reserved" // the key is known, and nothing reads it yet
)

// keysOnRestart are those of the listener and of what one connection may do, which the server is made with. A name that ends
// with a point stands for all keys below it.
var keysOnRestart = []string{
	"server.port", "server.address", "server.socket-mode", "server.context-path", "server.tls.",
	"server.max-body-bytes", "server.max-header-bytes", "server.max-connections", "server.max-json-depth", "server.multipart.",
	"server.read-timeout", "server.write-timeout", "server.idle-timeout", "server.access-log",
}

var reservedKeys = []string{"opensearch[].", "management."}

func effectOf(key string) Effect {
	switch {
	case isListed(reservedKeys, key):
		return Reserved
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
