package harness

import (
	"testing"
	"time"
)

// Eventually waits until a condition holds. If it does not within a while, the test fails, and says what it waited for, and
// for how long.
func Eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for began := time.Now(); !holds(); <-again.C {
		if took := time.Since(began); took > Patience {
			t.Fatalf("waited %v in vain until %s", took.Round(time.Millisecond), what)
		}
	}
}
