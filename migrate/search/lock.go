package search

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// holder is who holds a lock.
type holder struct {
	Token   string    `json:"holder"`
	Host    string    `json:"host"`
	Process int       `json:"process"`
	Since   time.Time `json:"since"`
	Expires time.Time `json:"expires"`
}

func (h holder) String() string {
	return fmt.Sprintf("process %d on %s since %s", h.Process, h.Host, h.Since.UTC().Format(time.RFC3339))
}

// lock is the document that only one process at a time can create. Its holder renews it, and removes it at the end.
type lock struct {
	t    *Target
	mine holder
	version
	trouble error // why the last write is not known to have taken effect; nil if another process was faster
}

// version names a state of a document.
type version struct{ sequence, term int64 }

func (v version) query() string {
	return fmt.Sprintf("?if_seq_no=%d&if_primary_term=%d", v.sequence, v.term)
}

func versionIn(answer *cluster.Answer) version {
	return version{answer.Get("_seq_no").Int(), answer.Get("_primary_term").Int()}
}

// lockID is the id of the connection's lock. No file has that path, since hidden ones are ignored.
func (t *Target) lockID() string { return idOf(t.Name() + "/.lock") }

// Locked makes the cluster ready, takes the lock and calls f, whose context ends if the lock is lost.
func (t *Target) Locked(ctx context.Context, stop <-chan struct{}, f func(context.Context) error) error {
	if err := t.prepare(ctx); err != nil {
		return err
	}
	l := &lock{t: t, mine: t.holder}
	l.mine.Token, l.mine.Since = rand.Text(), time.Now()
	if err := l.acquire(ctx, stop); err != nil {
		return err
	}
	running, lose := context.WithCancelCause(ctx)
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		l.renew(running, lose)
	}()
	err := f(running)
	cause := context.Cause(running)
	lose(nil)
	<-renewed
	l.release(context.WithoutCancel(ctx))
	if errors.Is(err, context.Canceled) && cause != nil && ctx.Err() == nil {
		return cause
	}
	return err
}

// acquire creates the document. One that nobody renews is taken over.
func (l *lock) acquire(ctx context.Context, stop <-chan struct{}) error {
	deadline := time.Now().Add(l.t.o.LockTimeout)
	var seen observed
	warned := false
	for n := 0; ; {
		got, err := l.create(ctx)
		if got || err != nil {
			return err
		}
		other, at, exists, err := l.t.locked(ctx)
		switch {
		case err != nil:
			return err
		case !exists && l.trouble == nil:
			continue
		case !exists:
			if n++; n == attempts {
				return l.t.c.Explain(l.trouble)
			}
			if err := wait(ctx, n); err != nil {
				return err
			}
			continue
		case other.Token == l.mine.Token: // the answer to create was lost
			l.version = at
			return nil
		case seen.dead(other, at, l.t.o.Lease):
			if got, err := l.replace(ctx, at); got || err != nil {
				return err
			}
			continue
		case time.Now().After(deadline):
			return fault.New("search.lock", fault.Unavailable,
				fmt.Sprintf("another process migrates search connection %q: %s", l.t.Name(), other)).
				WithHint("wait for it, or break its lock with `fwrun migrate unlock -m opensearch`")
		}
		if !warned {
			warned = true
			l.t.o.Log.WarnContext(ctx, "waiting for another process that migrates", "connection", l.t.Name(), "holder", other.String())
		}
		if err := pauseUnless(ctx, stop, l.t.o.Lease/20); err != nil {
			return err
		}
	}
}

// observed is what was seen of another process's lock.
type observed struct {
	at    version
	since time.Time
}

// dead reports whether a lock is not renewed any more: it did not change for as long as it holds, by this machine's
// clock, or by the holder's clock it has been over for as long again, which allows for clocks that differ.
func (o *observed) dead(other holder, at version, lease time.Duration) bool {
	if o.at != at || o.since.IsZero() {
		o.at, o.since = at, time.Now()
	}
	return time.Since(o.since) > lease || time.Since(other.Expires) > lease
}

func pauseUnless(ctx context.Context, stop <-chan struct{}, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-stop:
		return migrate.ErrStopped
	case <-ctx.Done():
		return ctx.Err()
	}
}

// document returns the body of the lock, which ends a lease from now.
func (l *lock) document() []byte {
	l.mine.Expires = time.Now().Add(l.t.o.Lease)
	body, _ := json.Marshal(map[string]any{"connection": l.t.Name(), "lock": l.mine}) // plain values
	return body
}

func (l *lock) path(kind string) string {
	return "/" + Index + "/" + kind + "/" + url.PathEscape(l.t.lockID())
}

func (l *lock) create(ctx context.Context) (bool, error) { return l.write(ctx, l.path("_create")) }

