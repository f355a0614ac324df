package security

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/host/wire"
	"github.com/fwrun/fwrun/security"
)

// APIKeySettings say where API keys are sent, and for how long it is known whose one is.
type APIKeySettings struct {
	Enabled bool
	header  string
	keep    time.Duration
}

// readAPIKeys reads how API keys are sent.
func readAPIKeys(r *config.Reader) APIKeySettings {
	own := r.Under("api-keys")
	s := APIKeySettings{
		Enabled: r.Has("api-keys"), header: strings.TrimSpace(own.String("header", "X-Api-Key")), keep: own.Duration("cache", 10*time.Second),
	}
	if !wire.IsToken(s.header) || slices.Contains([]string{"authorization", "proxy-authorization", "cookie", "host"}, strings.ToLower(s.header)) {
		own.Reject("header", "is not a header for keys", "for example X-Api-Key")
	}
	return s
}

// nobodysKey is for how long it is known that a key is nobody's: one that has just been made is soon good.
const nobodysKey = time.Second

// apiKeys returns a function that finds out whose an API key is.
func (s *Security) apiKeys(find func(ctx context.Context, key string) (*security.Account, error)) func(context.Context, string) (*security.Principal, error) {
	known := newAnswers(s.settings.APIKeys.keep, nobodysKey, time.Now)
	return func(ctx context.Context, key string) (*security.Principal, error) {
		return known.of(sha256.Sum256([]byte(key)), func() (*security.Principal, error) {
			account, err := find(ctx, key)
			switch {
			case account == nil || err != nil:
				return nil, err
			case account.Name == "":
				return nil, errNameless
			}
			return security.NewPrincipal(account.Name, account.Roles, account.Scopes, "", s.settings.roles), nil
		})
	}
}

var errNameless = errors.New("the bean that extends ApiKeys has returned an object without a name")
