package engine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/fault"
)

// script is an Invocation whose argument is the value of a script's expression, and whose result is taken as JSON.
type script struct {
	code string
	json []byte
}

func (c *script) Bind(s *engine.Scope) ([]engine.Value, error) {
	value, err := s.VM.Runtime.RunString(c.code)
	return []engine.Value{value}, err
}

func (c *script) Finish(s *engine.Scope, result engine.Value) (err error) {
	c.json, err = s.AppendJSON([]byte("before "), result)
	return err
}

// jsonWriter boots an application whose single handler returns its argument.
func jsonWriter(t testing.TB, options func(*engine.Options)) func(code string) (string, error) {
	t.Helper()
	o := optionsFor(t, map[string]string{
		"same.js": `import { GetMapping, RequestParam } from "fwrun";
			export const same = GetMapping({ path: "/", params: { value: RequestParam() } })((value) => value);`,
	})
	if options != nil {
		options(&o)
	}
	app := boot(t, o)
	return func(code string) (string, error) {
		c := &script{code: code}
		err := runHandler(t.Context(), app, 0, c)
		text, intact := strings.CutPrefix(string(c.json), "before ")
		if !intact && err == nil || err != nil && text != "" {
			t.Errorf("%s: the text before is now %q", code, c.json)
		}
		return text, err
	}
}

