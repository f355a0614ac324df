package logging

import (
	"context"
	"io"
	"log/slog"
	"sync/atomic"
)

// Log receives the lines of one process. It has the levels, the format and the destination of lines. Its methods are
// safe for concurrent use.
type Log struct {
	levels *Levels
	sink   atomic.Pointer[slog.Handler]
	about  func(context.Context) []slog.Attr
	heard  atomic.Pointer[func(context.Context, slog.Record)]
}

// New returns a Log that writes lines according to the settings; the default format is JSON.
func New(out io.Writer, s Settings) *Log {
	return NewOn(out, s, false, false)
}

// NewOn is New for what may be a terminal, on which the default format is that for people. That format may be coloured.
func NewOn(out io.Writer, s Settings, terminal, coloured bool) *Log {
	return newLog(sinkFor(out, s, terminal, coloured), s)
}

// Over returns a Log that passes the lines which the levels allow to a handler. If the handler belongs to a Log, Over
// returns that Log, with its own levels.
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

// About sets a function that returns attributes for every line that is logged with a context, such as its request. It
// must be called before the first line is logged.
func (l *Log) About(attributes func(context.Context) []slog.Attr) { l.about = attributes }

// Listen sets a function that is called with every line which the levels allow, with the context that it was logged with: without secrets,
// and bounded. The function must not block, nor change the line. A later call replaces it; nil takes it away.
func (l *Log) Listen(heard func(ctx context.Context, line slog.Record)) {
	if heard == nil {
		l.heard.Store(nil)
		return
	}
	l.heard.Store(&heard)
}

// Logger returns the logger with a name.
func (l *Log) Logger(name string) *slog.Logger {
	return slog.New(&handler{log: l, name: name, from: l.levels.follow(name)})
}

// Levels returns the table of levels.
func (l *Log) Levels() *Levels { return l.levels }

// Adopt takes over the destination and the configured levels of another Log. Levels that were set since the start are
// forgotten. undo restores the previous state.
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
