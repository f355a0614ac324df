package engine_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/engine/vm"
)

// priced is an application for a debugger and for coverage.
var priced = map[string]string{
	"shop.ts": `import { GetMapping, PathVariable, RestController } from "fwrun";
import { priceOf } from "./prices";
@RestController
export class Shop {
  private sold = 0;
  @GetMapping("/price/{id}")
  async price(@PathVariable id: number) {
    const price = await priceOf(id);
    this.sold++;
    return price;
  }
}
`,
	"prices.ts": `export async function priceOf(id: number) {
  if (id > 1) throw new Error("not sold");
  return id * 2;
}
`,
}

// stops is a hook that notes where it is told that a statement is reached.
type stops struct {
	mu   sync.Mutex
	list []string
}

func (s *stops) Reached(r *instrument.Recorder, _ int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range r.Frames() {
		place := r.Table.Places[f.Place]
		s.list = append(s.list, fmt.Sprintf("%s:%d %s", r.Table.Files[place.File].Path, place.Line, r.Table.Functions[place.Function].Name))
	}
}

func (s *stops) Thrown(*instrument.Recorder, goja.Value) {}
func (s *stops) Resumed(*instrument.Recorder)            {}
func (s *stops) Caught(*instrument.Recorder, goja.Value) {}

// TestProbesOfAnApplication: each VM has a recorder before its modules run; a place that is watched is reached, in a method that is
// decorated, and nothing else.
func TestProbesOfAnApplication(t *testing.T) {
	options := optionsFor(t, priced)
	options.Cache = t.TempDir()
	hook := &stops{}
	workers := 0
	options.Instrument = engine.Instrumentation{Mode: instrument.WithProbes, Attach: func(_ *vm.VM, r *instrument.Recorder, _ *instrument.Watch) {
		workers++
		r.Hook = hook
	}}
	a := boot(t, options)
	if total, _ := a.Workers(); workers != total {
		t.Errorf("%d workers have a recorder, of %d", workers, total)
	}
	table, watch := a.Probes()
	for i, place := range table.Places {
		if table.Files[place.File].Path == "shop.ts" && place.Line == 9 || place.Line == 3 {
			watch.Places[i].Store(true)
		}
	}
	if got := must(t, a, "Shop.price", "1"); got != "2" {
		t.Errorf("the answer is %s", got)
	}
	if want := []string{"prices.ts:3 priceOf", "shop.ts:8 Shop.price", "shop.ts:9 Shop.price"}; !slices.Equal(hook.list, want) {
		t.Errorf("it stops at %q, want %q", hook.list, want)
	}
	options.Instrument = engine.Instrumentation{}
	if table, _ := boot(t, options).Probes(); table != nil && instrument.Forced() == instrument.None {
		t.Error("the plain application has probes: it was taken from the cache")
	}
}

// TestCountersOfAnApplication: what ran is counted, on all VMs together, and a file that was not reached at all is known.
func TestCountersOfAnApplication(t *testing.T) {
	options := optionsFor(t, priced)
	options.Instrument.Mode = instrument.WithCounters
	a := boot(t, options)
	for range 3 {
		must(t, a, "Shop.price", "1")
	}
	counts := a.Counts()
	var got []string
	for _, file := range counts.Files {
		for _, f := range file.Functions {
			got = append(got, fmt.Sprintf("%s %s %d", file.Path, f.Name, counts.Of(f.Counter)))
		}
		for _, b := range file.Branches {
			for _, path := range b.Paths {
				got = append(got, fmt.Sprintf("%s %s %d", file.Path, b.Kind, counts.Of(path.Counter)))
			}
		}
	}
	want := []string{"prices.ts priceOf 3", "prices.ts if 0", "prices.ts if 3", "shop.ts Shop.price 3"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("it is counted %q, want %q", got, want)
	}
}
