package records

import (
	"runtime"
	"strconv"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/inside"
)

// putAll makes the object of a literal with as many properties.
func putAll(rt *goja.Runtime, layout *Layout, names []unistring.String, value goja.Value) *goja.Object {
	o := layout.Literal(rt)
	view, _ := Of(o)
	for _, name := range names {
		view.r.putProp(name, value, true, true, true)
	}
	return o
}

func numbered(n int) (names []unistring.String) {
	for i := range n {
		names = append(names, unistring.NewFromString("p"+strconv.Itoa(i)))
	}
	return names
}

// TestLiteralIsOneAllocation makes objects of many sizes, and holds them against plain ones: they take less memory, also
// while they are kept, and have one piece, or two if they are large.
func TestLiteralIsOneAllocation(t *testing.T) {
	if known() == nil {
		t.Skip(inside.Records.Err())
	}
	rt := goja.New()
	value, prototype := rt.ToValue(1), rt.NewObject().Prototype()
	for n := 1; n <= maxSet; n += 1 + n/8 {
		names, layout := numbered(n), NewLiteral(prototype)
		for range 2 {
			putAll(rt, layout, names, value)
		}
		pieces := 1.0
		if n > 16 {
			pieces = 2
		}
		if got := testing.AllocsPerRun(10, func() { putAll(rt, layout, names, value) }); got != pieces {
			t.Errorf("%d properties: %v allocations", n, got)
		}
		plain := kept(func() *goja.Object {
			o := rt.NewObject()
			for _, name := range names {
				if err := o.Set(name.String(), value); err != nil {
					t.Fatal(err)
				}
			}
			return o
		})
		if record := kept(func() *goja.Object { return putAll(rt, layout, names, value) }); record >= plain {
			t.Errorf("%d properties: %d bytes, a plain object has %d", n, record, plain)
		}
	}
}

// kept returns how many bytes an object takes while it is kept.
func kept(made func() *goja.Object) int {
	const count = 200
	var before, after runtime.MemStats
	all := make([]*goja.Object, count)
	made()
	runtime.GC()
	runtime.GC() // what pools kept is freed by the second
	runtime.ReadMemStats(&before)
	for i := range all {
		all[i] = made()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(all)
	return (int(after.HeapAlloc) - int(before.HeapAlloc)) / count
}

// TestViewOfLiteral reads what is behind the object of a literal, which has fewer properties than its layout.
func TestViewOfLiteral(t *testing.T) {
	if known() == nil {
		t.Skip(inside.Records.Err())
	}
	rt := goja.New()
	layout := NewLiteral(rt.NewObject().Prototype())
	putAll(rt, layout, numbered(5), rt.ToValue(1))
	view, ok := Of(putAll(rt, layout, numbered(2), rt.ToValue(2)))
	if !ok || view.Len() != 2 || view.Name(1) != "p1" || string(view.Key(0)) != `"p0":` || !view.Value(1).Equals(rt.ToValue(2)) {
		t.Fatalf("view %v %+v", ok, view)
	}
	if _, _, _, fromCell := view.Cell(0); fromCell || view.Unchanged() {
		t.Error("its properties are said to be cells of a record")
	}
	if !view.Has("p1") || view.Has("p2") || view.HasSymbols() {
		t.Error("it has other properties")
	}
}

// TestPoorLiterals are given up: those without properties, and those whose objects become plain ones.
func TestPoorLiterals(t *testing.T) {
	if known() == nil {
		t.Skip(inside.Records.Err())
	}
	rt := goja.New()
	const count = 100
	for _, c := range []struct {
		name  string
		names []unistring.String
		then  func(i int, o *goja.Object)
		poor  bool
	}{
		{"without properties", nil, func(int, *goja.Object) {}, true},
		{"with a property", numbered(1), func(int, *goja.Object) {}, false},
		{"all become plain", numbered(2), func(_ int, o *goja.Object) { _ = o.Delete("p0") }, true},
		{"one in eight becomes plain", numbered(2), func(i int, o *goja.Object) {
			if i%8 == 0 {
				_ = o.Delete("p0")
			}
		}, false},
	} {
		layout, given := NewLiteral(rt.NewObject().Prototype()), 0
		for i := range count {
			if o := layout.Literal(rt); o != nil {
				given++
				view, _ := Of(o)
				for _, name := range c.names {
					view.r.putProp(name, rt.ToValue(i), true, true, true)
				}
				c.then(i, o)
			}
		}
		if poor := given < count; poor != c.poor || poor && given > 20 {
			t.Errorf("%s: %d of %d are records", c.name, given, count)
		}
	}
}
