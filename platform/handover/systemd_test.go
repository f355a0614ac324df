//go:build unix

package handover

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// TestWatchdog: the watchdog is for the process that systemd has started, or one that has taken its place.
func TestWatchdog(t *testing.T) {
	own := fmt.Sprintf("WATCHDOG_PID=%d", os.Getpid())
	for _, c := range []struct {
		env  []string
		want time.Duration
	}{
		{nil, 0},
		{[]string{"WATCHDOG_USEC=3000000", own}, 3 * time.Second},
		{[]string{"WATCHDOG_USEC=3000000", "WATCHDOG_PID=1"}, 0},
		{Successor([]string{"WATCHDOG_USEC=3000000", own}), 3 * time.Second},
		{Environ([]string{"WATCHDOG_USEC=3000000", own}), 0},
		{[]string{"WATCHDOG_USEC=0"}, 0},
		{[]string{"WATCHDOG_USEC=-1"}, 0},
		{[]string{"WATCHDOG_USEC=soon"}, 0},
		{[]string{"WATCHDOG_USEC=9223372036854775807"}, 0},
	} {
		if got := Watchdog(c.env); got != c.want {
			t.Errorf("%q: got %v, want %v", c.env, got, c.want)
		}
	}
}
