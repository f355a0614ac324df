package effort

import (
	"runtime"
	"testing"
	"time"
)

// TestOf: what computes counts, and what waits does not.
func TestOf(t *testing.T) {
	compute := func() {
		for end := onProcessor() + 20*time.Millisecond; onProcessor() < end; {
			runtime.Gosched()
		}
	}
	if took := Of(compute); took < 20*time.Millisecond {
		t.Errorf("a loop of 20 ms takes %v", took)
	}
	if runtime.GOOS != "linux" {
		return
	}
	waits := make(chan struct{})
	time.AfterFunc(100*time.Millisecond, func() { close(waits) })
	if took := Of(func() { <-waits }); took > 50*time.Millisecond {
		t.Errorf("a wait of 100 ms takes %v", took)
	}
}
