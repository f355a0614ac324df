package security

import (
	"context"
	"crypto/sha256"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/recent"
)

// finder returns the account of a key, or of the name of a user; nil if there is none.
type finder func(ctx context.Context, credential string) (*security.Account, error)

// Beans are the application's own, which find the account of credentials.
type Beans struct {
	APIKey finder
	User   finder
}

// hash identifies credentials in memory, where they are not kept themselves.
type hash [sha256.Size]byte

// halfOfAnswers is about half of how many answers are remembered.
const halfOfAnswers = 4096

// answers remembers the principals of credentials for a short time, so that a client that sends the same with each request costs one question.
// Those who send them while it is asked wait for the same answer. Credentials without an account are remembered apart: somebody who tries many
// does not push out those that are good.
type answers struct {
	now           func() time.Time
	known         *recent.Memory[hash, *security.Principal]
	unknown       *recent.Memory[hash, struct{}]
	keep, keepNot time.Duration
	asking        singleflight.Group
}

func newAnswers(keep, keepNot time.Duration, now func() time.Time) *answers {
	return &answers{
		now: now, keep: keep, keepNot: min(keep, keepNot),
		known:   recent.New[hash, *security.Principal](halfOfAnswers, now),
		unknown: recent.New[hash, struct{}](halfOfAnswers, now),
	}
}

// remembered returns the principal of the credentials with a hash, nil if they have none, and whether that is remembered.
func (a *answers) remembered(of hash) (who *security.Principal, is bool) {
	if who, is = a.known.Find(of); !is {
		_, is = a.unknown.Find(of)
	}
	return who, is
}

// of returns the principal of the credentials with a hash, which ask finds; nil if they have none.
func (a *answers) of(of hash, ask func() (*security.Principal, error)) (*security.Principal, error) {
	if who, is := a.remembered(of); is {
		return who, nil
	}
	found, err, _ := a.asking.Do(string(of[:]), func() (any, error) {
		who, err := ask()
		switch now := a.now(); {
		case err != nil:
		case who != nil && a.keep > 0:
			a.known.Add(of, who, 1, now.Add(a.keep))
		case who == nil && a.keepNot > 0:
			a.unknown.Add(of, struct{}{}, 1, now.Add(a.keepNot))
		}
		return who, err
	})
	if err != nil {
		return nil, err
	}
	return found.(*security.Principal), nil
}
