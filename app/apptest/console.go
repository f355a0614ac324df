package apptest

import (
	"context"
	"log/slog"
	"sync"

	"github.com/fwrun/fwrun/platform/logging"
)

// console receives what scripts print, for the part of the file that currently runs.
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

// lineOf formats a record for a test: records of Logger with their name and fields.
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

// WithAttrs implements [slog.Handler]; a console ignores attributes.
func (c *console) WithAttrs([]slog.Attr) slog.Handler { return c }

// WithGroup implements [slog.Handler].
func (c *console) WithGroup(string) slog.Handler { return c }

// take returns what was printed since the last call.
func (c *console) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := c.lines
	c.lines = nil
	return taken
}
