package pace

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

func TestPercent(t *testing.T) {
	p := Policy{Most: 400, Least: 100, Garbage: 40 << 20}
	for live, want := range map[uint64]int{0: 400, 1: 400, 10 << 20: 400, 16 << 20: 250, 20 << 20: 200, 40 << 20: 100, 1 << 40: 100} {
		if got := p.percent(live); got != want {
			t.Errorf("%d bytes live: %d percent, want %d", live, got, want)
		}
	}
	p.Small = 5 << 20
	for live, want := range map[uint64]int{0: 400, 1: 400, 5 << 20: 400, 8 << 20: 500, 20 << 20: 200, 40 << 20: 100, 1 << 40: 100} {
		if got := p.percent(live); got != want {
			t.Errorf("%d bytes live in a heap that grows: %d percent, want %d", live, got, want)
		}
	}
}

// TestFollowsTheHeap: the percentage falls when much lives, rises again when it does not, and stays when the policy has ended.
func TestFollowsTheHeap(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	k := Start(Policy{Most: 400, Least: 100, Garbage: 40 << 20})
	become(t, 400)
	much := make([]byte, 64<<20)
	become(t, 100)
	k.Follow(Policy{Most: 400, Least: 100, Garbage: 1 << 40})
	become(t, 400)
	k.Follow(Policy{Most: 400, Least: 100, Garbage: 40 << 20})
	become(t, 100)
	runtime.KeepAlive(much)
	become(t, 400)
	k.Stop()
	debug.SetGCPercent(50)
	for range 3 {
		runtime.GC()
	}
	if got := current(); got != 50 {
		t.Errorf("after its end it has set %d", got)
	}
}

// become collects until the percentage is as wanted.
func become(t *testing.T, want uint64) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); current() != want; runtime.Gosched() {
		if runtime.GC(); time.Now().After(end) {
			t.Fatalf("it is %d, want %d", current(), want)
		}
	}
}

func current() uint64 {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
