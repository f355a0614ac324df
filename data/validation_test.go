package data

import (
	"context"
	"database/sql/driver"
	"errors"
	"testing"
	"time"
)

// questioned is a session that records the validation query and returns answer.
type questioned struct {
	session
	asked  string
	answer error
}

func (q *questioned) script(_ context.Context, text string) error {
	q.asked = text
	return q.answer
}

func (q *questioned) alive() bool                     { return true }
func (q *questioned) inTransaction() bool             { return false }
func (q *questioned) checkIdle(context.Context) error { return nil }

// TestValidationQuery: a connection that was idle for a while is checked before it is used, and closed if it
// does not answer.
func TestValidationQuery(t *testing.T) {
	settings := &Settings{ValidationQuery: "SELECT 1", ConnectTimeout: time.Second}
	for name, c := range map[string]struct {
		idle        time.Duration
		answer      error
		asked       string
		isDiscarded bool
	}{
		"used just now": {0, errors.New("gone"), "", false},
		"alive":         {time.Minute, nil, "SELECT 1", false},
		"gone":          {time.Minute, errors.New("gone"), "SELECT 1", true},
	} {
		q := &questioned{answer: c.answer}
		p := &pooled{session: q, settings: settings}
		if !p.IsValid() {
			t.Fatalf("%s: it was closed when it came back", name)
		}
		p.used = p.used.Add(-c.idle)
		err := p.ResetSession(t.Context())
		if q.asked != c.asked || errors.Is(err, driver.ErrBadConn) != c.isDiscarded {
			t.Errorf("%s: it was asked %q and gave %v", name, q.asked, err)
		}
	}
}
