package app

import (
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/inside"
)

const trickIsOn = "on"

// Tricks returns what the engine does that its interpreter has no API for: by name "on", or why it is off, in one line.
func Tricks() map[string]string {
	states := map[string]string{}
	for _, trick := range inside.Tricks() {
		states[trick.Name] = trickIsOn
		if !trick.On() {
			states[trick.Name] = "off: " + strings.ReplaceAll(trick.Err().Error(), "\n", "; ")
		}
	}
	return states
}

// warnOfTricks logs which tricks are off: scripts run, but slower, or within other limits.
func warnOfTricks(log *slog.Logger, states map[string]string, unknown []string) {
	var off []any
	for _, name := range slices.Sorted(maps.Keys(states)) {
		if states[name] != trickIsOn {
			off = append(off, slog.String(name, states[name]))
		}
	}
	if len(off) > 0 {
		log.Warn("the engine runs without some of its optimizations: it is slower, or has other limits", slog.Group("tricks", off...))
	}
	if len(unknown) > 0 {
		log.Warn("the engine has no optimizations with these names", inside.Variable, strings.Join(unknown, ","))
	}
}
