package records

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// sample is a record of each kind of value.
type sample struct {
	rt   *goja.Runtime
	read int // how often Cell was called
}

// fields are those of the sample. Their columns are not in their order.
var fields = []Field{
	{"id", 1}, {"name", 0}, {"note", 2}, {"active", 3}, {"at", 4}, {"tags", 5}, {"7", 6}, {"größe", 7}, {"2", 8}, {"name", 9}, {"score", 10},
}

func (s *sample) Cell(record, column int) goja.Value {
	s.read++
	text := []string{
		`"first"`, `1`, `null`, `true`, `new Date(0)`, `["a", {b: 1}]`, `"seven"`, `"ü😀"`, `0.5`, `"Ada"`, `-3`,
	}[column]
	value, err := s.rt.RunString("(" + text + ")")
	if err != nil {
		panic(err)
	}
	return value
}

const prelude = `"use strict";
class Row {
  greet() { return "I am " + this.name; }
  get double() { return this.id * 2; }
  set double(v) { this.id = v / 2; }
  static is(o) { return #secret in o; }
  #secret;
}
Row.prototype.inherited = "yes";
globalThis.Row = Row;
// told describes an object with everything that a script can find out.
globalThis.told = function told(o, depth = 0) {
  if (typeof o !== "object" || o === null) return typeof o + ":" + String(o);
  if (o instanceof Date) return "Date:" + o.getTime();
  if (depth > 3) return "...";
  const d = Object.getOwnPropertyDescriptors(o);
  return (Array.isArray(o) ? "Array" : Object.prototype.toString.call(o)) + "{" + Reflect.ownKeys(o).map((k) =>
    String(k) + (d[k].writable ? "w" : "") + (d[k].enumerable ? "e" : "") + (d[k].configurable ? "c" : "") +
    (d[k].get ? "g" : "") + (d[k].set ? "s" : "") + "=" + told(d[k].value, depth + 1)).join() + "}" +
    (Object.isExtensible(o) ? "" : "!") + (Object.isFrozen(o) ? "F" : "") + (Object.isSealed(o) ? "S" : "") +
    (Object.getPrototypeOf(o) === Row.prototype ? "Row" : Object.getPrototypeOf(o) === Object.prototype ? "" : "?");
};`

