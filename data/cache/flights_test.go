package cache_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/data/cache"
	"github.com/fwrun/fwrun/platform/fault"
)

// joined is the outcome of a Join.
type joined struct {
	value string
	lead  *cache.Lead
	err   error
}

// join calls Join in the background, and returns when the call has ended or is waiting.
func join(ctx context.Context, f *cache.Flights) <-chan joined {
	out := make(chan joined, 1)
	go func() {
		value, lead, err := f.Join(ctx, "books", "1")
		out <- joined{string(value), lead, err}
	}()
	synctest.Wait()
	return out
}

// waits fails the test if one of the calls has ended.
func waits(t *testing.T, calls ...<-chan joined) {
	t.Helper()
	synctest.Wait()
	for i, call := range calls {
		select {
		case j := <-call:
			t.Fatalf("call %d ended with %+v", i, j)
		default:
		}
	}
}

// leads returns the lead that the call must have by now.
func leads(t *testing.T, call <-chan joined) *cache.Lead {
	t.Helper()
	synctest.Wait()
	select {
	case j := <-call:
		if j.lead == nil {
			t.Fatalf("got %+v, want the lead", j)
		}
		return j.lead
	default:
		t.Fatal("the call waits, but should lead")
		return nil
	}
}

func hears(t *testing.T, call <-chan joined, value string) {
	t.Helper()
	synctest.Wait()
	select {
	case j := <-call:
		if j.value != value || j.lead != nil || j.err != nil {
			t.Errorf("got %+v, want %q", j, value)
		}
	default:
		t.Errorf("the call waits, but should hear %q", value)
	}
}

func TestOneLeadsAndTheOthersHear(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f cache.Flights
		lead := leads(t, join(t.Context(), &f))
		if f.TryLead(t.Context(), "books", "1") != nil {
			t.Error("a second one leads")
		}
		if f.TryLead(t.Context(), "books", "2") == nil || f.TryLead(t.Context(), "films", "1") == nil {
			t.Error("another entry has to wait")
		}
		a, b := join(t.Context(), &f), join(t.Context(), &f)
		waits(t, a, b)
		if !lead.Complete([]byte("Emma")) {
			t.Error("the value is said to be old")
		}
		hears(t, a, "Emma")
		hears(t, b, "Emma")
		if lead.Complete([]byte("again")) {
			t.Error("a lead ended twice")
		}
		leads(t, join(t.Context(), &f)).Fail()
	})
}

func TestTheNextLeadsWhenTheLeaderFails(t *testing.T) {
	for name, fail := range map[string]func(*cache.Lead, context.CancelFunc){
		"fails":             func(l *cache.Lead, _ context.CancelFunc) { l.Fail() },
		"its context ends":  func(_ *cache.Lead, cancel context.CancelFunc) { cancel() },
		"both, and is late": func(l *cache.Lead, cancel context.CancelFunc) { cancel(); l.Fail(); l.Fail() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var f cache.Flights
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				first := leads(t, join(ctx, &f))
				a, b, c := join(t.Context(), &f), join(t.Context(), &f), join(t.Context(), &f)
				fail(first, cancel)
				second := leads(t, a)
				waits(t, b, c)
				if first.Complete([]byte("late")) {
					t.Error("a leader that failed completed")
				}
				waits(t, b, c)
				second.Fail()
				third := leads(t, b)
				waits(t, c)
				third.Complete([]byte("Emma"))
				hears(t, c, "Emma")
			})
		})
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f cache.Flights
		lead := leads(t, join(t.Context(), &f))
		canceled, cancel := context.WithCancel(t.Context())
		hasty, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		a, b, c := join(canceled, &f), join(hasty, &f), join(t.Context(), &f)
		waits(t, a, b, c)
		cancel()
		if j := <-a; fault.KindOf(j.err) != fault.Canceled || !errors.Is(j.err, context.Canceled) {
			t.Errorf("got %+v", j)
		}
		if j := <-b; fault.KindOf(j.err) != fault.Timeout || !errors.Is(j.err, context.DeadlineExceeded) {
			t.Errorf("got %+v", j)
		}
		if j := <-join(canceled, &f); fault.KindOf(j.err) != fault.Canceled {
			t.Errorf("with a context that had ended: got %+v", j)
		}
		lead.Fail()
		leads(t, c).Fail()
	})
}

func TestForget(t *testing.T) {
	for name, forget := range map[string]func(*cache.Flights){
		"a key":   func(f *cache.Flights) { f.Forget("books", "1") },
		"a cache": func(f *cache.Flights) { f.ForgetAll("books") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var f cache.Flights
				old := leads(t, join(t.Context(), &f))
				before := join(t.Context(), &f)
				forget(&f)
				lead := leads(t, join(t.Context(), &f))
				after := join(t.Context(), &f)
				if old.Complete([]byte("old")) {
					t.Error("an old value is said to be good")
				}
				hears(t, before, "old")
				waits(t, after)
				if !lead.Complete([]byte("new")) {
					t.Error("the new value is said to be old")
				}
				hears(t, after, "new")
			})
		})
	}
}

func TestForgetKeepsOtherCaches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f cache.Flights
		lead := leads(t, join(t.Context(), &f))
		f.Forget("books", "2")
		f.ForgetAll("films")
		waiting := join(t.Context(), &f)
		waits(t, waiting)
		if !lead.Complete(nil) {
			t.Error("the value is said to be old")
		}
		hears(t, waiting, "")
	})
}

func TestTheFailureOfAForgottenLeader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f cache.Flights
		old := leads(t, join(t.Context(), &f))
		a, b := join(t.Context(), &f), join(t.Context(), &f)
		f.Forget("books", "1")
		lead := leads(t, join(t.Context(), &f))
		old.Fail()
		waits(t, a, b)
		lead.Complete([]byte("new"))
		hears(t, a, "new")
		hears(t, b, "new")
	})
}

// TestGivingUpAtTheLastMoment has a waiting caller give up just before it would become the
// leader, and checks that the lead is not lost. It takes many rounds, since either event may come
// first.
func TestGivingUpAtTheLastMoment(t *testing.T) {
	for range 300 {
		synctest.Test(t, func(t *testing.T) {
			var f cache.Flights
			lead := leads(t, join(t.Context(), &f))
			ctx, cancel := context.WithCancel(t.Context())
			waiting := join(ctx, &f)
			cancel()
			lead.Fail()
			if j := <-waiting; j.lead != nil {
				j.lead.Fail()
			}
			synctest.Wait()
			if f.TryLead(t.Context(), "books", "1") == nil {
				t.Fatal("a flight goes on without anybody")
			}
		})
	}
}

// TestManyFlights has leaders complete, fail and go away at random moments, and checks that no
// caller waits for ever.
func TestManyFlights(t *testing.T) {
	var f cache.Flights
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for round := range 500 {
				ctx, cancel := context.WithCancel(t.Context())
				if (worker+round)%5 == 0 {
					go cancel()
				}
				_, lead, err := f.Join(ctx, "books", "1")
				if err == nil && lead != nil {
					if round%3 == 0 {
						lead.Fail()
					} else {
						lead.Complete(nil)
					}
				}
				cancel()
			}
		})
	}
	all.Wait()
	if f.TryLead(t.Context(), "books", "1") == nil {
		t.Error("a flight goes on without anybody")
	}
}