func TestAppendJSON(t *testing.T) {
	write := jsonWriter(t, nil)
	for code, want := range map[string]string{
		// As JSON.stringify writes them.
		`({b: 1, a: "x", 7: true, 1: null})`:                                                            `{"1":null,"7":true,"b":1,"a":"x"}`,
		`({u: undefined, f() {}, s: Symbol("s"), k: 1, [Symbol("k")]: 2})`:                              `{"k":1}`,
		`[undefined, () => 1, Symbol("s"), class {}, async () => {}, null]`:                             `[null,null,null,null,null,null]`,
		`({f: async () => {}, g: function* () {}, c: class {}, p: new Proxy(function () {}, {})})`:      `{}`,
		`({a: {toJSON() { return undefined }}, b: {toJSON: 7}, c: {toJSON(key) { return "k" + key }}})`: `{"b":{"toJSON":7},"c":"kc"}`,
		`[{toJSON(key) { return typeof key + key }}, {toJSON() {}}]`:                                    `["string0",null]`,
		`({toJSON(key) { return {key, toJSON() { return "not again" }} }})`:                             `{"key":""}`,
		`(() => { const f = () => 1; f.toJSON = () => "f"; return [f, {f}] })()`:                        `["f",{"f":"f"}]`,
		`[new Date(0), new Date(NaN), new Date(-62135596800000), new Date(8.64e15), new Date(-8.64e15)]`: `["1970-01-01T00:00:00.000Z",null,` +
			`"0001-01-01T00:00:00.000Z","+275760-09-13T00:00:00.000Z","-271821-04-20T00:00:00.000Z"]`,
		`(() => { const d = new Date(0); d.toJSON = () => "own"; return d })()`:                                `"own"`,
		`[new String("a\u2028"), new Number(1.5), new Boolean(false), new Boolean(true), Object(Symbol("x"))]`: `["a\u2028",1.5,false,true,{}]`,
		`[1.0, -0, 1e21, 1e-7, 123456789012345680000, 0.1, NaN, Infinity, 5e-324, 1.7976931348623157e308]`: `[1,0,1e+21,1e-7,123456789012345680000,0.1,` +
			`null,null,5e-324,1.7976931348623157e+308]`,
		`"\u0000\u001f\"\\\b\f\n\r\t/é😀\u2028\u2029\u007f"`:                      `"\u0000\u001f\"\\\b\f\n\r\t/é😀\u2028\u2029` + "\u007f" + `"`,
		`["a\ud800b", "\udc00", "\ud83d\ude00", "\ud83d\ud83d\ude00", "\ufffd"]`: `["a\ud800b","\udc00","😀","\ud83d😀","` + "\ufffd" + `"]`,
		`[, 1, , ]`:    `[null,1,null]`,
		`new Array(3)`: `[null,null,null]`,
		`(() => { const a = [1]; a.length = 3; a.x = 1; return a })()`:             `[1,null,null]`,
		`(() => { const a = []; a[5000] = 1; return JSON.stringify(a).length })()`: `25003`,
		`[...Array(3).keys()]`: `[0,1,2]`,
		`Object.create({inherited: 1}, {own: {value: 2, enumerable: true}, hidden: {value: 3}})`:    `{"own":2}`,
		`Object.assign(Object.create(null), {a: 1})`:                                                `{"a":1}`,
		`({get a() { return 1 }, set b(v) {}, c: 2})`:                                               `{"a":1,"c":2}`,
		`new (class A { x = 1; #y = 2; get z() { return 3 } m() {} static s = 4 })()`:               `{"x":1}`,
		`new (class extends Array {})(1, 2)`:                                                        `[1,2]`,
		`new Proxy([1, {a: 2}], {})`:                                                                `[1,{"a":2}]`,
		`new Proxy(new Proxy({a: 1}, {}), {get: (t, k) => k === "toJSON" ? undefined : "trapped"})`: `{"a":"trapped"}`,
		`new Error("lost")`:                  `{}`,
		`/x/g`:                               `{}`,
		`Promise.resolve().constructor.name`: `"Promise"`,
		`[new WeakMap(), new WeakSet(), globalThis.Math, (function () { return arguments })(1)]`: `[{},{},{},{"0":1}]`,
		`JSON.rawJSON ? [JSON.rawJSON("1e1000")] : [1]`:                                          `[1e1000]`,
		`({"": 1, "__proto__": 2, ["__proto__"]: 3, "a b": 4})`:                                  `{"":1,"__proto__":3,"a b":4}`,
		`(() => { const shared = {a: 1}; return [shared, shared, {shared}] })()`:                 `[{"a":1},{"a":1},{"shared":{"a":1}}]`,
		`(() => { const o = {a: 1}; delete o.a; o.b = 2; o.a = 3; return o })()`:                 `{"b":2,"a":3}`,
		`undefined`:   `null`,
		`(() => {})`:  `null`,
		`Symbol("s")`: `null`,

		// Unlike JSON.stringify, without loss of data.
		`new Map([["a", 1], [2, new Map()], ["u", undefined], ["f", () => 1]])`:                                       `{"a":1,"2":{}}`,
		`new Set([1, "a", new Set(), undefined])`:                                                                     `[1,"a",[],null]`,
		`[new Uint8Array([104, 105]), new Uint8Array([0, 104, 105, 0]).subarray(1, 3), new Uint8ClampedArray([255])]`: `["aGk=","aGk=","/w=="]`,
		`[1n, Object(-2n), 12345678901234567890n, {a: new Set([3n])}, new BigInt64Array(1), new Map([["a", 4n]])]`: `[1,-2,12345678901234567890,` +
			`{"a":[3]},[0],{"a":4}]`,
		`(10n ** 70n).constructor(10n ** 70n)`:                                        `1` + strings.Repeat("0", 70),
		`new Uint8Array([104, 105]).buffer`:                                           `"aGk="`,
		`[new Int16Array([1, -2]), new Float64Array([1.5, NaN]), new Uint32Array(0)]`: `[[1,-2],[1.5,null],[]]`,
		`({buffer: new ArrayBuffer(1), byteOffset: 0, byteLength: 1})`: `{"buffer":"AA==","byteOffset":0,` +
			`"byteLength":1}`,
		`(class { constructor() { this.a = new Uint8Array(0) } }, new (class { a = new Uint8Array(0) })())`: `{"a":""}`,
	} {
		if got, err := write(code); err != nil || got != want {
			t.Errorf("%s\n got  %s %v\n want %s", code, got, err, want)
		}
	}
}

// TestBigIntToJSON: programs that use JSON.stringify give BigInt.prototype a toJSON, which counts.
func TestBigIntToJSON(t *testing.T) {
	write := jsonWriter(t, nil)
	for _, c := range [][2]string{
		{`(BigInt.prototype.toJSON = function () { return "n" + this }, [5n, Object(6n), {a: 7n}])`, `["n5","n6",{"a":"n7"}]`},
		{`(BigInt.prototype.toJSON = function () { return this.valueOf() + 1n }, [5n])`, `[6]`},
		{`(BigInt.prototype.toJSON = 7, [5n])`, `[5]`},
	} {
		if got, err := write(c[0]); err != nil || got != c[1] {
			t.Errorf("%s: %s, %v", c[0], got, err)
		}
	}
}

