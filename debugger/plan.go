package debugger

// plan says at which stops workers have to look closer. It is made anew with each change, and never changed: workers read it without a lock.
type plan struct {
	program *Program
	marked  []uint64 // a bit for each stop
	every   bool     // any statement will do: somebody waits for the next one
	at      map[int][]*breakpoint
	when    When // exceptions stop a worker
	skips   bool // nothing stops
}

func (p *plan) has(stop int) bool {
	return p.every || stop>>6 < len(p.marked) && p.isMarked(stop)
}

func (p *plan) isMarked(stop int) bool { return p.marked[stop>>6]&(1<<(stop&63)) != 0 }

func (p *plan) mark(stop int) { p.marked[stop>>6] |= 1 << (stop & 63) }

// replan makes the plan that follows from what the clients have asked for. d.mu is held. Workers see it once it is whole: before a part of the
// breakpoints was there, they would pass them.
func (d *Debugger) replan() {
	p := &plan{program: d.program, every: d.pausesNext, when: Never, skips: true, at: map[int][]*breakpoint{}}
	if d.program != nil {
		d.fill(p)
	}
	d.plan.Store(p)
	if d.program != nil {
		p.tell()
	}
}

// fill has a plan know what the clients have asked for.
func (d *Debugger) fill(p *plan) {
	p.marked = make([]uint64, (d.program.stops+63)/64)
	for _, c := range d.clients {
		if !c.enabled || c.skips {
			continue
		}
		p.skips = false
		p.when = wider(p.when, c.when)
		if !c.inactive {
			p.breakAt(d.program, c)
		}
	}
	if p.skips {
		p.every = false
		return
	}
	for i, s := range d.program.scripts {
		for j, stop := range s.Stops {
			if stop.Kind == Keyword {
				p.mark(d.program.numberOf(i, j))
			}
		}
	}
}

// tell makes the program watch what the plan asks for.
func (p *plan) tell() {
	watch := p.program.watch
	watch.Every(p.every)
	watch.Errors(p.when != Never)
	watch.Stops(p.isMarked)
}

// breakAt marks the stops of a client's breakpoints.
func (p *plan) breakAt(program *Program, c *client) {
	for _, b := range c.breakpoints {
		for _, stop := range b.stops(program) {
			p.mark(stop)
			p.at[stop] = append(p.at[stop], b)
		}
	}
}

// wider returns the one of two that stops more.
func wider(a, b When) When {
	if a == Always || b == Always {
		return Always
	}
	if a == Uncaught || b == Uncaught {
		return Uncaught
	}
	return Never
}
