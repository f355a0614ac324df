package rest

import (
	"context"
	"time"
)

const (
	// look is the interval in which the process is looked at.
	look = 2 * time.Second
	// little is the processor time that a process may use from one look to the next and still rest: one percent.
	little = look / 100
	// quiet is how many looks in a row have to find it resting.
	quiet = 3
	// worked is the processor time since it has given back after which it may have something to give again.
	worked = 500 * time.Millisecond
	// grown is the part, in percent, by which it holds more than when it has given back.
	grown = 20
)

// Options say how a process is, and what it does when it rests. All are required.
type Options struct {
	Spent    func() time.Duration // the processor time that it has used
	Held     func() uint64        // the memory that it has, in bytes
	GiveBack func()               // gives memory back
}

// Watch lets a process give memory back whenever it rests, until ctx ends.
func Watch(ctx context.Context, o Options) {
	w := watcher{Options: o}
	w.start()
	ticks := time.NewTicker(look)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			w.look()
		case <-ctx.Done():
			return
		}
	}
}

// watcher is what is known of a process.
type watcher struct {
	Options
	spent time.Duration // at the last look
	still int           // looks in a row that have found it resting

	before time.Duration // spent when it has given back
	kept   uint64        // what it held then
}

// start remembers how the process is when it has given back all that it can.
func (w *watcher) start() {
	w.still = 0
	w.before, w.kept = w.Spent(), w.Held()
	w.spent = w.before
}

func (w *watcher) look() {
	spent := w.Spent()
	if spent-w.spent > little {
		w.still = 0
	} else {
		w.still++
	}
	w.spent = spent
	if w.still < quiet || spent-w.before < worked || w.Held() < w.kept+w.kept/100*grown {
		return
	}
	w.GiveBack()
	w.start()
}
