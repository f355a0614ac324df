package turns

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// TestTake: so many work at a time, so many wait, and others are refused.
func TestTake(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := New(1, 1)
		end, results := make(chan struct{}), make(chan error, 2)
		go func() { results <- turns.Take(t.Context(), func() { <-end }) }()
		synctest.Wait() // the first works

		ctx, leave := context.WithCancel(t.Context())
		go func() { results <- turns.Take(ctx, func() { t.Error("two work at a time") }) }()
		synctest.Wait() // the second waits

		if err := turns.Take(t.Context(), func() { t.Error("a third worked") }); !errors.Is(err, ErrTooMany) {
			t.Errorf("the third: %v", err)
		}
		leave()
		if err := <-results; !errors.Is(err, context.Canceled) {
			t.Errorf("who left: %v", err)
		}
		close(end)
		if err := <-results; err != nil {
			t.Errorf("the first: %v", err)
		}
		if err := turns.Take(t.Context(), func() {}); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

// TestPanics: work that panics gives its turn back.
func TestPanics(t *testing.T) {
	t.Parallel()
	turns := New(1, 0)
	func() {
		defer func() { _ = recover() }()
		_ = turns.Take(t.Context(), func() { panic("no") })
	}()
	if err := turns.Take(t.Context(), func() {}); err != nil {
		t.Error(err)
	}
}