func TestAppendJSONRefuses(t *testing.T) {
	write := jsonWriter(t, nil)
	for code, want := range map[string]string{
		`({a: [1n << 300000n]})`: `the result cannot be written as JSON: a[0] is a BigInt with too many digits`,
		`({orders: [{user: Promise.resolve(1)}]})`: `the result cannot be written as JSON: ` +
			`orders[0].user is a promise: is an await missing?`,
		`new Map([["a", new (class extends Promise {})(() => {})]])`: `the result cannot be written as JSON: a is a promise: is an await missing?`,
		`(() => { const o = {}; o.o = o; return o })()`:              `the result cannot be written as JSON: o refers back to an object that contains it`,
		`(() => { const a = [[]]; a[0][0] = {a}; return a })()`: `the result cannot be written as JSON: ` +
			`[0][0].a refers back to an object that contains it`,
		`(() => { const m = new Map(); m.set("m", [m]); return {m} })()`: `the result cannot be written as JSON: ` +
			`m.m[0] refers back to an object that contains it`,
		`(() => { const o = {toJSON() { return {o} }}; return o })()`:               `is nested deeper than 512 levels`,
		`(() => { let a = []; for (let i = 0; i < 600; i++) a = [a]; return a })()`: `is nested deeper than 512 levels`,
		`(() => { const a = []; a[4294967290] = 1; return {a} })()`: `the result cannot be written as JSON: a is an array of 4294967291 ` +
			`elements; at most 16777216 are written`,
		`(() => { const a = []; a.length = 4294967295; return a })()`:          `is an array of 4294967295 elements`,
		`new Proxy([], {get: (t, k) => k === "length" ? 2 ** 50 : undefined})`: `is an array of 1125899906842624 elements`,
	} {
		got, err := write(code)
		if _, ok := errors.AsType[*engine.JSONError](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n got  %s %v\n want %s", code, got, err, want)
		}
	}
	for code, want := range map[string]string{
		`({get a() { throw new TypeError("getter") }})`:                                                           "TypeError: getter",
		`[{toJSON() { throw new RangeError("toJSON") }}]`:                                                         "RangeError: toJSON",
		`(() => { const {proxy, revoke} = Proxy.revocable({}, {}); revoke(); return {a: proxy} })()`:              "TypeError",
		`new Proxy({}, {ownKeys() { throw "keys" }})`:                                                             "keys",
		`(() => { const m = new Map(); m[Symbol.iterator] = () => { throw new Error("iterator") }; return m })()`: "Error: iterator",
	} {
		_, err := write(code)
		if thrown, ok := errors.AsType[*engine.ScriptError](err); !ok || !strings.Contains(thrown.Error(), want) {
			t.Errorf("%s: got %v, want it to throw %s", code, err, want)
		}
	}
}

