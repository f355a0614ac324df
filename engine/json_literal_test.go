package engine_test

import (
	"testing"
)

// Objects of a literal are written alike, whether they are the first ones, which are plain, or later ones, which are records.
func TestLiteralsAsJSON(t *testing.T) {
	app := boot(t, optionsFor(t, map[string]string{
		"made.js": `import { GetMapping, RequestParam, JsonProperty, JsonIgnore } from "fwrun";
			export class Row {
				/** @type {int} */ @JsonProperty("no") id;
				/** @type {string} */ @JsonIgnore name;
			}
			const s = Symbol("s"), from = { id: 1, "ü\"": [1] };
			const make = [
				() => ({ id: 1, name: "n<\u2028", at: new Date(0), list: [{ a: 1 }], none: undefined, f() {}, s, nothing: null }),
				() => ({ "": 1, "k\"\n": 2, "größe": 3, [s]: 4 }),
				() => ({ toJSON: () => "mine", a: 1 }),
				() => ({ a: { toJSON() { return this.b }, b: 2 }, toJSON: 3 }),
				() => ({ ...from, more: { ...from } }),
				() => (({ id, ...rest }) => ({ rest, id }))(from),
				() => Object.freeze({ a: { b: 1 } }),
				() => ({ a: 1, get b() { return 2 } }),
				() => Object.setPrototypeOf({ id: 1, name: "hidden", other: 2 }, Row.prototype),
				() => Object.setPrototypeOf({ a: 1 }, { toJSON() { return [this.a] } }),
				() => Object.defineProperty({ a: 1, b: 2 }, "a", { enumerable: false }),
				() => { const o = { a: 1 }; o.b = 2; delete o.a; o.a = 3; return o },
				() => ({}),
			];
			export const made = GetMapping({ path: "/", params: { value: RequestParam() } })((value) => make.map((f) => f()));`,
	}))
	const want = `before [{"id":1,"name":"n<\u2028","at":"1970-01-01T00:00:00.000Z","list":[{"a":1}],"nothing":null},` +
		`{"":1,"k\"\n":2,"größe":3},"mine",{"a":2,"toJSON":3},{"id":1,"ü\"":[1],"more":{"id":1,"ü\"":[1]}},{"rest":{"ü\"":[1]},"id":1},` +
		`{"a":{"b":1}},{"a":1,"b":2},{"no":1,"other":2},[1],{"b":2},{"b":2,"a":3},{}]`
	for i := range 60 {
		r := &script{code: "1"}
		if err := runHandler(t.Context(), app, handler(app, "made"), r); err != nil || string(r.json) != want {
			t.Fatalf("evaluation %d: %v\n got %s\nwant %s", i, err, r.json, want)
		}
	}
}
