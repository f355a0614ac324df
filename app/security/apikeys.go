package security

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/host/wire"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/logins"
	"github.com/fwrun/fwrun/security/recent"
)

// APIKeySettings say in which header API keys are sent, how long their accounts are remembered, and how many unknown ones an address may send.
type APIKeySettings struct {
	Enabled bool
	Limit   logins.Options

	header string
	keep   time.Duration
}

// readAPIKeys reads how API keys are sent.
func readAPIKeys(r *config.Reader) APIKeySettings {
	own := r.Under("api-keys")
	s := APIKeySettings{
		Enabled: r.Has("api-keys"), header: strings.TrimSpace(own.String("header")), keep: own.Duration("cache"),
		Limit: readLimit(own.Under("limit")),
	}
	if !wire.IsToken(s.header) || slices.Contains([]string{"authorization", "proxy-authorization", "cookie", "host"}, strings.ToLower(s.header)) {
		own.Reject("header", "is not a header for keys", "for example X-Api-Key")
	}
	return s
}

const (
	// unknownKey is how long it is remembered that a key is unknown: one that has just been made is soon good.
	unknownKey = time.Second

	// trusted is for how long a key that was good is asked for whatever its address has done.
	trusted = time.Hour
)

// keys finds the accounts of API keys. Questions cost a worker, so an address that has sent too many unknown keys is locked out; but
// programs share addresses, and one whose key was good need not suffer from others.
type keys struct {
	find    finder
	limits  *logins.Limits // of addresses
	roles   security.Roles
	answers *answers
	good    *recent.Memory[hash, bool] // what was last said of keys that were good
}

// apiKeys returns a function that finds out whose an API key is that comes from an address. The error is a *[logins.Locked] if that is locked
// out.
func (s *Security) apiKeys(find finder, limits *logins.Limits) func(context.Context, string, netip.Addr) (*security.Principal, error) {
	k := &keys{
		find: find, limits: limits, roles: s.settings.roles,
		answers: newAnswers(s.settings.APIKeys.keep, unknownKey, s.settings.now), good: recent.New[hash, bool](halfOfAnswers, s.settings.now),
	}
	return k.owner
}

func (k *keys) owner(ctx context.Context, key string, from netip.Addr) (*security.Principal, error) {
	of := hash(sha256.Sum256([]byte(key)))
	if who, is := k.answers.remembered(of); is {
		return who, nil
	}
	return k.answers.of(of, func() (*security.Principal, error) { return k.ask(ctx, key, of, from) })
}

// ask asks the bean, unless the address is locked out. Keys that are asked for at the same time do not wait for each other: a good one is
// never refused because of another that may turn out to be unknown.
func (k *keys) ask(ctx context.Context, key string, of hash, from netip.Addr) (*security.Principal, error) {
	was, _ := k.good.Find(of)
	if !was {
		if err := k.limits.Allowed("", from); err != nil {
			return nil, err
		}
	}
	account, err := k.find(ctx, key)
	switch {
	case err != nil:
		return nil, err
	case account == nil:
		k.limits.Fail("", from)
		if was {
			k.good.Add(of, false, 1, time.Time{})
		}
		return nil, nil
	case account.Name == "":
		return nil, errNameless
	}
	k.good.Add(of, true, 1, k.answers.now().Add(trusted+k.answers.keep))
	return security.NewPrincipal(account.Name, account.Roles, account.Scopes, "", k.roles), nil
}

var errNameless = errors.New("the bean that extends ApiKeys has returned an object without a name")