// TestAppendJSONEnds: values that would take forever to write, or nearly so, are refused.
func TestAppendJSONEnds(t *testing.T) {
	write := jsonWriter(t, func(o *engine.Options) { o.Pool.CPUTimeout = 100 * time.Millisecond })
	for _, code := range []string{
		`({get a() { for (;;); }})`,
		`(() => { const s = new Set([1]); s[Symbol.iterator] = () => ({next: () => ({value: 1, done: false})}); return s })()`,
		`(() => { const a = []; a.length = 16000000; const b = []; for (let i = 0; i < 100; i++) b.push(a); return b })()`,
	} {
		_, err := write(code)
		if _, isJSON := errors.AsType[*engine.JSONError](err); !isJSON && fault.KindOf(err) != fault.Timeout {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// TestAppendJSONAsStringify writes generated values, and compares the result with what the script engine's own
// JSON.stringify writes.
func TestAppendJSONAsStringify(t *testing.T) {
	write := jsonWriter(t, nil)
	random := rand.New(rand.NewPCG(1, 2))
	reference := goja.New()
	for range 600 {
		code := expression(random, 0)
		value, err := reference.RunString("JSON.stringify(" + code + ")")
		if err != nil {
			t.Fatal(code, err)
		}
		want := value.String()
		if goja.IsUndefined(value) {
			want = "null"
		}
		want = strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`).Replace(want)
		if got, err := write(code); err != nil || got != want {
			t.Errorf("%s\n got  %s %v\n want %s", code, got, err, want)
		}
	}
}

// expression generates a value that JSON.stringify and AppendJSON write alike.
func expression(r *rand.Rand, depth int) string {
	pick := r.IntN(20)
	if depth > 4 {
		pick = r.IntN(12)
	}
	switch pick {
	case 0:
		return "null"
	case 1:
		return "undefined"
	case 2:
		return "(() => 1)"
	case 3:
		return strconv.FormatBool(r.IntN(2) == 0)
	case 4:
		return strconv.Itoa(r.IntN(2000) - 1000)
	case 5:
		return "(" + strconv.FormatFloat((r.Float64()-0.5)*pow10(r.IntN(60)-30), 'g', -1, 64) + ")"
	case 6, 7, 8:
		return text(r)
	case 9:
		return fmt.Sprintf("new Date(%d)", r.Int64N(2e14)-5e13)
	case 10:
		return []string{"new Number(3)", "new String('s')", "new Boolean(0)", "/r/", "Symbol()", "NaN", "-0", "new Date(NaN)", "new Error('e')"}[r.IntN(9)]
	case 11:
		return fmt.Sprintf("({toJSON(k) { return [k, %s] }})", text(r))
	case 12, 13, 14:
		return "[" + strings.Join(several(r, depth, ""), ", ") + "]"
	case 15:
		return fmt.Sprintf("Object.assign([%s], {length: %d})", strings.Join(several(r, depth, ""), ", "), r.IntN(9))
	case 16:
		return fmt.Sprintf("new (class { %s })()", strings.Join(several(r, depth, " = "), "; "))
	case 17:
		return fmt.Sprintf("Object.defineProperty({%s}, 'b', {value: 1, enumerable: %t})", strings.Join(several(r, depth, ": "), ", "), r.IntN(2) == 0)
	default:
		return "({" + strings.Join(several(r, depth, ": "), ", ") + "})"
	}
}

// several generates values, with keys in front if sign is not empty.
func several(r *rand.Rand, depth int, sign string) []string {
	list := make([]string, r.IntN(6))
	for i := range list {
		list[i] = expression(r, depth+1)
		if sign != "" {
			list[i] = []string{"a", "b", "c", "'long key'", "'ü'", "12", "3", "'0x'"}[r.IntN(8)] + sign + list[i]
		}
	}
	return list
}

func text(r *rand.Rand) string {
	parts := []string{"a", "Z", " ", `\n`, `\u0001`, `\"`, `\\`, "é", "😀", `\u2028`, `\ud800`, `\udfff`, "/", "<", `\x7f`}
	var b strings.Builder
	for range r.IntN(8) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return `"` + b.String() + `"`
}

func pow10(n int) float64 {
	f, _ := strconv.ParseFloat("1e"+strconv.Itoa(n), 64)
	return f
}

// rows is a host object that writes its own JSON until a script changes it.
type rows struct{ changed bool }

func (r *rows) Get(string) goja.Value       { return nil }
func (r *rows) Set(string, goja.Value) bool { r.changed = true; return true }
func (r *rows) Has(string) bool             { return false }
func (r *rows) Delete(string) bool          { return false }
func (r *rows) Keys() []string              { return nil }
func (r *rows) AppendJSON(dst []byte) ([]byte, bool) {
	return append(dst, `[{"id":1}]`...), !r.changed
}

// withRows is an Invocation whose argument holds rows.
type withRows struct {
	script
	changed bool
}

func (c *withRows) Bind(s *engine.Scope) ([]engine.Value, error) {
	list := s.VM.Runtime.NewArray(s.VM.Runtime.NewDynamicObject(&rows{c.changed}))
	return []engine.Value{list}, nil
}

func TestJSONAppender(t *testing.T) {
	app := boot(t, optionsFor(t, map[string]string{
		"same.js": `import { GetMapping, RequestParam } from "fwrun";
			export const same = GetMapping({ path: "/", params: { value: RequestParam() } })((value) => ({ value }));`,
	}))
	for changed, want := range map[bool]string{false: `before {"value":[[{"id":1}]]}`, true: `before {"value":[{}]}`} {
		c := &withRows{changed: changed}
		if err := runHandler(t.Context(), app, 0, c); err != nil || string(c.json) != want {
			t.Errorf("changed %v: %s, %v; want %s", changed, c.json, err, want)
		}
	}
}
