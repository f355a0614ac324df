package instrument_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/engine/instrument"
)

// at runs a program, and calls a function when a line of its first file is reached.
func at(t *testing.T, text string, line int32, visit func(r *instrument.Recorder, place int32)) string {
	t.Helper()
	built := buildAs(t, []txtar.File{
		{Name: "app.ts", Data: []byte(text)}, {Name: "other.ts", Data: []byte("export let count = 1; export const find = (n: number) => n;")},
	}, instrument.WithProbes)
	tr := &trace{table: built.Table}
	reached := false
	tr.at = func(r *instrument.Recorder, place int32) {
		if p := built.Table.Places[place]; p.Line == line && built.Table.Files[p.File].Path == "app.ts" {
			reached = true
			visit(r, place)
		}
	}
	tr.run(t, built)
	if !reached {
		t.Errorf("line %d is not reached", line)
	}
	return tr.String()
}

// TestFrames: the frames of all calls are known, with their variables, and without what is not the user's.
func TestFrames(t *testing.T) {
	var got []string
	at(t, `function inner(depth: number) {
  const last = depth;
  return last;
}
class Shop {
  stock = [3];
  sum(extra: number) { return this.stock.map((n) => inner(n + extra))[0]; }
}
function quick() { return 1 }
function outer() {
  let local = quick();
  return new Shop().sum(local) + quick();
}
outer();
`, 3, func(r *instrument.Recorder, _ int32) {
		for _, f := range r.Frames() {
			place := r.Table.Places[f.Place]
			line := fmt.Sprintf("%s:%d", r.Table.Functions[place.Function].Name, place.Line)
			for _, view := range f.Scopes() {
				for i, name := range view.Names() {
					if r.Table.Scopes[view.Scope].Kind != instrument.Module {
						line += fmt.Sprintf(" %s=%s", name.Name, short(view.Get(i)))
					}
				}
			}
			got = append(got, line)
		}
	})
	want := []string{"inner:3 depth=4 last=4", ":7 n=3 extra=1", "Shop.sum:7 extra=1", "outer:12 local=1", ":14"}
	if !slices.Equal(got, want) {
		t.Errorf("the frames are %q, want %q", got, want)
	}
}

// TestWrites: variables are written by their names in the source; constants and imports are not.
func TestWrites(t *testing.T) {
	said := at(t, `import { find as lookUp, count } from "./other";
let total = 1;
function find(a: number) {
  let b = 2;
  const c = 3;
  log(a, b, c, total, lookUp(count));
}
find(1);
`, 6, func(r *instrument.Recorder, _ int32) {
		frame := r.Frames()[0]
		for _, name := range []string{"a", "b", "c", "total", "lookUp", "count", "find"} {
			view, number, found := find(frame, name)
			if !found {
				t.Errorf("%s is not known", name)
				continue
			}
			err := view.Set(number, goja.New().ToValue(10))
			if constant := name == "c" || name == "lookUp" || name == "count"; errors.Is(err, instrument.ErrConstant) != constant {
				t.Errorf("writing %s: %v", name, err)
			}
		}
	})
	if want := "> 10\n> 10\n> 3\n> 10\n> 1\n"; said != want {
		t.Errorf("the program says %q, want %q", said, want)
	}
}

// TestCall: two calls of a function are told apart, and one is known again behind an await.
func TestCall(t *testing.T) {
	calls := map[string][]*goja.Object{}
	at(t, `async function step(name: string) {
  await null;
  log(name); await null; log(name);
}
await Promise.all([step("a"), step("b")]);
`, 3, func(r *instrument.Recorder, _ int32) {
		frame := r.Frames()[0]
		view, number, _ := find(frame, "name")
		calls[short(view.Get(number))] = append(calls[short(view.Get(number))], frame.Call())
	})
	a, b := calls["a"], calls["b"]
	if len(a) != 3 || len(b) != 3 || a[0] == nil || a[0] != a[2] || b[0] != b[2] || a[0] == b[0] {
		t.Errorf("the calls are %v and %v", a, b)
	}
}

// TestOrigin: of an error that nobody catches the frames are known, with variables, be it a script's or the engine's; so they are of one that went
// through finally and await.
func TestOrigin(t *testing.T) {
	for _, c := range []struct{ statement, want string }{
		{`throw new Error("made")`, "fail:2 local=1, run:8"},
		{`(null as any).x;`, "fail:2 local=1, run:8"},
		{`JSON.parse("{")`, "fail:2 local=1, run:8"},
		{`undefinedFunction()`, "fail:2 local=1, run:8"},
		{`throw { plain: true }`, "fail:2 local=1, run:8"},
	} {
		text := "function fail() { const local = 1;\n" + c.statement + `
  function after() { return 2 }
}
async function run() {
  let kept = 5;
  try { await null;
    fail();
  } finally { log("finally"); [1].map((x) => x) }
}
const wait = run();
try { await wait } catch (e) {
  log(e);
}
`
		at(t, text, 13, func(r *instrument.Recorder, _ int32) {
			view, number, _ := find(r.Frames()[0], "e")
			value, _ := view.Get(number)
			var got []string
			for _, f := range r.Origin(value) {
				place := r.Table.Places[f.Place]
				line := fmt.Sprintf("%s:%d", r.Table.Functions[place.Function].Name, place.Line)
				if view, number, found := find(f, "local"); found {
					line += " local=" + short(view.Get(number))
				}
				got = append(got, line)
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("%s is from %q, want %q", c.statement, got, c.want)
			}
		})
	}
}

// find returns the innermost scope of a frame that has a name, and its number there.
func find(f instrument.Frame, name string) (view instrument.View, number int, found bool) {
	for _, view := range f.Scopes() {
		for number, known := range view.Names() {
			if known.Name == name {
				return view, number, true
			}
		}
	}
	return instrument.View{}, 0, false
}
