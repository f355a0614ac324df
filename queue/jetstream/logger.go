package jetstream

import (
	"fmt"
	"log/slog"
)

// logger writes what the server reports to a slog.Logger.
type logger struct {
	server *Server
	log    *slog.Logger
}

func (l *logger) Noticef(format string, v ...any) { l.log.Debug(l.text(format, v)) }
func (l *logger) Warnf(format string, v ...any)   { l.log.Warn(l.text(format, v)) }
func (l *logger) Debugf(string, ...any)           {}
func (l *logger) Tracef(string, ...any)           {}

// Errorf also tells the server what it reports.
func (l *logger) Errorf(format string, v ...any) {
	text := l.text(format, v)
	l.log.Error(text)
	l.server.reported(text, l.log)
}

// Fatalf keeps the reason of a failed start. The process goes on.
func (l *logger) Fatalf(format string, v ...any) {
	l.log.Error(l.text(format, v))
	l.server.mu.Lock()
	defer l.server.mu.Unlock()
	if l.server.failed == nil {
		l.server.failed = fmt.Errorf(format, v...)
	}
}

func (l *logger) text(format string, v []any) string { return "queue: " + fmt.Sprintf(format, v...) }
