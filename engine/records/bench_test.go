package records

import (
	"strconv"
	"testing"

	"github.com/dop251/goja"
)

// constants are cells of 20 records of 15 columns, whose values cost next to nothing.
type constants struct{ values []goja.Value }

func (c *constants) Cell(_, column int) goja.Value { return c.values[column] }

// BenchmarkRecords makes 20 records of 15 properties, and does to each of them what handlers do to rows.
func BenchmarkRecords(b *testing.B) {
	for _, use := range [][2]string{
		{"made", ``},
		{"five read", `(list) => { let n = 0; for (const o of list) { o.p0; o.p3; o.p6; o.p9; o.p12; n++ } return n }`},
		{"destructured", `(list) => list.map(({p0, p1, p2, ...rest}) => rest)`},
		{"spread", `(list) => list.map((o) => ({...o, extra: 1}))`},
		{"mapped", `(list) => list.map((o) => ({a: o.p0, b: o.p1, c: {d: o.p2, e: o.p3}, f: o.p4 + o.p5}))`},
		{"assigned", `(list) => { for (const o of list) o.p3 = 1 }`},
		{"property added", `(list) => { for (const o of list) o.added = 1 }`},
		{"stringified", `(list) => JSON.stringify(list)`},
	} {
		for _, plain := range []bool{true, false} {
			name := use[0] + "/records"
			if plain {
				name = use[0] + "/plain"
			}
			b.Run(name, func(b *testing.B) { benchmark(b, use[1], plain) })
		}
	}
}

func benchmark(b *testing.B, use string, plain bool) {
	rt := goja.New()
	var fields []Field
	cells := &constants{}
	for i := range 15 {
		fields = append(fields, Field{"p" + strconv.Itoa(i), i})
		cells.values = append(cells.values, rt.ToValue("value "+strconv.Itoa(i)))
	}
	layout := NewLayout(rt.NewObject().Prototype(), fields)
	layout.assigned = true // the cheaper way to make a plain object
	if plain {
		layout.Plain()
	}
	var call goja.Callable
	if use != "" {
		function, err := rt.RunString(use)
		if err != nil {
			b.Fatal(err)
		}
		call, _ = goja.AssertFunction(function)
	}
	b.ReportAllocs()
	for b.Loop() {
		list := make([]any, 20)
		for i := range list {
			o, err := layout.New(rt, cells, i)
			if err != nil {
				b.Fatal(err)
			}
			list[i] = o
		}
		if call != nil {
			if _, err := call(goja.Undefined(), rt.NewArray(list...)); err != nil {
				b.Fatal(err)
			}
		}
	}
}
