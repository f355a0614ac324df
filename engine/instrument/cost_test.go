package instrument_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/engine/machine"
	"github.com/fwrun/fwrun/platform/rest"
	"github.com/fwrun/fwrun/tests/effort"
)

const fib = `export function fib(n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); } globalThis.fib = fib;`

// prepared returns what runs the program of a file in a mode, with nobody interested, as a debugger is that has no breakpoint.
func prepared(t testing.TB, text string, mode instrument.Mode) (rt *goja.Runtime) {
	t.Helper()
	counts := (*instrument.Counts)(nil)
	if mode == instrument.WithCounters {
		_, counted, counters := instrument.Count("app.ts", []byte(text), 0)
		text, counts = string(counted), instrument.NewCounts(nil, counters)
	}
	files := []txtar.File{{Name: "app.ts", Data: []byte(text)}}
	built := buildAs(t, files, mode)
	rt = goja.New()
	machine.Install(rt, machine.Limits{})
	main, _ := goja.AssertFunction(must(rt.RunProgram(built.Program)))
	if built.Table != nil {
		recorder := instrument.NewRecorder(rt, built.Table, instrument.NewWatch(built.Table))
		main, _ = goja.AssertFunction(must(main(goja.Undefined(), recorder.Arguments()...)))
	}
	nothing := rt.ToValue(func() {})
	arguments := []goja.Value{rt.NewObject(), nothing, rt.NewObject(), nothing, nothing}
	if counts != nil {
		arguments = append(arguments, counts.Counter(rt))
	}
	must(main(goja.Undefined(), arguments...))
	return rt
}

func BenchmarkFib(b *testing.B) {
	for _, mode := range []instrument.Mode{instrument.None, instrument.WithProbes, instrument.WithCounters} {
		b.Run([]string{"plain", "probes", "counters"}[mode], func(b *testing.B) {
			rt := prepared(b, fib, mode)
			f, _ := goja.AssertFunction(rt.Get("fib"))
			for b.Loop() {
				must(f(goja.Undefined(), rt.ToValue(20)))
			}
		})
	}
}

// controllers is an application of many of them.
func controllers(count int) (files []txtar.File) {
	for i := range count {
		text := strings.ReplaceAll(`
class Repository# {
  private rows = new Map<number, { id: number; name: string }>();
  find(id: number) { return this.rows.get(id); }
  all() { return [...this.rows.values()]; }
  save(row: { id: number; name: string }) { this.rows.set(row.id, row); return row; }
}
export class Controller# {
  constructor(private readonly rows: Repository#) {}
  list(page = 0, size = 20) {
    const all = this.rows.all();
    return all.slice(page * size, (page + 1) * size);
  }
  get(id: number) {
    const found = this.rows.find(id);
    if (!found) throw new Error("no such row: " + id);
    return found;
  }
  async create(body: { name: string }) {
    const id = this.rows.all().length + 1;
    for (const key of Object.keys(body)) {
      if (key !== "name") throw new Error("unknown: " + key);
    }
    return this.rows.save({ id, name: body.name ?? "none" });
  }
}
`, "#", fmt.Sprint(i))
		files = append(files, txtar.File{Name: fmt.Sprintf("c%d.ts", i), Data: []byte(text)})
	}
	return files
}

func BenchmarkCompile(b *testing.B) {
	files := controllers(1000)
	for _, mode := range []instrument.Mode{instrument.None, instrument.WithProbes} {
		b.Run([]string{"plain", "probes"}[mode], func(b *testing.B) {
			in := bundleInput(b, files, mode)
			for b.Loop() {
				if built, problems := bundle.Build(in, nil); built == nil {
					b.Fatal(problems)
				}
			}
		})
	}
}

// TestCost holds what an application may cost with a debugger that has no breakpoint, and with counters: within one run.
func TestCost(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures")
	}
	modes := []instrument.Mode{instrument.None, instrument.WithProbes, instrument.WithCounters}
	var least [3]time.Duration
	var run [3]func()
	for _, mode := range modes {
		rt := prepared(t, fib, mode)
		f, _ := goja.AssertFunction(rt.Get("fib"))
		run[mode] = func() { must(f(goja.Undefined(), rt.ToValue(12))) }
		least[mode] = time.Hour
	}
	for range 100 { // in turns: the best of each is that of a moment without others on the processor
		for _, mode := range modes {
			least[mode] = min(least[mode], effort.Of(run[mode]))
		}
	}
	if plain, took := least[instrument.None], least[instrument.WithProbes]; took > 20*plain {
		t.Errorf("with probes it takes %v, without %v", took, plain)
	}
	if plain, took := least[instrument.None], least[instrument.WithCounters]; took > 3*plain {
		t.Errorf("with counters it takes %v, without %v", took, plain)
	}
}

// TestCostOfCompiling holds how much more it takes to compile with probes, by the processor time of the process, within one run.
func TestCostOfCompiling(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as in the binary
	files := controllers(300)
	least := [2]time.Duration{time.Hour, time.Hour}
	inputs := [2]bundle.Input{bundleInput(t, files, instrument.None), bundleInput(t, files, instrument.WithProbes)}
	for range 10 {
		for i, in := range inputs {
			runtime.GC()
			began := rest.ProcessorTime()
			if built, problems := bundle.Build(in, nil); built == nil {
				t.Fatal(problems)
			}
			least[i] = min(least[i], rest.ProcessorTime()-began)
		}
	}
	if least[1] > 2*least[0] {
		t.Errorf("with probes it takes %v, without %v", least[1], least[0])
	}
	t.Log(least)
}
