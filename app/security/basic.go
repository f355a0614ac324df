package security

import (
	"context"
	"crypto/sha256"
	"log/slog"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/logins"
)

// BasicSettings say whether users send their passwords with requests, and for how long one that was good need not be checked again.
type BasicSettings struct {
	Enabled bool
	realm   string
	keep    time.Duration
}

// readBasic reads how users send their passwords, in an application of a name.
func readBasic(r *config.Reader, application string) BasicSettings {
	own := r.Under("basic")
	return BasicSettings{
		Enabled: own.Bool("enabled"), realm: readValue(own, "realm", plain(application)), keep: own.Duration("cache"),
	}
}

// plain returns a name without what a header cannot have.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '-'
		}
		return r
	}, name)
}

// basic returns a function that finds out whether a user has a password. A password that was good within the last seconds is good also for a
// name that is locked out meanwhile: clients that send it with each request need not suffer from somebody who guesses it.
func (s *Security) basic(find finder, limits *logins.Limits) func(ctx context.Context, name, password string) (*security.Principal, error) {
	known := newAnswers(s.settings.Basic.keep, 0, s.settings.now)
	return func(ctx context.Context, name, password string) (*security.Principal, error) {
		return known.of(sha256.Sum256([]byte(name+":"+password)), func() (who *security.Principal, err error) {
			attempt, err := limits.Begin(name, security.AddressOf(ctx))
			if err != nil {
				return nil, err
			}
			_, err = attempt.Check(func() (bool, error) {
				account, err := find(ctx, name)
				if err != nil {
					return false, err
				}
				if account == nil {
					account = &security.Account{}
				}
				fits, err := s.fits(ctx, password, account.Password)
				if fits {
					who = security.NewPrincipal(name, account.Roles, nil, "", s.settings.roles)
				}
				return fits, err
			})
			return who, err
		})
	}
}

// fits reports whether a hash was made of a password. It takes as long for a user who has none, or whose hash nobody can read, so that nobody
// learns from the time which users there are.
func (s *Security) fits(ctx context.Context, password, text string) (bool, error) {
	fits, err := s.passwords.Matches(ctx, password, text)
	if err == nil || fault.KindOf(err) != fault.Internal {
		return fits, err
	}
	s.log.Error("the password of a user was not checked", slog.Any("error", err))
	_, err = s.passwords.Matches(ctx, password, "")
	return false, err
}
