package guard_test

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
)

// BenchmarkArrays compares arrays of a thousand elements with those that goja makes itself.
func BenchmarkArrays(b *testing.B) {
	for _, source := range []string{
		"a.slice()", "a.slice(0, 20)", "a.concat(a)", "Array(1000).fill(0)", "Array.from({length: 1000})", "Array.from({length: 1000}, (_, i) => i)",
		"[1, 2, 3].slice(1)", "[1, 2, 3].concat([4])", "Array(3).fill(0)", "Array.from({length: 3})",
	} {
		for _, way := range []string{"goja", "guarded"} {
			b.Run(source+"/"+way, func(b *testing.B) {
				rt := goja.New()
				if way == "guarded" {
					if err := guard.Install(rt, guard.Limits{}); err != nil {
						b.Fatal(err)
					}
				}
				if _, err := rt.RunString("a = Array.from({length: 1000}, (_, i) => i)"); err != nil {
					b.Fatal(err)
				}
				program := goja.MustCompile("", "(() => "+source+")()", true)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := rt.RunProgram(program); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
