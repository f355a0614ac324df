package records

import (
	"strings"
	"testing"
)

// steps are what a script does to o, by the bytes of an input. k is a name, v a value; both come from the input, too.
var steps = []string{
	`out(o[k])`, `o[k] = v`, `out(delete o[k])`, `out(k in o)`, `out(Object.hasOwn(o, k))`, `out(Object.keys(o))`,
	`out(told({...o}))`, `Object.defineProperty(o, k, {value: v, configurable: true})`, `Object.defineProperty(o, k, {get: () => v, enumerable: true})`,
	`Object.defineProperty(o, k, {enumerable: false})`, `out(JSON.stringify(o))`,
	`for (const n in o) { out(n); if (v) delete o[k]; else o[k + n] = 1; }`,
	`const {[k]: x, ...rest} = o; out(x); out(told(rest))`, `o[sym] = v`, `out(o[sym])`, `Object.preventExtensions(o)`, `Object.freeze(o)`,
	`Object.setPrototypeOf(o, v ? {[k]: v} : null)`, `Object.assign(o, {[k]: v})`, `out(Reflect.set(o, k, v, v ? o : {}))`,
	`const c = Object.create(o); c[k] = v; out(told(c))`, `out(Object.entries(o).join())`, `out(told(Object.getOwnPropertyDescriptor(o, k)))`, `o[k]++`,
	`out(o.greet?.())`, `Array.prototype.push.call(o, v)`, `Array.prototype.reverse.call(Object.assign(Object.create(o), {length: 8}))`,
}

var (
	names     = []string{"id", "name", "7", "2", "größe", "at", "tags", "score", "nothing", "double", "added", "3", "__proto__", "toString"}
	assigneds = []string{"1", `"text"`, "null", "undefined", "({n: 1})", "[1]", "0", "false"}
)

// script makes a script of an input: three bytes a step.
func script(input []byte) string {
	var b strings.Builder
	b.WriteString(`const sym = Symbol.for("s"); let said = []; const out = (x) => said.push(typeof x === "object" ? told(x) : String(x));`)
	for i := 0; i+2 < len(input) && i < 3*24; i += 3 {
		step := steps[int(input[i])%len(steps)]
		name, v := names[int(input[i+1])%len(names)], assigneds[int(input[i+2])%len(assigneds)]
		b.WriteString("try { const k = `" + name + "`, v = " + v + "; " + step + " } catch (e) { said.push(e.constructor.name + (/0x/.test(e.message) " +
			"? 0 : e.message)) }\n")
	}
	b.WriteString(`said.join("; ")`)
	return b.String()
}

// FuzzSame does the same to a record and to a plain object.
func FuzzSame(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 1, 1, 2, 2, 2, 5, 0, 0})
	for i := range byte(len(steps)) {
		f.Add([]byte{1, 3, 1, i, 1, 0, i, 2, 4, 0, 1, 0, i, 8, 1, 13, 0, 4, i, 11, 6, 6, 0, 0})
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		text := script(input)
		for _, class := range []bool{true, false} {
			for record, plain := range map[string]making{"defined": plainly, "literal with less than others": textually} {
				got, want := run(t, makings[record], class, text), run(t, plain, class, text)
				if got != want {
					t.Errorf("%s, class %v\n%s\ngot  %s\nwant %s", record, class, text, got, want)
				}
			}
		}
	})
}
