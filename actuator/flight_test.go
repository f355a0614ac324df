package actuator_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/platform/fault"
)

func TestFlight(t *testing.T) {
	var f actuator.Flight[int]
	if n, err := f.Do(t.Context(), time.Minute, func(context.Context) (int, error) { return 7, nil }); n != 7 || err != nil {
		t.Error(n, err)
	}
	broken := errors.New("broken")
	if _, err := f.Do(t.Context(), time.Minute, func(context.Context) (int, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, err := f.Do(t.Context(), time.Minute, func(context.Context) (int, error) { panic("oh") }); err == nil ||
		!strings.Contains(err.Error(), "panic: oh") {
		t.Error(err)
	}
}

// TestFlightThatHangs: a function that does not return is not called again, and nobody waits longer than it may take.
func TestFlightThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f actuator.Flight[int]
		var begun atomic.Int32
		release := make(chan struct{})
		hang := func(context.Context) (int, error) {
			begun.Add(1)
			<-release
			return 7, nil
		}
		began := time.Now()
		for range 3 {
			_, err := f.Do(t.Context(), time.Second, hang)
			if fault.KindOf(err) != fault.Timeout || !strings.Contains(err.Error(), "no answer within 1s") {
				t.Error(err)
			}
		}
		if took := time.Since(began); took != time.Second || begun.Load() != 1 {
			t.Errorf("three calls took %s, and %d began", took, begun.Load())
		}
		close(release)
		synctest.Wait()
		if n, err := f.Do(t.Context(), time.Second, hang); n != 7 || err != nil || begun.Load() != 2 {
			t.Error(n, err, begun.Load())
		}
	})
}

// TestFlightIsShared: calls at the same time get the result of one run, which does not end with the first of the callers.
func TestFlightIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f actuator.Flight[int]
		var begun atomic.Int32
		slow := func(ctx context.Context) (int, error) {
			begun.Add(1)
			select {
			case <-time.After(time.Second):
				return 7, nil
			case <-ctx.Done():
				return 0, ctx.Err()
			}
		}
		gone, leave := context.WithCancel(t.Context())
		first := make(chan error)
		go func() {
			_, err := f.Do(gone, time.Minute, slow)
			first <- err
		}()
		synctest.Wait()
		leave()
		if err := <-first; fault.KindOf(err) != fault.Canceled {
			t.Error(err)
		}
		if n, err := f.Do(t.Context(), time.Minute, slow); n != 7 || err != nil || begun.Load() != 1 {
			t.Error(n, err, begun.Load())
		}
	})
}
