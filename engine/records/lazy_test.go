package records

import (
	"runtime"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
)

// lazy returns a record of a new runtime, and what counts the cells that are read.
func lazy(t testing.TB, rt *goja.Runtime) (*goja.Object, *sample) {
	t.Helper()
	if known() == nil {
		t.Skip(inside.Records.Err())
	}
	cells := &sample{rt: rt}
	o, err := NewLayout(rt.NewObject().Prototype(), fields).New(rt, cells, 0)
	if err != nil {
		t.Fatal(err)
	}
	_ = rt.Set("o", o)
	return o, cells
}

// TestReads says how many of the ten cells are read by what a script does, and whether the object still reads its
// cells afterwards.
func TestReads(t *testing.T) {
	for _, c := range []struct {
		script string
		reads  int
		lazy   bool
	}{
		{`1`, 0, true},
		{`o.id + o.id + o.name + o.nothing`, 2, true},
		{`o.id = 5; o.id`, 0, true},
		{`Object.keys(o).length; for (const k in o); "id" in o; o.hasOwnProperty("id"); delete o.nothing`, 0, true},
		{`const {id, name} = o`, 2, true},
		{`const {id, ...rest} = o`, 10, true},
		{`({...o})`, 10, true},
		{`Object.assign({}, o)`, 10, true},
		{`Object.entries(o)`, 10, true},
		{`JSON.stringify(o)`, 10, true},
		{`o.toString(); o == o; new Map([[o, 1]]).get(o); Object.getPrototypeOf(o)`, 0, true},
		{`o[Symbol.iterator] = 1`, 0, true},
		{`Object.preventExtensions(o)`, 0, true},
		{`o.added = 1`, 10, false},
		{`delete o.id`, 10, false},
		{`Object.freeze(o)`, 10, false},
		{`Object.defineProperty(o, "id", {value: 1})`, 10, false},
		{`Object.defineProperty(o, "x", {get: () => 1})`, 10, false},
	} {
		rt := goja.New()
		o, cells := lazy(t, rt)
		if _, err := rt.RunString(c.script); err != nil {
			t.Fatalf("%s: %v", c.script, err)
		}
		if _, still := Of(o); cells.read != c.reads || still != c.lazy {
			t.Errorf("%s: %d cells are read, want %d; reads its cells: %v, want %v", c.script, cells.read, c.reads, still, c.lazy)
		}
	}
}

// TestView reads what is behind an object.
func TestView(t *testing.T) {
	rt := goja.New()
	o, _ := lazy(t, rt)
	view, ok := Of(o)
	if !ok || view.Len() != 10 || view.Name(0) != "2" || view.Name(2) != "id" || string(view.Key(8)) != `"größe":` || !view.Unchanged() ||
		view.HasSymbols() {
		t.Fatalf("%v %d %q", ok, view.Len(), view.Name(0))
	}
	if got := view.Value(2); got.ToInteger() != 1 {
		t.Errorf("got %v", got)
	}
	_, _ = rt.RunString(`o.name; o.score = 1`)
	for i, want := range map[int]int{2: 1, 3: 9, 9: -1} {
		_, number, column, ok := view.Cell(i)
		if ok != (want >= 0) || ok && (column != want || number != 0) {
			t.Errorf("property %d: column %d %v, want %d", i, column, ok, want)
		}
	}
	_, _ = rt.RunString(`o.at; o[Symbol()] = 1`)
	if _, _, _, ok := view.Cell(6); ok || view.Unchanged() || !view.HasSymbols() {
		t.Error("a Date that a script holds passes for unchanged")
	}
	for _, other := range []*goja.Object{rt.NewObject(), rt.NewArray(), rt.GlobalObject()} {
		if _, ok := Of(other); ok {
			t.Errorf("%v passes for a record", other)
		}
	}
}

