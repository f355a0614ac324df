package app

import (
	"reflect"
	"strings"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// fixed warns of changed settings that are read only at the start. What is compared at a reload holds no functions: two functions are never
// equal to reflect.DeepEqual.
func (s settings) fixed(next settings) fault.List {
	var changed []string
	for _, key := range config.Keys() {
		if key.Effect == config.OnRestart && s.changes(next, key) {
			changed = append(changed, key.Name)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return fault.List{{
		Severity: fault.Warning, Code: "restart-needed",
		Message: "these settings were changed, but take effect only at the next start: " + strings.Join(changed, ", "),
		Hint:    "stop fwrun and start it again",
	}}
}

// changes reports whether a key has another value, and it makes a difference.
func (s settings) changes(next settings, key config.Key) bool {
	switch key.Name {
	case "server.address":
		return s.endpoint.Place() != next.endpoint.Place()
	case "server.port":
		if s.endpoint.Unix || next.endpoint.Unix { // a socket in the file system has none
			return false
		}
	case "queue.connections[].sync":
		return s.queues.SyncsUnlike(next.queues)
	}
	return !reflect.DeepEqual(s.valuesOf(key), next.valuesOf(key))
}

// valuesOf returns the values of a key, and files with their folders: a link to the application may lead to another release.
func (s settings) valuesOf(key config.Key) []any {
	values := s.props.Values(key)
	for i, v := range values {
		if name, _ := v.(string); key.File && name != "" {
			values[i] = folder.Within(s.host.Folder, name)
		}
	}
	return values
}
