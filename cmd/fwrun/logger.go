package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
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
		return slog.New(newPretty(p.err, &tint.Options{Level: level, TimeFormat: time.TimeOnly, NoColor: !p.terminal}))
	}
	return slog.New(slog.NewJSONHandler(p.err, &slog.HandlerOptions{Level: level}))
}

// pretty writes a record as one line, and below it what takes lines of its own: a stack,
// the source that failed, and how to mend it.
type pretty struct {
	slog.Handler // writes to line
	shared       *prettyOutput
}

// prettyOutput is what the loggers made of one share.
type prettyOutput struct {
	mu   sync.Mutex
	line bytes.Buffer
	out  io.Writer
}

func newPretty(out io.Writer, options *tint.Options) pretty {
	shared := &prettyOutput{out: out}
	return pretty{tint.NewTextHandler(&shared.line, options), shared}
}

// below lists the attributes that take lines of their own, in the order of reading.
func below() []string { return []string{"source", "stack", "cause", "hint"} }

func (h pretty) Handle(ctx context.Context, record slog.Record) error {
	short := slog.NewRecord(record.Time, record.Level, record.Message, record.PC)
	texts := map[string]string{}
	record.Attrs(func(a slog.Attr) bool {
		if slices.Contains(below(), a.Key) {
			texts[a.Key] = a.Value.String()
		} else {
			short.AddAttrs(a)
		}
		return true
	})
	h.shared.mu.Lock()
	defer h.shared.mu.Unlock()
	h.shared.line.Reset()
	if err := h.Handler.Handle(ctx, short); err != nil {
		return err
	}
	for _, key := range below() {
		h.shared.write(key, texts[key])
	}
	_, err := h.shared.out.Write(h.shared.line.Bytes())
	return err
}

// write adds a text below the line: what is a line of code or of a stack by itself,
// anything else with its name.
func (o *prettyOutput) write(key, text string) {
	if text == "" {
		return
	}
	label := "    "
	if key == "hint" || key == "cause" {
		label += key + ": "
	}
	for line := range strings.Lines(text) {
		o.line.WriteString(label + harmless(strings.TrimRight(line, "\n")) + "\n")
		label = "    "
	}
}

// harmless is a text without the characters that a terminal obeys.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r >= 0x7f && r < 0xa0 {
			return '�'
		}
		return r
	}, text)
}

func (h pretty) WithAttrs(attrs []slog.Attr) slog.Handler {
	return pretty{h.Handler.WithAttrs(attrs), h.shared}
}

func (h pretty) WithGroup(name string) slog.Handler {
	return pretty{h.Handler.WithGroup(name), h.shared}
}
