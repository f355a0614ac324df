package logging

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/lmittmann/tint"
)

// pretty writes a record as one line, and below it the attributes that take lines of their own: a stack, the source
// that failed, and how to fix it.
type pretty struct {
	slog.Handler // writes to line
	shared       *prettyOutput
}

// prettyOutput is shared by all loggers that were made of one.
type prettyOutput struct {
	mu   sync.Mutex
	line bytes.Buffer
	out  io.Writer
}

func newPretty(out io.Writer, options *tint.Options) pretty {
	shared := &prettyOutput{out: out}
	return pretty{tint.NewTextHandler(&shared.line, options), shared}
}

// below lists the attributes that take lines of their own, in the order in which they are written.
func below() []string { return []string{"source", "stack", "cause", "hint"} }

func (h pretty) Handle(ctx context.Context, record slog.Record) error {
	texts, name := map[string]string{}, ""
	var rest []slog.Attr
	record.Attrs(func(a slog.Attr) bool {
		switch {
		case a.Key == LoggerKey:
			name = a.Value.String()
		case slices.Contains(below(), a.Key):
			texts[a.Key] = a.Value.String()
		default:
			rest = append(rest, a)
		}
		return true
	})
	message := headline(name, record.Message)
	if name == HTTP && record.Message == requestMessage {
		message, rest = requestLine(rest)
	}
	short := slog.NewRecord(record.Time, record.Level, message, record.PC)
	short.AddAttrs(rest...)
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

// headline returns the message after the name of its logger, which is left out for fwrun and console. Further lines
// of the message are indented, so that none looks like a line of the log.
func headline(name, message string) string {
	lines := strings.Split(message, "\n")
	for i, line := range lines {
		lines[i] = harmless(line)
	}
	message = strings.Join(lines, "\n    ")
	if name == "" || name == Console || isOwn(name) {
		return message
	}
	return harmless(name) + ": " + message
}

// write adds a text below the line: source and stack without a label, anything else with its name.
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

// harmless returns a text without the characters that control a terminal.
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
