package stories

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// Logged is a line of the log, as it is remembered.
type Logged struct {
	ID      uint64    `json:"id"`
	At      time.Time `json:"at"`
	Level   string    `json:"level"`
	Logger  string    `json:"logger"`
	Message string    `json:"message"`
	Trace   string    `json:"trace,omitempty"`
	Fields  []Field   `json:"fields,omitempty"`
}

// lines are the latest lines of the log, the oldest first.
type lines struct {
	kept  []Logged
	last  uint64
	bytes int64
}

// Heard remembers a line of the log, without secrets, and makes it a step of the story of its context.
func (r *Recorder) Heard(ctx context.Context, record slog.Record, level func(slog.Level) string) {
	if r == nil || r.paused.Load() {
		return
	}
	one := Logged{At: record.Time.UTC(), Level: level(record.Level), Message: fault.Shortened(record.Message, maxText)}
	record.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "logger":
			one.Logger = a.Value.String()
		case "trace":
			one.Trace = a.Value.String()
		case "request", "span": // the trace says more
		default:
			if len(one.Fields) < maxFields {
				one.Fields = append(one.Fields, Field{fault.Shortened(a.Key, maxValue), fault.Shortened(a.Value.String(), maxText)})
			}
		}
		return true
	})
	Of(ctx).Add(Step{
		Kind: Log, Began: record.Time, Text: one.Message,
		Detail: append([]Field{{"level", one.Level}, {"logger", one.Logger}}, slices.Clone(one.Fields)...),
	})
	r.keepLine(one)
}

func (r *Recorder) keepLine(one Logged) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := &r.lines
	l.last++
	one.ID = l.last
	l.kept = append(l.kept, one)
	l.bytes += one.bytes()
	n := 0
	for l.bytes > linesShare(r.limit) && n < len(l.kept) {
		l.bytes -= l.kept[n].bytes()
		l.kept[n] = Logged{}
		n++
	}
	l.kept = l.kept[n:]
	if len(r.feeds) > 0 {
		r.tell("log", one)
	}
}

func (l *Logged) bytes() int64 {
	n := 160 + len(l.Message) + len(l.Logger) + len(l.Trace)
	for _, f := range l.Fields {
		n += 32 + len(f.Name) + len(f.Value)
	}
	return int64(n)
}

// LogFilter chooses lines of the log. The zero value chooses all.
type LogFilter struct {
	Text, Logger, Trace string
	Levels              []string // all if it is empty
	Before              uint64
	Limit               int // 200 if it is 0; at most 2,000
}

// LogPage is a part of the log, the newest line first.
type LogPage struct {
	Lines []Logged `json:"lines"`
	Next  uint64   `json:"next,omitempty"` // the value of before for the following page; 0 at the end
}

// Lines returns the lines of the log that a filter chooses.
func (r *Recorder) Lines(f LogFilter) LogPage {
	r.mu.Lock()
	all := slices.Clone(r.lines.kept)
	r.mu.Unlock()
	p := LogPage{Lines: []Logged{}}
	limit := min(f.Limit, 2000)
	if limit <= 0 {
		limit = 200
	}
	f.Text = strings.ToLower(f.Text)
	for i := len(all) - 1; i >= 0; i-- {
		if one := &all[i]; f.Before != 0 && one.ID >= f.Before || !f.chooses(one) {
			continue
		}
		if len(p.Lines) == limit {
			p.Next = p.Lines[limit-1].ID
			break
		}
		p.Lines = append(p.Lines, all[i])
	}
	return p
}

func (f *LogFilter) chooses(l *Logged) bool {
	if f.Logger != "" && f.Logger != l.Logger && !strings.HasPrefix(l.Logger, f.Logger+".") || f.Trace != "" && f.Trace != l.Trace ||
		len(f.Levels) > 0 && !slices.Contains(f.Levels, l.Level) {
		return false
	}
	if f.Text == "" || strings.Contains(strings.ToLower(l.Message), f.Text) {
		return true
	}
	return slices.ContainsFunc(l.Fields, func(one Field) bool { return strings.Contains(strings.ToLower(one.Value), f.Text) })
}
