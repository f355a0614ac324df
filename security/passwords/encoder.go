package passwords

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security/crypt/turns"
)

// The most that is hashed. Longer ones are not passwords, and reading them would be work for nothing.
const maxLength = 4096

// Options of an encoder. What is zero has a default.
type Options struct {
	Memory  uint32 // of one hash, in KiB: 19,456
	Passes  uint32 // over that memory: 2
	Workers int    // hashes that are made at a time: half of the processors, at least one
	Waiting int    // hashes that may wait for a worker: 64 for each worker
}

func (o Options) withDefaults() Options {
	// The least that OWASP's Password Storage Cheat Sheet asks of argon2id.
	if o.Memory == 0 {
		o.Memory = 19_456
	}
	if o.Passes == 0 {
		o.Passes = 2
	}
	if o.Workers == 0 {
		o.Workers = turns.Workers()
	}
	if o.Waiting == 0 {
		o.Waiting = 64 * o.Workers
	}
	return o
}

// Encoder makes and checks hashes. Its methods may be called by several goroutines.
type Encoder struct {
	settings argon2Hash // those of hashes that are made now, without salt and key
	decoy    made       // what a password is compared with if there is no user
	turns    *turns.Turns
}

// New returns an encoder.
func New(o Options) *Encoder {
	o = o.withDefaults()
	settings := argon2Hash{memory: o.Memory, passes: o.Passes, lanes: 1, isID: true}
	return &Encoder{
		settings: settings,
		decoy:    settings.with(random(saltLength), random(keyLength)),
		turns:    turns.New(o.Workers, o.Waiting),
	}
}

// Encode returns the hash of a password, in the PHC string format: $argon2id$v=19$m=19456,t=2,p=1$salt$key. It refuses a password that is
// empty or longer than 4,096 bytes.
func (e *Encoder) Encode(ctx context.Context, password string) (string, error) {
	switch {
	case password == "":
		return "", fault.New("passwords.Encode", fault.Invalid, "a password must not be empty")
	case len(password) > maxLength:
		return "", fault.New("passwords.Encode", fault.Invalid, fmt.Sprintf("a password has at most %d bytes", maxLength))
	}
	var text string
	err := e.take(ctx, func() {
		salt := random(saltLength)
		text = e.settings.with(salt, e.settings.derive(password, salt, keyLength)).String()
	})
	return text, err
}

// Matches reports whether a hash was made of a password. An empty hash means that the user does not exist: then it takes as long as for
// one that does, and reports false, so that nobody learns from the time which users exist. A hash that cannot be read is an error.
func (e *Encoder) Matches(ctx context.Context, password, text string) (bool, error) {
	h, err := e.decoy, error(nil)
	if text != "" {
		if h, err = parse(text); err != nil {
			return false, err
		}
	}
	if len(password) > maxLength {
		return false, nil
	}
	matches := false
	err = e.take(ctx, func() { matches = h.fits(password) })
	return matches && text != "", err
}

// take works when it is its turn.
func (e *Encoder) take(ctx context.Context, work func()) error {
	err := e.turns.Take(ctx, work)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, turns.ErrTooMany):
		return fault.New("passwords.wait", fault.Unavailable, "too many passwords are being checked")
	}
	return fault.New("passwords.wait", fault.Timeout, "the password was not checked in time").Because(err)
}

// NeedsRehash reports whether a hash was made by another function than today's, or by weaker settings.
func (e *Encoder) NeedsRehash(text string) (bool, error) {
	h, err := parse(text)
	if err != nil {
		return false, err
	}
	a, ok := h.(argon2Hash)
	return !ok || !a.isID || a.memory < e.settings.memory || a.passes < e.settings.passes || len(a.key) < keyLength, nil
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails: a system without randomness ends the process
	return b
}
