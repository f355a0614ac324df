package apptest

import (
	"context"
	"log/slog"
	"sync"

	"github.com/fwrun/fwrun/logging"
)

// console takes what scripts print, for whoever runs at the time.
type console struct {
	mu    sync.Mutex
	lines []string
}

var _ slog.Handler = (*console)(nil)

// Enabled implements [slog.Handler].
func (c *console) Enabled(context.Context, slog.Level) bool { return true }

// Handle implements [slog.Handler].
func (c *console) Handle(_ context.Context, r slog.Record) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = append(c.lines, lineOf(r))
	return nil
}

// lineOf is what a test shows of a record: of Logger's, the name and the fields too.
func lineOf(r slog.Record) string {
	name, fields := "", ""
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == logging.LoggerKey {
			name = a.Value.String() + ": "
		} else {
			fields += " " + a.String()
		}
		return true
	})
	return name + r.Message + fields
}

// WithAttrs implements [slog.Handler]; a console has none.
func (c *console) WithAttrs([]slog.Attr) slog.Handler { return c }

// WithGroup implements [slog.Handler].
func (c *console) WithGroup(string) slog.Handler { return c }

// take gives what was printed since the last call.
func (c *console) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := c.lines
	c.lines = nil
	return taken
}
