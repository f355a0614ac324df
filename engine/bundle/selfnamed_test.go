package bundle

import "testing"

// TestSelfNamedClasses: a decorated class that names itself is exported by its name, also in a file that calls eval.
func TestSelfNamedClasses(t *testing.T) {
	for text, want := range map[string]string{
		`@decorate export class L { static same() { return new L() instanceof L } is = eval("1") }`:      "a.ts#L",
		`@decorate export class _L { static same() { return new _L() instanceof _L } is = eval("1") }`:   "a.ts#_L",
		`@decorate class M { is = eval("1") } export { M as _M }`:                                        "a.ts#_M",
		`@decorate export class L { static same() { return new L() instanceof L } is = "(0, eval)(1)" }`: "a.ts#L",
	} {
		b, problems := build(t, map[string]string{"a.ts": `import { decorate } from "fwrun"; ` + text})
		if b == nil {
			t.Fatal(problems)
		}
		if found := run(t, b); found[want] == "" {
			t.Errorf("%s: exports %v", text, found)
		}
	}
}
