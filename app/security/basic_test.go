package security

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"testing"
	"time"

	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/logins"
	"github.com/fwrun/fwrun/security/passwords"
)

// TestBasic: for any name, and any answer of the bean, a wrong password takes as long; a good one is checked once.
func TestBasic(t *testing.T) {
	encoder := passwords.New(passwords.Options{})
	hashed, err := encoder.Encode(t.Context(), "secret")
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("no database")
	s := &Security{settings: Settings{Basic: BasicSettings{keep: time.Hour}}, passwords: encoder, log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	asked := 0
	check := s.basic(func(_ context.Context, name string) (*security.Account, error) {
		asked++
		switch name {
		case "ada":
			return &security.Account{Password: hashed, Roles: []string{"USER"}}, nil
		case "keyless":
			return &security.Account{}, nil
		case "odd":
			return &security.Account{Password: "secret"}, nil
		case "fails":
			return nil, broken
		}
		return nil, nil
	}, logins.New(logins.Options{}, time.Now))
	took := func(name, password string) time.Duration {
		t.Helper()
		least := time.Duration(math.MaxInt64)
		for range 3 {
			began := time.Now()
			if who, err := check(t.Context(), name, password); who != nil || err != nil {
				t.Errorf("%s with %q: %v, %v", name, password, who, err)
			}
			least = min(least, time.Since(began))
		}
		return least
	}
	known := took("ada", "wrong")
	for _, name := range []string{"nobody", "keyless", "odd"} {
		for _, password := range []string{"secret", ""} {
			if d := took(name, password); d < known/20 {
				t.Errorf("a password of %s is refused after %s, and one of a user after %s", name, d, known)
			}
		}
	}
	if _, err := check(t.Context(), "fails", "secret"); !errors.Is(err, broken) {
		t.Errorf("the error of the bean is %v", err)
	}
	before := asked
	for range 3 {
		who, err := check(t.Context(), "ada", "secret")
		if err != nil || who == nil || who.Name != "ada" || !who.Has("USER") {
			t.Fatalf("%v, %v", who, err)
		}
	}
	if asked != before+1 {
		t.Errorf("%d questions for one password", asked-before)
	}
}