// uses are what scripts do to an object o, which the result must describe.
var uses = []string{
	`o.name + o.id + o.note + o.active + o.size + o.größe + o[7] + o["2"] + o.score`,
	`o.at === o.at && o.tags === o.tags && o.at.getTime() === 0 && o.tags[1].b === 1`,
	`o.greet && o.greet() + o.double + o.inherited`,
	`o.double = 8, o.id`,
	`o.toString() + String(o) + (o + "") + JSON.stringify(o) + JSON.stringify(o, null, 2) + JSON.stringify(o, ["id", "tags"])`,
	`Object.keys(o).join() + Object.values(o).join() + Object.entries(o).join("|") + Object.getOwnPropertyNames(o)`,
	`let s = ""; for (const k in o) s += k + ","; s`,
	`let s = ""; for (const k in o) { s += k + ","; delete o.name; delete o[7]; o.later = 1; } s`,
	`let s = ""; for (const k in o) { s += k + ","; Object.defineProperty(o, "score", {enumerable: false}); } s`,
	`const {id, name, ...rest} = o; id + name + told(rest)`,
	`const {missing = 5, id: {toString: f}, ["note"]: n, 7: seven} = o; missing + n + seven + typeof f`,
	`told({...o}) + told({...o, id: 9, extra: 1}) + told({id: 0, ...o})`,
	`told(Object.assign({a: 1}, o)) + told(Object.assign(o, {name: "x", added: 1}))`,
	`o.name = "x"; o.id += 1; o.id++; o.note ??= 4; o.tags = [1]; told(o)`,
	`o.added = 1; o[9] = 2; o[0] = 3; told(o)`,
	`o.at.setTime(5); o.tags.push(1); told(o)`,
	`delete o.name && delete o.nothing && delete o[7] && told(o) + ("name" in o) + o.name`,
	`delete o.inherited; o.inherited + told(o)`,
	`o.inherited = "no"; told(o)`,
	`("id" in o) + " " + ("7" in o) + (7 in o) + (8 in o) + ("toString" in o) + ("nothing" in o) + o.hasOwnProperty("id") + Object.hasOwn(o, ` +
		`"greet") + Object.hasOwn(o, 2)`,
	`Object.prototype.propertyIsEnumerable.call(o, "id") + " " + o.propertyIsEnumerable("nothing")`,
	`Object.freeze(o); told(o) + (() => { try { o.id = 2 } catch (e) { return e.message } })()`,
	`Object.seal(o); told(o)`,
	`Object.preventExtensions(o); o.id = 4; told(o) + (() => { try { o.added = 2 } catch (e) { return e.message } })() + delete o.id + told(o)`,
	`Object.isFrozen(o) + "" + Object.isSealed(o) + Object.isExtensible(o)`,
	`const s = Symbol("s"); o[s] = 1; const t = o[s]; told(o) + t + (s in o) + Object.getOwnPropertySymbols(o).length + ` +
		`told({...o}) + delete o[s] + told(o)`,
	`Object.defineProperty(o, "id", {get() { return this.name }}); told(o) + o.id`,
	`Object.defineProperty(o, "id", {writable: false}); told(o)`,
	`Object.defineProperty(o, "added", {value: 1}); told(o) + Object.keys(o)`,
	`Object.defineProperties(o, {a: {value: 1, enumerable: true}, name: {value: 2}}); told(o)`,
	`Object.defineProperty(o, "name", {set(v) { this.id = v }, configurable: true}); o.name = 3; told(o) + o.name`,
	`told(Object.getOwnPropertyDescriptor(o, "id")) + told(Object.getOwnPropertyDescriptor(o, "nothing")) + told(Object.getOwnPropertyDescriptor(o, 7))`,
	`Object.setPrototypeOf(o, {greet() { return "hello " + this.id }}); o.greet() + told(o)`,
	`Object.setPrototypeOf(o, null); told(o)`,
	`o.__proto__ = {x: 1}; o.x + told(o)`,
	`(o instanceof Row) + " " + (o instanceof Object) + Row.prototype.isPrototypeOf(o) + (o.constructor === Object)`,
	`const c = Object.create(o); c.name = "own"; c.added = 1; c[7] = 8; c.double = 4; told(c) + c.id + c.note + told(o)`,
	`const c = Object.create(Object.freeze(o)); try { c.name = 1 } catch (e) { e.message }`,
	`const c = Object.create(o); let s = ""; c.name = 1; for (const k in c) s += k; s`,
	`const p = new Proxy(o, {}); p.name = "x"; p.added = 1; delete p.id; told(p) + told(o) + p.note + Object.keys(p) + JSON.stringify(p)`,
	`const p = new Proxy(o, {get: (t, k, r) => k === "id" ? 5 : Reflect.get(t, k, r)}); p.id + p.name + p.double`,
	`Reflect.get(o, "double", {id: 50}) + "" + Reflect.get(o, "name", {name: 50}) + Reflect.has(o, "id") + Reflect.ownKeys(o)`,
	`Reflect.set(o, "name", "r") + told(o) + Reflect.set(o, "name", "q", {}) + told(o)`,
	`const other = {}; Reflect.set(o, "name", "r", other) + told(other) + told(o)`,
	`Reflect.deleteProperty(o, "id") + told(o) + Reflect.defineProperty(o, "z", {value: 1}) + told(o)`,
	`const m = new Map([[o, 1]]), w = new WeakMap([[o, 2]]), s = new Set([o, o]), v = new WeakSet([o]); m.get(o) + w.get(o) + s.size + v.has(o)`,
	`(o === o) + " " + (o == o) + Object.is(o, o) + [o].includes(o) + [o].indexOf(o)`,
	`typeof o + !o + (o ?? 1 === o) + [].concat(o).length + Array.from(o).length + told(Array.from({...o, length: 1}))`,
	`Array.prototype.map.call(o, (x) => x).length + "" + (o.length = 3) + Array.prototype.join.call(o) + told(o)`,
	`told(Object.fromEntries(Object.entries(o).map(([k, v]) => [k + "!", v])))`,
	`Row.is(o) + " " + (() => { try { o() } catch (e) { return e.constructor.name } })() + (() => { try { new o() } catch (e) { ` +
		`return e.constructor.name } })()`,
	`(() => { try { 1 in o; ({}) instanceof o } catch (e) { return e.constructor.name + e.message } })()`,
	`Function("o", "with (o) { name = 'w'; return id + name }")(o) + told(o)`,
	`(() => { try { [...o] } catch (e) { return e.constructor.name } })() + (() => { try { o.nothing.x } catch (e) { return e.message } })()`,
	`o[Symbol.toPrimitive] = (hint) => hint; o + "" + told(Object.keys(o))`,
	`o.toJSON = () => "j"; JSON.stringify([o])`,
	`o[Symbol.iterator] = function* () { yield this.id; yield 2 }; [...o].join()`,
	`o.valueOf = () => 42; o * 2`,
	`o["1"] = "one"; o.zzz = 1; delete o.zzz; o.yyy = 2; Object.keys(o).join()`,
	`o.name &&= "z"; o.id ||= 3; o.nothing ??= 1; told(o)`,
	`const a = [o, {id: 0}]; a.sort((x, y) => x.id - y.id); told(a[1]) + a.map(({id}) => id)`,
	`const before = Object.keys(o).length; Object.entries(o).forEach(([k]) => { delete o[k] }); before + told(o)`,
	`class Brand extends (function (x) { return x }) { #x = 7; static of(x) { return x.#x } }; new Brand(o); Brand.of(o) + told(o)`,
	`Object.groupBy ? 1 : 0; structured(o)`,
}