func (l *lock) replace(ctx context.Context, at version) (bool, error) {
	return l.write(ctx, l.path("_doc")+at.query())
}

// write writes the document and reports whether it did. If the answer was lost, that is seen when it is read.
func (l *lock) write(ctx context.Context, path string) (bool, error) {
	l.trouble = nil
	answer, err := ask(ctx, l.t.c, cluster.Request{Method: http.MethodPut, Path: path, Body: l.document()})
	if _, lost := errors.AsType[*cluster.UnansweredError](err); lost {
		l.trouble = err
		return false, nil
	}
	switch {
	case err != nil:
		return false, err
	case answer.Status == http.StatusConflict:
		return false, nil
	case busy(answer):
		l.trouble = answer.Err()
		return false, nil
	case !answer.OK():
		return false, l.t.c.Explain(answer.Err())
	}
	l.version = versionIn(answer)
	return true, nil
}

// locked reads the lock of the connection.
func (t *Target) locked(ctx context.Context) (h holder, at version, exists bool, err error) {
	answer, err := ask(ctx, t.c, cluster.Request{Method: http.MethodGet, Path: "/" + Index + "/_doc/" + url.PathEscape(t.lockID())})
	switch {
	case err != nil:
		return h, at, false, err
	case answer.Status == http.StatusNotFound:
		return h, at, false, nil
	case !answer.OK():
		return h, at, false, t.c.Explain(answer.Err())
	}
	if err := json.Unmarshal([]byte(answer.Get("_source.lock").Raw), &h); err != nil {
		return h, at, false, fault.New("search.lock", fault.Internal, "the document of the lock cannot be read").Because(err)
	}
	return h, versionIn(answer), true, nil
}

// errLost ends a run whose lock another process has taken.
var errLost = fault.New("search.lock", fault.Unavailable, "the lock was lost: this process did not renew it in time, or somebody broke it").
	WithHint("run again; files that were recorded do not run again")

// renew keeps the lock until the context ends.
func (l *lock) renew(ctx context.Context, lose context.CancelCauseFunc) {
	renewed := time.Now()
	for {
		if pauseUnless(ctx, nil, l.t.o.Lease/3) != nil {
			return
		}
		got, err := l.replace(ctx, l.version)
		switch {
		case ctx.Err() != nil:
			return
		case got:
			renewed = time.Now()
		case err == nil && !l.stillMine(ctx), time.Since(renewed) > l.t.o.Lease:
			lose(errLost)
			return
		}
	}
}

// stillMine reports whether the lock is this process's, after a renewal whose result is not known.
func (l *lock) stillMine(ctx context.Context) bool {
	other, at, exists, err := l.t.locked(ctx)
	if err != nil {
		return true // not known; renew gives up in time
	}
	if exists && other.Token == l.mine.Token {
		l.version = at
		return true
	}
	return false
}

// release removes the lock. If that fails, it ends by itself.
func (l *lock) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, l.t.o.Lease)
	defer cancel()
	if err := l.remove(ctx); err != nil {
		l.t.o.Log.WarnContext(ctx, "the lock of the migrations was not released; it ends by itself", "expires", l.mine.Expires, "error", err)
	}
}

// remove removes the lock unless it is another process's. Its version may be a later one than is known, since the end of the
// run cuts off a renewal that is on its way.
func (l *lock) remove(ctx context.Context) error {
	for range attempts {
		answer, err := put(ctx, l.t.c, cluster.Request{Method: http.MethodDelete, Path: l.path("_doc") + l.version.query()}, unknowable)
		switch {
		case err == nil || answer != nil && answer.Status == http.StatusNotFound:
			return nil
		case answer == nil || answer.Status != http.StatusConflict:
			return err
		}
		other, at, exists, err := l.t.locked(ctx)
		if err != nil || !exists || other.Token != l.mine.Token {
			return err
		}
		l.version = at
	}
	return fault.New("search.lock", fault.Conflict, "the lock was changed by another process at every attempt")
}

// Unlock removes the lock and returns who held it.
func (t *Target) Unlock(ctx context.Context) (string, error) {
	h, at, exists, err := t.locked(ctx)
	if err != nil || !exists {
		return "", err
	}
	answer, err := send(ctx, t.c, cluster.Request{
		Method: http.MethodDelete, Path: "/" + Index + "/_doc/" + url.PathEscape(t.lockID()) + at.query(),
	})
	if err != nil {
		return "", err
	}
	if answer.Status == http.StatusConflict {
		return "", fault.New("search.lock", fault.Conflict, "the lock was renewed meanwhile: "+h.String()+" is at work").
			WithHint("end that process first")
	}
	return h.String(), t.c.Explain(answer.Err())
}
