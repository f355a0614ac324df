package locks

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/fault"
)

// Locker grants locks. It is safe for concurrent use.
type Locker interface {
	// Acquire takes a lock, and waits for it while another owner holds it. The error is ErrHeld
	// if the lock was not free in time, the error of ctx if ctx has ended, or the failure.
	Acquire(ctx context.Context, r Request) (Lease, error)
}

// Request says what to lock, for whom and how long.
type Request struct {
	Name  string        // 1 to 512 bytes of UTF-8 without NUL
	Owner string        // who may acquire the lock again while holding it; "" for no owner. Like Name, unique in all processes
	Wait  time.Duration // how long to wait while another owner holds it; 0 tries once
	TTL   time.Duration // the lock ends after this time, at least 1 ms
}

// Lease is a lock that is held. It is safe for concurrent use.
type Lease interface {
	// Token returns a number that is greater than that of every earlier holder of the name. If an
	// owner acquires a lock again, the token is the same.
	Token() int64
	// Extend makes the lock end ttl from now, unless it ends later anyway. The error is ErrLost
	// if the lock is not held any more, or the failure.
	Extend(ctx context.Context, ttl time.Duration) error
	// Release releases the lock, even if ctx has ended. Further calls have no effect. The error
	// is ErrLost if the lock was not held any more, or the failure; after a failure Release may
	// be called again.
	Release(ctx context.Context) error
}

// ErrHeld is the error of a lock that was not free in time. Find it with errors.Is.
var ErrHeld = fault.New("locks.acquire", fault.Conflict, "the lock is held by another request; try again").
	WithHint("wait longer for the lock, or hold it for a shorter time")

// ErrLost is the error of a lock that ended before its holder was done. Find it with errors.Is.
var ErrLost = fault.New("locks.release", fault.Conflict, "the lock ended before the work was done; another request may have done it meanwhile").
	WithHint("give the lock a longer ttl, or extend it")

// shortest is the shortest ttl.
const shortest = time.Millisecond

// longestName is the greatest length of a name: an index of PostgreSQL has no room for much more
// than 2 KiB.
const longestName = 512

func (r Request) check() error {
	switch {
	case r.Name == "" || !usable(r.Name):
		return invalid(fmt.Sprintf("%.40q is not a valid lock name", r.Name))
	case !usable(r.Owner):
		return invalid(fmt.Sprintf("%.40q is not a valid lock owner", r.Owner))
	}
	return checkTTL(r.TTL)
}

func checkTTL(ttl time.Duration) error {
	if ttl < shortest {
		return invalid(fmt.Sprintf("a lock cannot have a ttl of %s", ttl))
	}
	return nil
}

func usable(text string) bool {
	return len(text) <= longestName && utf8.ValidString(text) && !strings.ContainsRune(text, 0)
}

func invalid(what string) error {
	return fault.New("locks.acquire", fault.Internal, "the request for a lock is not valid").
		WithHint(fmt.Sprintf("a name has 1 to %d bytes of UTF-8 without NUL, an owner at most as many, "+
			"and the ttl is %s or longer", longestName, shortest)).Because(errors.New(what))
}

func held(name string) error { return fmt.Errorf("lock %q: %w", name, ErrHeld) }
func lost(name string) error { return fmt.Errorf("lock %q: %w", name, ErrLost) }

// ended returns the error of a caller whose context has ended.
func ended(ctx context.Context, name string) error {
	cause := fmt.Errorf("lock %q: %w", name, ctx.Err())
	if errors.Is(cause, context.DeadlineExceeded) {
		return fault.New("locks.acquire", fault.Timeout, "waiting for a lock took too long").Because(cause)
	}
	return fault.New("locks.acquire", fault.Canceled, "the caller went away").Because(cause)
}
