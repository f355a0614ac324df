package logging

import (
	"log/slog"
	"math"
	"slices"
	"strings"
)

// The levels in addition to those of slog: Trace is below Debug, and nothing is logged at Off.
const (
	Trace = slog.LevelDebug - 4
	Off   = slog.Level(math.MaxInt32)
)

// levels lists the levels with their names, the most verbose one first.
func levels() []struct {
	name  string
	level slog.Level
} {
	return []struct {
		name  string
		level slog.Level
	}{
		{"trace", Trace},
		{"debug", slog.LevelDebug},
		{"info", slog.LevelInfo},
		{"warn", slog.LevelWarn},
		{"error", slog.LevelError},
		{"off", Off},
	}
}

// LevelNames returns the names of the levels, the most verbose one first.
func LevelNames() []string {
	var names []string
	for _, l := range levels() {
		names = append(names, l.name)
	}
	return names
}

// ParseLevel parses the name of a level, in upper or lower case.
func ParseLevel(name string) (slog.Level, bool) {
	for _, l := range levels() {
		if strings.EqualFold(l.name, name) {
			return l.level, true
		}
	}
	return 0, false
}

// LevelName returns the name of a level, or of the next level below it.
func LevelName(level slog.Level) string {
	for _, l := range slices.Backward(levels()) {
		if level >= l.level {
			return l.name
		}
	}
	return levels()[0].name
}
