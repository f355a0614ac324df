package host

import (
	"errors"
	"log/slog"
	"syscall"
	"time"
)

const (
	firstAcceptPause = 5 * time.Millisecond
	maxAcceptPause   = time.Second
	acceptLogPause   = time.Minute
)

// shortage is the state of a listener that waits because the system has no resources left for another connection.
type shortage struct {
	pause  time.Duration // the last pause; 0 when the last connection was accepted
	logged time.Time
}

// passes reports whether an error of Accept is temporary: it ends when a resource is released, or it concerns one
// connection only.
func passes(err error) bool {
	for _, one := range []error{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, syscall.ECONNABORTED} {
		if errors.Is(err, one) {
			return true
		}
	}
	return false
}

// wait pauses before the next attempt to accept, longer each time, and logs the error once a minute. A stop ends the
// pause.
func (l *listener) wait(err error) {
	lack := &l.lack
	if now := time.Now(); lack.logged.IsZero() || now.Sub(lack.logged) >= acceptLogPause {
		lack.logged = now
		attrs := []any{slog.String("error", err.Error()), slog.Int("open", l.all.count())}
		if errors.Is(err, syscall.EMFILE) {
			attrs = append(attrs, slog.String("hint", "allow the process more open files, or lower server.max-connections"))
		}
		l.all.log.Warn("connections cannot be accepted; trying again", attrs...)
	}
	lack.pause = min(max(2*lack.pause, firstAcceptPause), maxAcceptPause)
	timer := time.NewTimer(lack.pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-l.closed:
	}
}
