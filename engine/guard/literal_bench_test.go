package guard

import (
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/machine"
)

// BenchmarkTest measures a regular expression that is tested where it is written, and one that is kept.
func BenchmarkTest(b *testing.B) {
	for name, code := range map[string]string{
		"literal":          `(s) => /^GET \/(tags|articles)$/.test(s)`,
		"literal, no":      `(s) => /^POST \/users(\/login)?$/.test(s)`,
		"kept":             `((known) => (s) => known.test(s))(/^GET \/(tags|articles)$/)`,
		"global":           `(s) => /^GET \/(tags|articles)$/g.test(s)`,
		"all replaced":     `(s) => s.replace(/[^A-Za-z0-9]+/g, "-")`,
		"another function": `(s) => s.startsWith("GET /tags")`,
		"multiline":        `((known) => (s) => known.test(s))(/^GET \/(tags|articles)$/m)`,
		"case":             `(s) => /^get \/(tags|articles)$/i.exec(s)`,
		"words":            `(s) => "A Title, of Some Seven Words, More or Less".toLowerCase().replace(/[^a-z0-9]+/g, "-")`,
	} {
		b.Run(name, func(b *testing.B) {
			rt := goja.New()
			if err := Install(rt, Limits{}); err != nil {
				b.Fatal(err)
			}
			program := goja.MustCompile("", "(() => { const f = "+code+"; return (s, n) => { for (let i = 0; i < n; i++) f(s) } })()", true)
			machine.Improve(program)
			made, err := rt.RunProgram(program)
			if err != nil {
				b.Fatal(err)
			}
			run, _ := goja.AssertFunction(made)
			b.ReportAllocs()
			b.ResetTimer()
			if _, err := run(goja.Undefined(), rt.ToValue("GET /tags"), rt.ToValue(b.N)); err != nil {
				b.Fatal(err)
			}
		})
	}
}
