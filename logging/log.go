package logging

import (
	"context"
	"io"
	"log/slog"
	"sync/atomic"
)

// Log takes the lines of one process: it knows the levels, and where and how lines are written. Its methods are safe
// for concurrent use.
type Log struct {
	levels *Levels
	sink   atomic.Pointer[slog.Handler]
	about  func(context.Context) []slog.Attr
}

// New writes lines as the settings say, as JSON when they do not say how.
func New(out io.Writer, s Settings) *Log {
	return newLog(sinkFor(out, s, false), s)
}

// NewTerminal writes lines as the settings say, for people and in colours when they do not say how.
func NewTerminal(out io.Writer, s Settings) *Log {
	return newLog(sinkFor(out, s, true), s)
}

// Over hands the lines that pass the levels to a handler. When the handler is of a Log, that is the Log, with the levels it has.
func Over(sink slog.Handler, s Settings) *Log {
	if h, ok := sink.(*handler); ok {
		return h.log
	}
	return newLog(sink, s)
}

func newLog(sink slog.Handler, s Settings) *Log {
	l := &Log{levels: newLevels(s)}
	l.sink.Store(&sink)
	return l
}

// About makes a function tell what every line carries that is logged with a context: whose request it is, say. It
// must come before the first line.
func (l *Log) About(attributes func(context.Context) []slog.Attr) { l.about = attributes }

// Logger logs under a name.
func (l *Log) Logger(name string) *slog.Logger {
	return slog.New(&handler{log: l, name: name, from: l.levels.follow(name)})
}

// Levels is the table of levels.
func (l *Log) Levels() *Levels { return l.levels }

// Adopt takes over where another Log writes and the levels it was configured with; what was changed since the start
// is forgotten. Undo takes it back.
func (l *Log) Adopt(other *Log) (undo func()) {
	sink := l.sink.Swap(other.sink.Load())
	other.levels.mu.Lock()
	next := other.levels.table
	other.levels.mu.Unlock()
	before := l.levels.exchange(next)
	return func() {
		l.sink.Store(sink)
		l.levels.exchange(before)
	}
}
