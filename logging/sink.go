package logging

import (
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/lmittmann/tint"
)

// sinkFor writes lines as the settings say; a terminal gets what people like to read. The levels were asked before.
func sinkFor(out io.Writer, s Settings, terminal bool) slog.Handler {
	if s.Format == Pretty || s.Format == "" && terminal {
		return newPretty(out, &tint.Options{Level: Trace, TimeFormat: time.TimeOnly, NoColor: !terminal, ReplaceAttr: shortLevel})
	}
	return slog.NewJSONHandler(out, &slog.HandlerOptions{Level: Trace, ReplaceAttr: longLevel})
}

// longLevel names the levels that slog has no names for.
func longLevel(_ []string, a slog.Attr) slog.Attr {
	if level, ok := builtIn(a); ok && level < slog.LevelDebug {
		return slog.String(a.Key, strings.ToUpper(LevelName(level)))
	}
	return a
}

// shortLevel does so for tint.
func shortLevel(_ []string, a slog.Attr) slog.Attr {
	if level, ok := builtIn(a); ok && level < slog.LevelDebug {
		return slog.String(a.Key, "TRC")
	}
	return a
}

// builtIn tells the level of a line from attributes that are called like it, which have been cleaned and are texts.
func builtIn(a slog.Attr) (slog.Level, bool) {
	if a.Key != slog.LevelKey {
		return 0, false
	}
	level, ok := a.Value.Any().(slog.Level)
	return level, ok
}
