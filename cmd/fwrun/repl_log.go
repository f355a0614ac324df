package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
)

// plainHandler writes what scripts write with console as Node does: the text, with errors and warnings to
// standard error.
type plainHandler struct{ out, err io.Writer }

func (plainHandler) Enabled(context.Context, slog.Level) bool { return true }

func (h plainHandler) Handle(_ context.Context, r slog.Record) error {
	w := h.out
	if r.Level >= slog.LevelWarn {
		w = h.err
	}
	_, err := fmt.Fprintln(w, r.Message)
	return err
}

func (h plainHandler) WithAttrs([]slog.Attr) slog.Handler { return h }
func (h plainHandler) WithGroup(string) slog.Handler      { return h }
