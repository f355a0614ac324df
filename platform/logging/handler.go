package logging

import (
	"context"
	"log/slog"
	"slices"
)

// LoggerKey is the name of the attribute that holds the logger's name.
const LoggerKey = "logger"

// handler is the handler of the logger with one name.
type handler struct {
	log   *Log
	name  string
	from  *threshold
	steps []step
}

// step is one call of With or WithGroup.
type step struct {
	group string // the group of the attributes that follow; empty for attributes
	attrs []slog.Attr
}

var _ slog.Handler = (*handler)(nil)

// Enabled implements [slog.Handler].
func (h *handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.from.passes(level) && (*h.log.sink.Load()).Enabled(ctx, level)
}

// Handle implements [slog.Handler]. It writes the line after cleaning it.
func (h *handler) Handle(ctx context.Context, record slog.Record) error {
	c := newCleaner()
	line := slog.NewRecord(record.Time, record.Level, c.message(record.Message), record.PC)
	attrs := c.attrs(h.attrs(record), 0)
	attrs = append(attrs, slog.String(LoggerKey, h.name))
	if h.log.about != nil {
		attrs = append(attrs, h.log.about(ctx)...)
	}
	line.AddAttrs(lastOfEach(attrs)...)
	if heard := h.log.heard.Load(); heard != nil {
		(*heard)(ctx, line)
	}
	return (*h.log.sink.Load()).Handle(ctx, line)
}

// attrs returns the attributes of the steps, and then those of the record, each in their groups.
func (h *handler) attrs(record slog.Record) []slog.Attr {
	attrs := make([]slog.Attr, 0, record.NumAttrs()+4)
	record.Attrs(func(a slog.Attr) bool {
		attrs = append(attrs, a)
		return true
	})
	for _, s := range slices.Backward(h.steps) {
		if s.group == "" {
			attrs = slices.Concat(s.attrs, attrs)
		} else if len(attrs) > 0 {
			attrs = []slog.Attr{{Key: s.group, Value: slog.GroupValue(attrs...)}}
		}
	}
	return attrs
}

// lastOfEach keeps only the last of several attributes with the same name.
func lastOfEach(attrs []slog.Attr) []slog.Attr {
	kept := attrs[:0:0]
	for i, a := range attrs {
		again := func(later slog.Attr) bool { return later.Key == a.Key }
		if a.Key == "" || !slices.ContainsFunc(attrs[i+1:], again) {
			kept = append(kept, a)
		}
	}
	return kept
}

// WithAttrs implements [slog.Handler].
func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return h.with(step{attrs: attrs}, len(attrs) > 0)
}

// WithGroup implements [slog.Handler].
func (h *handler) WithGroup(name string) slog.Handler {
	return h.with(step{group: name}, name != "")
}

func (h *handler) with(s step, says bool) slog.Handler {
	if !says {
		return h
	}
	next := *h
	next.steps = append(slices.Clip(h.steps), s)
	return &next
}
