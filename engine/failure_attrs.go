package engine

import (
	"errors"
	"log/slog"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// FailureAttrs returns the log attributes of the error that ended script work: its text, a hint and, for an error
// of a script, its causes, its stack and its source line. In development the hint is derived from that line, too.
func FailureAttrs(err error, development bool) []slog.Attr {
	attrs := []slog.Attr{slog.String("error", err.Error())}
	add := func(key, value string) {
		if value != "" {
			attrs = append(attrs, slog.String(key, value))
		}
	}
	thrown, isThrown := errors.AsType[*ScriptError](err)
	if isThrown && development {
		add("hint", thrown.Hint())
	} else if e, ok := errors.AsType[*fault.Error](err); ok {
		add("hint", e.Hint)
	} else if isThrown {
		add("hint", thrown.parseHint())
	}
	if isThrown {
		add("cause", causesOf(thrown))
		add("stack", thrown.Stack())
		add("source", thrown.Excerpt())
	}
	return attrs
}

// causesOf lists the causes of an error, each with its place.
func causesOf(e *ScriptError) string {
	var list []string
	for _, behind := range e.Causes {
		text := behind.Error()
		if place, known := behind.Place(); known {
			text += " at " + place.String()
		}
		if deeper := causesOf(behind); deeper != "" {
			text += ", because of " + deeper
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}
