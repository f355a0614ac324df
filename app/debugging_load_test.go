package app_test

import (
	"net/http"
	"runtime"
	"sync"
	"testing"
	"time"
)

// crowd asks an application while something else happens: as often as it is told.
type crowd struct {
	*debugged
	asked  chan string
	asking sync.WaitGroup
	once   sync.Once
}

// newCrowd starts clients, each with a connection of its own.
func newCrowd(d *debugged, clients int) *crowd {
	const most = 1000 // that wait: nobody waits to say so
	c := &crowd{debugged: d, asked: make(chan string, most)}
	for range clients {
		c.asking.Go(func() {
			for path := range c.asked {
				want(d.T, path, <-d.get(path), "200 free")
			}
		})
	}
	return c
}

// ask lets it ask some times more.
func (c *crowd) ask(times int) {
	for range times {
		c.asked <- "/free"
	}
}

// goes waits until all have been answered.
func (c *crowd) goes() {
	c.once.Do(func() { close(c.asked) })
	c.asking.Wait()
}

// held is what a process holds.
type held struct {
	goroutines int
	heap       int64 // bytes
}

func holds() held {
	for range 2 { // what the first one has finalized goes with the second
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return held{runtime.NumGoroutine(), int64(m.HeapAlloc)}
}

// settles waits until no more is held than that, and as long as it still gets less: what is kept is never given back.
func settles(most held, patience time.Duration) (now held) {
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	least := holds()
	for end := time.Now().Add(patience); time.Now().Before(end); <-again.C {
		if now = holds(); now.goroutines <= most.goroutines && now.heap <= most.heap {
			break
		}
		if now.goroutines < least.goroutines || now.heap < least.heap-1<<16 {
			least, end = now, time.Now().Add(patience)
		}
	}
	return now
}

const stopping = `
-- config/application.yml --
server: { workers: { min: 2, max: 2 } }
-- app.ts --
import { GetMapping } from "fwrun";
let calls = 0;
export const free = GetMapping("/free")(() => "free");
export const stops = GetMapping("/stops")(() => {
  calls++;
  return "went on";
});
`

// cycle attaches a debugger, pauses a request, reloads, and detaches: in the pause, or when it is over.
func (c *crowd) cycle(i *inspected, inPause bool) {
	c.ask(5)
	w := i.attach()
	w.breakAt(i.folder, "app.ts", stopping, "calls++", "")
	c.ask(5)
	answer := i.get("/stops")
	w.paused()
	c.ask(5)
	if err := i.app.Reload(i.Context()); err != nil {
		i.Fatal(err)
	}
	want(i.T, "what a reload has let go on", <-answer, "200 went on")
	c.ask(5)
	answer = i.get("/stops")
	w.paused() // the breakpoint has survived
	if !inPause {
		w.ask("Debugger.resume", nil)
		want(i.T, "what was resumed", <-answer, "200 went on")
	}
	w.detach()
	if inPause {
		want(i.T, "what a detach has let go on", <-answer, "200 went on")
	}
}

// plain waits until the plain application serves.
func (i *inspected) plain() {
	i.Helper()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for end := time.Now().Add(time.Minute); i.app.Serving().Instrumented(); <-again.C {
		if time.Now().After(end) {
			i.Fatal("the plain application does not come back")
		}
	}
}

// TestDebuggersComeAndGo: nothing is left of 200 debuggers, each of which has paused, reloaded and gone, and no request is lost meanwhile. Some
// come while the plain application is on its way back from the one before.
func TestDebuggersComeAndGo(t *testing.T) {
	i := startInspected(t, stopping)
	cycles := 200
	if testing.Short() {
		cycles = 20 // each is the same, and the race detector takes ten times as long
	}
	run := func(cycles int) {
		c := newCrowd(i.debugged, 3)
		defer c.goes()
		for n := range cycles {
			c.cycle(i, n%2 == 0)
			if n%3 == 0 {
				i.plain()
			}
		}
	}
	rest := func() {
		i.plain()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	}
	run(5) // what is made once
	rest()
	before := settles(held{}, time.Second)
	run(cycles)
	rest()
	most := held{before.goroutines, before.heap + 1<<20}
	if after := settles(most, 20*time.Second); after.goroutines > most.goroutines || after.heap > most.heap {
		stacks := make([]byte, 1<<20)
		t.Errorf("before %d debuggers the process held %+v, and now %+v\n%s", cycles, before, after, stacks[:runtime.Stack(stacks, true)])
	}
	want(t, "afterwards", <-i.get("/stops"), "200 went on")
}
