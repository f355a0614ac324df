package main

import (
	"log/slog"
	"time"

	"github.com/lmittmann/tint"

	"github.com/fwrun/fwrun/app"
)

// newLogger writes to standard error: for people on a terminal, JSON otherwise.
func newLogger(p process, s app.LogSettings) *slog.Logger {
	level := map[string]slog.Level{
		"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
	}[s.Level]
	if s.Format == "pretty" || s.Format == "" && p.terminal {
		return slog.New(tint.NewTextHandler(p.err, &tint.Options{Level: level, TimeFormat: time.TimeOnly, NoColor: !p.terminal}))
	}
	return slog.New(slog.NewJSONHandler(p.err, &slog.HandlerOptions{Level: level}))
}
