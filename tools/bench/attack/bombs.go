package attack

import (
	"encoding/json"
	"net/url"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// bombs lists what scripts do to the process.
func bombs() []*attack {
	return []*attack{
		{name: "memory bombs", rule: "each of the tests' is answered with a problem", run: memoryBombs},
		{name: "CPU bombs", rule: "four at once that compute for ever: each 503", run: cpuBombs, p99: 250 * time.Millisecond},
		{name: "recursion", rule: "calls without end: each 500, or 503 if it computes for too long first", run: recursion},
		{
			name: "log floods", rule: "endless lines, wide values and rejections: answered; of the log no more than its limit for each second",
			run: logFloods,
		},
		{name: "left behind", rule: "intervals, timers that double, loops that sleep or fetch behind the answer: 200, " +
			"and after the grace no processor is busy", run: leftBehind},
		{name: "asks itself", rule: "a handler that fetches itself without end, four times: every request is answered", run: asksItself},
	}
}

func memoryBombs(r *round) {
	for range r.many(8) {
		if len(r.bombs) == 0 && !r.shuffleBombs() {
			return
		}
		name := r.bombs[0]
		r.bombs = r.bombs[1:]
		r.tally.during(name)
		got := r.get("/bombs/" + name)
		r.count(got.name())
		if !got.isProblem() {
			r.fault("%s: %s", name, got)
		}
		if r.t.hasEnded() {
			return
		}
	}
	r.tally.during("")
}

// shuffleBombs makes all bombs come next, in another order.
func (r *round) shuffleBombs() bool {
	got := r.get("/names")
	if err := json.Unmarshal(got.body, &r.bombs); err != nil || len(r.bombs) == 0 {
		r.fault("the names of the bombs: %s", got)
		return false
	}
	r.random.Shuffle(len(r.bombs), func(i, j int) { r.bombs[i], r.bombs[j] = r.bombs[j], r.bombs[i] })
	return true
}

func cpuBombs(r *round) {
	all := []string{"counting", "jobs", "later", "finallyAgain", "backtracking", "comparing", "getter", "reviver"}
	order := r.random.Perm(len(all))
	for i := 0; i < r.many(len(all)); i += 4 {
		r.each(4, func(n int) {
			name := all[order[i+n]]
			r.expect(name, r.get("/endless/"+name), "503")
		})
	}
}

func recursion(r *round) {
	r.forAWhile(func() {
		for _, name := range []string{"plain", "text", "json", "proxy", "replaced"} {
			r.tally.during(name)
			r.expect(name, r.get("/recursive/"+name), "500", "503")
		}
	})
	r.tally.during("")
}

func logFloods(r *round) {
	const linesPerSecond, mostOfLine = 10_000, 2 << 10 // by default, and with what a line says besides its message
	began, before := time.Now(), r.t.log.bytes()
	paths := []string{"/bombs/consoleForEver", "/lines", "/rejections", "/bombs/rejectionsForEver", "/bombs/consoleWide"}
	for _, i := range r.random.Perm(len(paths))[:r.many(len(paths))] {
		path := paths[i]
		r.tally.during(path)
		r.expect(path, r.get(path), "200", "500", "503")
	}
	r.tally.during("")
	size, most := r.t.log.bytes()-before, int64((time.Since(began).Seconds()+2)*linesPerSecond*mostOfLine)
	if size > most {
		r.fault("%d MB of log in %v", size>>20, time.Since(began))
	}
}

func leftBehind(r *round) {
	names := []string{"interval", "doubling", "sleeping", "fetching", "logging"}
	r.each(len(names), func(i int) {
		r.expect(names[i], r.get("/lasting/"+names[i]+"?url="+url.QueryEscape(r.url("/ok"))), "200")
	})
	const look, busy = 500 * time.Millisecond, 0.25
	began := time.Now()
	for {
		before, err := proc.Measure(r.t.command.Process.Pid)
		if err != nil {
			r.fault("%v", err)
			return
		}
		time.Sleep(look)
		after, err := proc.Measure(r.t.command.Process.Pid)
		if err != nil {
			r.fault("%v", err)
			return
		}
		used := (after.CPU - before.CPU).Seconds() / look.Seconds()
		if used < busy {
			r.tally.took("processor free after", time.Since(began))
			return
		}
		if time.Since(began) > r.within(5*time.Second) {
			r.fault("what was left behind still takes %.2f of a processor after %v", used, time.Since(began))
			return
		}
	}
}

func asksItself(r *round) {
	r.each(4, func(int) {
		itself := r.url("/itself")
		r.expect("a handler that fetches itself", r.get("/itself?url="+url.QueryEscape(itself)), "200", "429", "500", "503")
	})
}