// TestAssignments are seen by the class of a row; what it does not care for is read from cells.
func TestAssignments(t *testing.T) {
	for _, c := range []struct{ class, want string }{
		{`class C {}`, "1 Ada"},
		{`class C { greet() {} }`, "1 Ada"},
		{`class C { set name(v) { this.called = v + "!" } }`, "1 undefined Ada!"},
		{`class B { set name(v) { this.called = v + "!" } }; class C extends B {}`, "1 undefined Ada!"},
		{`class C { get name() { return "fixed" } }`, "throws TypeError"},
		{`class C { static { Object.defineProperty(C.prototype, "name", {value: 0, writable: false}) } }`, "throws TypeError"},
		{`class C { static { Object.setPrototypeOf(C.prototype, new Proxy({}, {set(t, k, v, r) { return Reflect.set(t, k, v + "?", r) }})) } }`, "1? Ada?"},
	} {
		rt := goja.New()
		class, err := rt.RunString(c.class + "; C")
		if err != nil {
			t.Fatal(err)
		}
		layout := NewAssigned(class.(*goja.Object).Get("prototype").(*goja.Object), []Field{{"id", 1}, {"name", 9}})
		o, err := layout.New(rt, &sample{rt: rt}, 0)
		got := ""
		if err != nil {
			got = "throws " + strings.Split(err.Error(), ":")[0]
		} else {
			_ = rt.Set("o", o)
			value, _ := rt.RunString(`[o.id, o.name === undefined ? "undefined" : o.name, o.called].join(" ").trim()`)
			got = value.String()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.class, got, c.want)
		}
	}
}

// TestSpecialNames are own properties of records of no class, as they are of objects that JSON.parse makes.
func TestSpecialNames(t *testing.T) {
	for _, plain := range []bool{true, false} {
		rt := goja.New()
		layout := NewLayout(rt.NewObject().Prototype(), []Field{{"__proto__", 5}, {"constructor", 1}, {"toString", 2}})
		if plain {
			layout.Plain()
		}
		o, err := layout.New(rt, &sample{rt: rt}, 0)
		if err != nil {
			t.Fatal(err)
		}
		_ = rt.Set("o", o)
		value, err := rt.RunString(`o.later = 1; Object.keys(o) + JSON.stringify(o) + (Object.getPrototypeOf(o) === Object.prototype)`)
		if want := `__proto__,constructor,toString,later{"__proto__":["a",{"b":1}],"constructor":1,"toString":null,"later":1}true`; err != nil ||
			value.String() != want {
			t.Errorf("got %v %v, want %s", value, err, want)
		}
	}
}

// TestMemory makes records and garbage, so that the collector sees them in each state.
func TestMemory(t *testing.T) {
	rt := goja.New()
	layout := NewLayout(rt.NewObject().Prototype(), fields)
	var kept []*goja.Object
	each, err := rt.RunString(`(o, i) => {
		if (i % 4 > 0) o.name;
		if (i % 4 > 1) o.id = "x".repeat(20) + i;
		if (i % 4 > 2) o.added = {i};
		const w = new WeakMap([[o, {o}]]);
		return w.get(o).o === o;
	}`)
	if err != nil {
		t.Fatal(err)
	}
	call, _ := goja.AssertFunction(each)
	cells := &sample{rt: rt}
	for i := range 4000 {
		o, _ := layout.New(rt, cells, i)
		if same, err := call(goja.Undefined(), o, rt.ToValue(i)); err != nil || !same.ToBoolean() {
			t.Fatal(same, err)
		}
		if i%16 < 4 {
			kept = append(kept, o)
		}
		if i%500 == 0 {
			runtime.GC()
		}
	}
	runtime.GC()
	for i, o := range kept {
		number := i/4*16 + i%4
		want := "1"
		if number%4 > 1 {
			want = strings.Repeat("x", 20) + rt.ToValue(number).String()
		}
		if got := o.Get("id").String(); got != want || o.Get("name").String() != "Ada" || (o.Get("added") != nil) != (number%4 > 2) {
			t.Fatalf("record %d: got %s, want %s", number, got, want)
		}
	}
}
