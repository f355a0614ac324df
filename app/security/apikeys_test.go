package security

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/logins"
)

// TestKeysAreLimited: an address is locked out for its time, but for keys that were good lately; and a key that was withdrawn is one of many.
func TestKeysAreLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &Security{settings: Settings{APIKeys: APIKeySettings{keep: 10 * time.Second}}}
		owners, asked := map[string]string{"a": "ada", "b": "bob"}, 0
		owner := s.apiKeys(func(_ context.Context, key string) (*security.Account, error) {
			asked++
			if key == "broken" {
				return nil, errors.New("no table")
			}
			if name := owners[key]; name != "" {
				return &security.Account{Name: name}, nil
			}
			return nil, nil
		}, logins.New(logins.Options{PerAddress: 2, Within: time.Hour, Lockout: 40 * time.Minute}, time.Now))
		here, there, local := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2"), netip.Addr{}
		expect := func(key string, from netip.Addr, want string, questions int) {
			t.Helper()
			before, got := asked, "nobody"
			who, err := owner(t.Context(), key, from)
			if locked, is := errors.AsType[*logins.Locked](err); is {
				got = "locked " + locked.After.String()
			} else if err != nil {
				got = err.Error()
			} else if who != nil {
				got = who.Name
			}
			if got != want || asked-before != questions {
				t.Errorf("%s from %v is %s after %d questions, not %s after %d", key, from, got, asked-before, want, questions)
			}
		}
		expect("a", here, "ada", 1)
		expect("a", here, "ada", 0)
		expect("broken", here, "no table", 1) // counts for nothing
		expect("x", here, "nobody", 1)
		expect("x", here, "nobody", 0) // one question, one failure
		expect("y", here, "nobody", 1)
		expect("z", here, "locked 40m0s", 0)
		expect("b", here, "locked 40m0s", 0)
		expect("b", there, "bob", 1)
		for range 5 { // where no address is known, such as over a socket file, nothing is counted
			expect("z", local, "nobody", 1)
			<-time.After(time.Second)
		}
		<-time.After(10 * time.Second)
		expect("a", here, "ada", 1) // it was good
		delete(owners, "a")
		<-time.After(10 * time.Second)
		expect("a", here, "nobody", 1)
		<-time.After(time.Second)
		expect("a", here, "locked 39m34s", 0) // and is not any more
		<-time.After(40 * time.Minute)
		expect("z", here, "nobody", 1)
		expect("b", here, "bob", 1)
		<-time.After(time.Hour + 20*time.Second)
		expect("x", here, "nobody", 1)
		expect("y", here, "nobody", 1)
		expect("b", here, "locked 40m0s", 0) // it was good too long ago
	})
}

// TestGoodKeysCostNothing: a key that is remembered allocates nothing, also for a client that guesses.
func TestGoodKeysCostNothing(t *testing.T) {
	s := &Security{settings: Settings{APIKeys: APIKeySettings{keep: time.Hour}}}
	owner := s.apiKeys(func(context.Context, string) (*security.Account, error) { return &security.Account{Name: "ada"}, nil },
		logins.New(logins.Options{PerAddress: 1, Within: time.Hour, Lockout: time.Hour}, time.Now))
	ctx, from := t.Context(), netip.MustParseAddr("192.0.2.1")
	if n := testing.AllocsPerRun(100, func() {
		if who, err := owner(ctx, "k", from); who == nil || err != nil {
			t.Error(who, err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
