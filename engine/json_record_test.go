package engine_test

import (
	"fmt"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/records"
)

// cellsOfTwo are those of two records; written counts those that are written without becoming values.
type cellsOfTwo struct {
	rt      *goja.Runtime
	written int
}

func (c *cellsOfTwo) Cell(record, column int) goja.Value {
	value, err := c.rt.RunString([]string{fmt.Sprint(record), `"n<\u2028"`, `new Date(0)`, `[1]`, `1n << 300000n`, `null`, `1`}[column])
	if err != nil {
		panic(err)
	}
	return value
}

func (c *cellsOfTwo) AppendCell(dst []byte, record, column int) ([]byte, bool) {
	if column == 4 {
		return append(dst, "lost"...), false
	}
	c.written++
	return append(dst, []string{fmt.Sprint(record), `"n<\u2028"`, `"1970-01-01T00:00:00.000Z"`, `[1]`, ``, `null`, `1`}[column]...), true
}

// withRecords is an Invocation whose argument is a list of two records. A script uses o, the first of them.
type withRecords struct {
	script
	fields []records.Field
	plain  bool
	reads  bool // the records read their cells when a script does
	cells  cellsOfTwo
}

func (c *withRecords) Bind(s *engine.Scope) ([]engine.Value, error) {
	rt := s.VM.Runtime
	c.cells.rt = rt
	layout := records.NewLayout(rt.NewObject().Prototype(), c.fields)
	if c.plain {
		layout.Plain()
	}
	list := make([]any, 2)
	for i := range list {
		object, err := layout.New(rt, &c.cells, i)
		if err != nil {
			return nil, err
		}
		list[i] = object
		_, c.reads = records.Of(object)
	}
	_ = rt.Set("o", list[0])
	_, err := rt.RunString(c.code)
	return []engine.Value{rt.NewArray(list...)}, err
}

func TestRecordsAsJSON(t *testing.T) {
	app := boot(t, optionsFor(t, map[string]string{
		"rows.js": `import { GetMapping, RequestParam, JsonProperty, JsonIgnore } from "fwrun";
			export const Same = GetMapping({ path: "/", params: { value: RequestParam() } })((value) => ({ value }));
			export class Row {
				/** @type {int} */ @JsonProperty("no") id;
				/** @type {string} */ @JsonIgnore name;
				/** @type {Date} */ at;
			}
			export const Typed = GetMapping({ path: "/typed", params: { value: RequestParam() } })((value) => {
				for (const o of value) Object.setPrototypeOf(o, Row.prototype);
				return value;
			});`,
	}))
	fields := []records.Field{
		{Name: "name", Column: 1},
		{Name: "id", Column: 0},
		{Name: "at", Column: 2},
		{Name: "list", Column: 3},
		{Name: "nothing", Column: 5},
		{Name: "7", Column: 6},
	}
	const first, second = `"name":"n<\u2028","id":0,"at":"1970-01-01T00:00:00.000Z"`,
		`{"7":1,"name":"n<\u2028","id":1,"at":"1970-01-01T00:00:00.000Z","list":[1],"nothing":null}`
	for _, c := range []struct {
		code, want string
		written    int // of the cells of both
	}{
		{``, `{"7":1,` + first + `,"list":[1],"nothing":null}`, 12},
		{`o.id; o.name; o.nothing; o.missing`, `{"7":1,` + first + `,"list":[1],"nothing":null}`, 12},
		{`o.list.push(2); o.at.setTime(86400000)`, `{"7":1,"name":"n<\u2028","id":0,"at":"1970-01-02T00:00:00.000Z","list":[1,2],"nothing":null}`, 10},
		{`o.id = undefined; o.name = () => 1; o.at = Symbol(); o[7] = undefined`, `{"list":[1],"nothing":null}`, 8},
		{`o.id = {toJSON: () => "mine"}`, `{"7":1,"name":"n<\u2028","id":"mine","at":"1970-01-01T00:00:00.000Z","list":[1],"nothing":null}`, 11},
		{`o.added = 1`, `{"7":1,` + first + `,"list":[1],"nothing":null,"added":1}`, 6},
		{`delete o.id; Object.defineProperty(o, "at", {enumerable: false})`, `{"7":1,"name":"n<\u2028","list":[1],"nothing":null}`, 6},
		{`Object.freeze(o)`, `{"7":1,` + first + `,"list":[1],"nothing":null}`, 6},
		{`o.toJSON = function () { return [this.id] }`, `[0]`, 6},
		{`Object.setPrototypeOf(o, {toJSON() { return this.list }})`, `[1]`, 6},
	} {
		for _, plain := range []bool{false, true} {
			r := &withRecords{script: script{code: c.code}, fields: fields, plain: plain}
			if err := runHandler(t.Context(), app, handler(app, "Same"), r); err != nil || string(r.json) != `before {"value":[`+c.want+","+second+"]}" {
				t.Errorf("%s, plain %v: %v, %s", c.code, plain, err, r.json)
			}
			if r.reads == plain {
				t.Skip("rows are plain objects")
			}
			if r.reads && r.cells.written != c.written {
				t.Errorf("%s: %d cells are written without becoming values, want %d", c.code, r.cells.written, c.written)
			}
		}
	}

	r := &withRecords{script: script{code: "o.at"}, fields: fields}
	want := `before [{"7":1,"no":0,"at":"1970-01-01T00:00:00.000Z","list":[1],"nothing":null},{"7":1,"no":1,` +
		`"at":"1970-01-01T00:00:00.000Z","list":[1],"nothing":null}]`
	if err := runHandler(t.Context(), app, handler(app, "Typed"), r); err != nil || string(r.json) != want {
		t.Errorf("of a class: %v, %s", err, r.json)
	}
	r = &withRecords{script: script{code: ""}, fields: []records.Field{{Name: "a", Column: 4}}}
	err := runHandler(t.Context(), app, handler(app, "Same"), r)
	if want := "the result cannot be written as JSON: value[0].a is a BigInt with too many digits"; err == nil || err.Error() != want {
		t.Errorf("a cell that has to be written as a value: %v", err)
	}
	const replaced = `Date.prototype.toJSON = () => "replaced"; Array.prototype.toJSON = undefined`
	r = &withRecords{script: script{code: replaced}, fields: fields[2:3]}
	if err := runHandler(t.Context(), app, handler(app, "Same"), r); err != nil ||
		string(r.json) != `before {"value":[{"at":"replaced"},{"at":"replaced"}]}` {
		t.Errorf("%s: %v, %s", replaced, err, r.json)
	}
}
