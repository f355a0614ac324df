package security

import (
	"context"
	"crypto/sha256"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/recent"
)

// finder returns the account of a key, or of the name of a user; nil if nobody has it.
type finder func(ctx context.Context, credential string) (*security.Account, error)

// Beans are the application's own, which say whose credentials are: nobody's if the account is nil.
type Beans struct {
	APIKey finder
	User   finder
}

// hash stands for credentials in memory, where they are not kept themselves.
type hash [sha256.Size]byte

// halfOfAnswers is about half of how many answers are remembered.
const halfOfAnswers = 4096

// answers remembers for a short time whose credentials are, so that a client which sends the same ones with each request costs one question.
// Those who send them while it is asked wait for the same answer. What is nobody's is remembered apart: somebody who tries many does not
// push out those that are good.
type answers struct {
	now           func() time.Time
	known         *recent.Memory[hash, *security.Principal]
	nobodys       *recent.Memory[hash, struct{}]
	keep, keepNot time.Duration
	asking        singleflight.Group
}

func newAnswers(keep, keepNot time.Duration, now func() time.Time) *answers {
	return &answers{
		now: now, keep: keep, keepNot: min(keep, keepNot),
		known:   recent.New[hash, *security.Principal](halfOfAnswers, now),
		nobodys: recent.New[hash, struct{}](halfOfAnswers, now),
	}
}

// remembered returns whose the credentials of a hash are, nil if they are nobody's, and whether that is remembered.
func (a *answers) remembered(of hash) (who *security.Principal, is bool) {
	if who, is = a.known.Find(of); !is {
		_, is = a.nobodys.Find(of)
	}
	return who, is
}

// of returns whose the credentials of a hash are, which ask finds out; nil if they are nobody's.
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
			a.nobodys.Add(of, struct{}{}, 1, now.Add(a.keepNot))
		}
		return who, err
	})
	if err != nil {
		return nil, err
	}
	return found.(*security.Principal), nil
}
