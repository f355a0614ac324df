package queues

import (
	"context"
	"errors"
	"testing"
)

// TestUntilIdle: a message that moves while queues are looked at is not missed.
func TestUntilIdle(t *testing.T) {
	type sight struct {
		handled int64
		idle    bool
	}
	empty := sight{4, true}
	for name, sights := range map[string][]sight{
		"nothing moves":                          {empty, empty, empty},
		"between the store and the broker, once": {{4, false}, empty, {4, false}, empty, empty, empty},
		"there and back, and handled in between": {{3, false}, {3, true}, {3, true}, empty, empty, empty},
		"twice, and handled at every look":       {{2, true}, {3, true}, empty, empty, empty},
	} {
		looks := 0
		err := untilIdle(t.Context(), func() (int64, bool, error) {
			looks++
			if looks > len(sights) {
				t.Fatalf("%s: it looks on", name)
			}
			return sights[looks-1].handled, sights[looks-1].idle, nil
		})
		if err != nil || looks != len(sights) {
			t.Errorf("%s: %d looks of %d, %v", name, looks, len(sights), err)
		}
	}
	lost := errors.New("lost")
	if err := untilIdle(t.Context(), func() (int64, bool, error) { return 0, false, lost }); !errors.Is(err, lost) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := untilIdle(ctx, func() (int64, bool, error) { return 0, false, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
