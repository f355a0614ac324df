package logging

import (
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/lmittmann/tint"
)

// sinkFor returns a handler that writes lines according to the settings; the default for a terminal is the format for
// people. The levels have been checked before.
func sinkFor(out io.Writer, s Settings, terminal, coloured bool) slog.Handler {
	if s.Format == Pretty || s.Format == "" && terminal {
		return newPretty(out, &tint.Options{Level: Trace, TimeFormat: time.TimeOnly, NoColor: !coloured, ReplaceAttr: forPeople})
	}
	return slog.NewJSONHandler(out, &slog.HandlerOptions{Level: Trace, ReplaceAttr: forPrograms})
}

// forPrograms names the levels that slog has no names for, and writes a duration as a number with the unit in the
// key.
func forPrograms(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		return slog.Float64(a.Key+"_ms", float64(a.Value.Duration().Round(time.Microsecond))/float64(time.Millisecond))
	}
	if level, ok := builtIn(a); ok && level < slog.LevelDebug {
		return slog.String(a.Key, strings.ToUpper(LevelName(level)))
	}
	return a
}

// forPeople does the same for tint, with only the significant digits of a duration.
func forPeople(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		return slog.String(a.Key, readable(a.Value.Duration()))
	}
	if level, ok := builtIn(a); ok && level < slog.LevelDebug {
		return slog.String(a.Key, "TRC")
	}
	return a
}

func readable(d time.Duration) string {
	switch {
	case d >= 100*time.Millisecond:
		d = d.Round(time.Millisecond)
	case d >= time.Millisecond:
		d = d.Round(100 * time.Microsecond)
	default:
		d = d.Round(time.Microsecond)
	}
	return d.String()
}

// builtIn returns the level of a line. Attributes with the same key have been cleaned before and are texts.
func builtIn(a slog.Attr) (slog.Level, bool) {
	if a.Key != slog.LevelKey {
		return 0, false
	}
	level, ok := a.Value.Any().(slog.Level)
	return level, ok
}
