package locks

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fwrun/fwrun/fault"
)

// Locker hands out locks. It is safe for concurrent use.
type Locker interface {
	// Acquire takes a lock, and waits for it when another owner holds it. The error is
	// ErrHeld when it was not free in time, that ctx has ended, or what failed.
	Acquire(ctx context.Context, r Request) (Lease, error)
}

// Request is what to lock, for whom and how long.
type Request struct {
	Name  string        // 1 to 512 bytes of UTF-8 without NUL
	Owner string        // who may acquire the lock again while holding it; "" is nobody. As Name, unique in all processes
	Wait  time.Duration // how long to wait while another holds it; 0 tries once
	TTL   time.Duration // the lock ends after it, at least 1 ms
}

// Lease is a lock that is held. It is safe for concurrent use.
type Lease interface {
	// Token is greater than that of every earlier holder of the name. What one owner
	// acquires again has the same.
	Token() int64
	// Extend has the lock end ttl from now, unless it ends later anyway. The error is
	// ErrLost when it is not held any more, or what failed.
	Extend(ctx context.Context, ttl time.Duration) error
	// Release gives the lock back, although ctx may have ended. After the first time it does
	// nothing. The error is ErrLost when the lock was not held any more, or what failed,
	// and then it may be called again.
	Release(ctx context.Context) error
}

// ErrHeld says that a lock was not free in time. Find it with errors.Is.
var ErrHeld = fault.New("locks.acquire", fault.Conflict, "another one is at this; try again").
	WithHint("wait longer for the lock, or hold it for a shorter time")

// ErrLost says that a lock had ended before its holder was done. Find it with errors.Is.
var ErrLost = fault.New("locks.release", fault.Conflict, "this took too long; another one may have done it meanwhile").
	WithHint("give the lock a longer ttl, or extend it")

// shortest is the shortest ttl.
const shortest = time.Millisecond

// longestName is how long a name may be: an index of PostgreSQL has no room for much more
// than 2 KiB.
const longestName = 512

func (r Request) check() error {
	switch {
	case r.Name == "" || !usable(r.Name):
		return invalid(fmt.Sprintf("%.40q can not be the name of a lock", r.Name))
	case !usable(r.Owner):
		return invalid(fmt.Sprintf("%.40q can not be the owner of a lock", r.Owner))
	}
	return checkTTL(r.TTL)
}

func checkTTL(ttl time.Duration) error {
	if ttl < shortest {
		return invalid(fmt.Sprintf("a lock can not end after %s", ttl))
	}
	return nil
}

func usable(text string) bool {
	return len(text) <= longestName && utf8.ValidString(text) && !strings.ContainsRune(text, 0)
}

func invalid(what string) error {
	return fault.New("locks.acquire", fault.Internal, "a lock was asked for in a wrong way").
		WithHint(fmt.Sprintf("a name has 1 to %d bytes of UTF-8 without NUL, an owner at most as many, "+
			"and the ttl is %s or longer", longestName, shortest)).Because(errors.New(what))
}

func held(name string) error { return fmt.Errorf("lock %q: %w", name, ErrHeld) }
func lost(name string) error { return fmt.Errorf("lock %q: %w", name, ErrLost) }

// ended is the error of a caller whose context has ended.
func ended(ctx context.Context, name string) error {
	cause := fmt.Errorf("lock %q: %w", name, ctx.Err())
	if errors.Is(cause, context.DeadlineExceeded) {
		return fault.New("locks.acquire", fault.Timeout, "waiting for a lock took too long").Because(cause)
	}
	return fault.New("locks.acquire", fault.Canceled, "the caller went away").Because(cause)
}