// making makes an object with the fields of the sample.
type making func(rt *goja.Runtime, prototype *goja.Object, cells *sample) (*goja.Object, error)

// plainly is what all others are compared with.
func plainly(rt *goja.Runtime, prototype *goja.Object, cells *sample) (*goja.Object, error) {
	return NewLayout(prototype, fields).Plain().New(rt, cells, 0)
}

// makings are the ways to make an object.
var makings = map[string]making{
	"defined": func(rt *goja.Runtime, prototype *goja.Object, cells *sample) (*goja.Object, error) {
		return NewLayout(prototype, fields).New(rt, cells, 0)
	},
	"assigned": func(rt *goja.Runtime, prototype *goja.Object, cells *sample) (*goja.Object, error) {
		return NewAssigned(prototype, fields).New(rt, cells, 0)
	},
	"filled": func(rt *goja.Runtime, prototype *goja.Object, cells *sample) (*goja.Object, error) {
		values := make([]goja.Value, 11)
		for i := range values {
			values[i] = cells.Cell(0, i)
		}
		defer clear(values)
		return NewAssigned(prototype, fields).Filled(rt, values)
	},
	"literal, the first": func(rt *goja.Runtime, prototype *goja.Object, cells *sample) (*goja.Object, error) {
		return literal(rt, NewLiteral(prototype), cells, fields), nil
	},
	"literal, one of many": func(rt *goja.Runtime, prototype *goja.Object, cells *sample) (*goja.Object, error) {
		layout := NewLiteral(prototype)
		literal(rt, layout, cells, fields)
		literal(rt, layout, cells, fields[:4])
		return literal(rt, layout, cells, fields), nil
	},
	"literal, after others": func(rt *goja.Runtime, prototype *goja.Object, cells *sample) (*goja.Object, error) {
		layout := NewLiteral(prototype)
		literal(rt, layout, cells, []Field{fields[0], fields[2], fields[1]})
		return literal(rt, layout, cells, fields), nil
	},
	"literal with less than others": func(rt *goja.Runtime, prototype *goja.Object, cells *sample) (*goja.Object, error) {
		layout := NewLiteral(prototype)
		literal(rt, layout, cells, slices.Concat(textual, []Field{{"more", 0}, {"double", 0}, {"added", 1}}))
		return literal(rt, layout, cells, textual), nil
	},
}

// textual are the fields whose names are no indexes.
var textual = slices.DeleteFunc(slices.Clone(fields), func(f Field) bool { return f.Name == "7" || f.Name == "2" })

// textually makes a plain object with these.
func textually(rt *goja.Runtime, prototype *goja.Object, cells *sample) (*goja.Object, error) {
	return NewLayout(prototype, textual).Plain().New(rt, cells, 0)
}

// literal makes the object of a literal with the methods that goja calls.
func literal(rt *goja.Runtime, layout *Layout, cells *sample, fields []Field) *goja.Object {
	o := layout.Literal(rt)
	if o == nil {
		o = rt.CreateObject(layout.prototype)
	}
	for _, f := range fields {
		name, value := unistring.NewFromString(f.Name), cells.Cell(0, f.Column)
		if view, ok := Of(o); ok {
			view.r.putProp(name, value, true, true, true)
		} else if err := o.DefineDataProperty(f.Name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
			panic(err)
		}
	}
	return o
}

// run describes an object after a script, and what that returned.
func run(t testing.TB, how making, class bool, script string) string {
	t.Helper()
	rt := goja.New()
	if _, err := rt.RunString(prelude); err != nil {
		t.Fatal(err)
	}
	prototype := rt.NewObject().Prototype()
	if class {
		prototype = rt.Get("Row").(*goja.Object).Get("prototype").(*goja.Object)
	}
	o, err := how(rt, prototype, &sample{rt: rt})
	if err != nil {
		t.Fatal(err)
	}
	_ = rt.Set("structured", func(o *goja.Object) string { return fmt.Sprint(len(o.Keys()), o.Get("id"), o.Export()) })
	_ = rt.Set("o", o)
	value, err := rt.RunString(script)
	if err != nil {
		return "throws " + err.Error()
	}
	told, err := rt.RunString(`told(o)`)
	if err != nil {
		return fmt.Sprintf("%v; then throws %v", value, err)
	}
	return fmt.Sprintf("%v; then %v", value, told)
}

// TestSame holds records against plain objects, of a class and of none.
func TestSame(t *testing.T) {
	for _, script := range uses {
		for _, class := range []bool{true, false} {
			want, texts := run(t, plainly, class, script), run(t, textually, class, script)
			for name, how := range makings {
				expected := want
				if name == "literal with less than others" {
					expected = texts
				}
				if got := run(t, how, class, script); got != expected {
					t.Errorf("%s, %s, class %v:\ngot  %s\nwant %s", script, name, class, got, expected)
				}
			}
			if strings.HasPrefix(want, "throws SyntaxError") {
				t.Errorf("%s: %s", script, want)
			}
		}
	}
}
