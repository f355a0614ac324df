package outbound

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// TestShareInOrder: requests that found no place get one in the order in which they came, and never more than there are.
func TestShareInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		share := NewShare(Limits{Most: 2})
		one, two := entered(t, share, "a"), entered(t, share, "b")
		var order []string
		enter := func(host string) {
			go func() {
				leave, err := share.Enter(t.Context(), host, 0)
				if err != nil {
					t.Error(err)
					return
				}
				order = append(order, host) // the others wait
				leave()
				leave() // more than once has no effect
			}()
			synctest.Wait()
		}
		for _, host := range []string{"a", "b", "c", "a", "c"} {
			enter(host)
		}
		if len(order) > 0 {
			t.Fatalf("%v did not wait", order)
		}
		one()
		synctest.Wait()
		if want := []string{"a", "b", "c", "a", "c"}; !slices.Equal(order, want) {
			t.Errorf("the order is %v, want %v", order, want)
		}
		two()
		empty(t, share)
	})
}

// TestShareOfAHost: a host that does not answer takes its own places only, and who waits for it does not stand before others.
func TestShareOfAHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		share := NewShare(Limits{Most: 3, PerHost: 2, Queue: 4, Wait: time.Minute})
		slow := []func(){entered(t, share, "slow"), entered(t, share, "slow")}
		errs := make(chan error, 4)
		for range 4 {
			go func() {
				leave, err := share.Enter(t.Context(), "slow", 0)
				if err == nil {
					leave()
				}
				errs <- err
			}()
		}
		synctest.Wait()
		for range 10 { // one place is left to others
			entered(t, share, "fast")()
		}
		_, err := share.Enter(t.Context(), "slow", 0)
		failed, ok := errors.AsType[*fault.Error](err)
		if !ok || failed.Kind != fault.Unavailable {
			t.Errorf("the queue is full, and the error is %v", err)
		}
		if own, ok := errors.AsType[interface {
			error
			Code() string
		}](err); !ok || own.Code() != "EBUSY" || err.Error() != "slow: 2 requests are in flight, and 4 are waiting already" {
			t.Errorf("the error is %v", err)
		}
		slow[0]()
		for range 4 {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
		slow[1]()
		empty(t, share)
	})
}

// TestShareWaits: a request waits for so long, or until nobody wants it any more.
func TestShareWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		share := NewShare(Limits{Most: 1, Wait: 3 * time.Second})
		leave := entered(t, share, "a")
		began := time.Now()
		_, err := share.Enter(t.Context(), "b", 0)
		if took := time.Since(began); took != 3*time.Second || err == nil || err.Error() != "b: no request ended within 3s" {
			t.Errorf("%v after %v", err, took)
		}
		gone := errors.New("the client has gone")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(gone) })
		if _, err := share.Enter(ctx, "a", 0); !errors.Is(err, gone) {
			t.Errorf("the error is %v", err)
		}
		leave()
		empty(t, share)
	})
}

// TestShareOfOne: requests to a host may have fewer places than the limits say, and never more.
func TestShareOfOne(t *testing.T) {
	share := NewShare(Limits{PerHost: 2, Wait: time.Nanosecond})
	for name, c := range map[string]struct{ most, want int }{"fewer": {1, 1}, "more": {9, 2}, "as ever": {0, 2}} {
		got := 0
		for range 5 {
			if _, err := share.Enter(t.Context(), name, c.most); err == nil {
				got++
			}
		}
		if got != c.want {
			t.Errorf("%s: %d requests are in flight, want %d", name, got, c.want)
		}
	}
}

// TestShareQueuesAreBounded: what waits is bounded, to however many hosts it is.
func TestShareQueuesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		share := NewShare(Limits{Most: 1, Queue: 2})
		leave := entered(t, share, "a")
		refused := 0
		for i := range 20 {
			go func() {
				if leave, err := share.Enter(t.Context(), fmt.Sprint(i), 0); err == nil {
					leave()
				} else {
					refused++
				}
			}()
			synctest.Wait()
		}
		if want := 20 - 2*waitingHosts; refused != want {
			t.Errorf("%d requests were refused, want %d", refused, want)
		}
		leave()
		synctest.Wait()
		empty(t, share)
	})
}

func entered(t *testing.T, share *Share, host string) (leave func()) {
	t.Helper()
	leave, err := share.Enter(t.Context(), host, 0)
	if err != nil {
		t.Fatal(err)
	}
	return leave
}

// empty checks that all places have been given back, and that nothing is kept of hosts.
func empty(t *testing.T, share *Share) {
	t.Helper()
	share.mu.Lock()
	defer share.mu.Unlock()
	if share.used != 0 || share.waiting != 0 || len(share.hosts) != 0 || len(share.queues) != 0 {
		t.Errorf("%d places are taken, %d requests wait, of %d hosts and in %d queues", share.used, share.waiting, len(share.hosts), len(share.queues))
	}
}
