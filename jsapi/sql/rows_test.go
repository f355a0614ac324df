package sql_test

import (
	"math"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/records"
)

// TestRowsAreArrays uses a result as scripts use arrays. Each case has a new result.
func TestRowsAreArrays(t *testing.T) {
	for _, c := range [][2]string{
		{`Array.isArray(rows) + " " + rows.length + " " + (rows instanceof Array)`, "true 2 true"},
		{`rows.map((r) => r.full_name).join()`, "Ada,Grace"},
		{`rows.filter((r) => r.active).length`, "1"},
		{`rows.find((r) => r.id === 2).full_name + rows.findIndex((r) => r.id === 3)`, "Grace-1"},
		{`let s = ""; for (const r of rows) s += r.id; s`, "12"},
		{`let s = ""; for (const i in rows) s += i; s`, "01"},
		{`let s = ""; rows.forEach((r, i) => { s += i + r.full_name; }); s`, "0Ada1Grace"},
		{`[...rows].length + "" + rows.concat([{}]).length`, "23"},
		{`rows.reduce((sum, r) => sum + r.id, 0) + "" + rows.some((r) => r.id > 1) + rows.every((r) => r.id > 1)`, "3truefalse"},
		{`const [first, , third] = rows; first.full_name + third`, "Adaundefined"},
		{`const [{ full_name, ...rest }] = rows; full_name + JSON.stringify(rest)`, `Ada{"id":1,"active":true}`},
		{`JSON.stringify(rows)`, `[{"id":1,"full_name":"Ada","active":true},{"id":2,"full_name":"Grace","active":false}]`},
		{`Object.keys(rows[0]).join() + Object.entries(rows[1])[1].join()`, "id,full_name,activefull_name,Grace"},
		{`JSON.stringify({ ...rows[0], id: 9 })`, `{"id":9,"full_name":"Ada","active":true}`},
		{`("id" in rows[0]) + " " + ("name" in rows[0]) + " " + rows[0].name + " " + Object.hasOwn(rows[0], "id")`, "true false undefined true"},
		{`rows[0] === rows[0]`, "true"},
		{`rows[7] === undefined && rows[-1] === undefined && rows.at(-1).id`, "2"},
		{`rows.sort((a, b) => b.id - a.id).map((r) => r.id).join()`, "2,1"},
		{`rows.reverse()[0].id + rows.toSorted((a, b) => a.id - b.id)[0].id`, "3"},
		{`rows.push({ id: 3 }) + JSON.stringify(rows[2])`, `3{"id":3}`},
		{`rows.pop().id + " " + rows.shift().id + " " + rows.length`, "2 1 0"},
		{`rows.splice(0, 1)[0].id + " " + rows.length + rows[0].id`, "1 12"},
		{`rows.length = 1; rows.length = 3; rows.map((r) => r && r.id).join()`, "1,,"},
		{`rows[1] = { id: 5 }; JSON.stringify(rows.map((r) => r.id))`, "[1,5]"},
		{
			`const r = rows[0]; delete r.active; r.note = "x"; r.id += 1; JSON.stringify(r) + ("active" in r) + Object.keys(r)`,
			`{"id":2,"full_name":"Ada","note":"x"}falseid,full_name,note`,
		},
		{`const r = rows[0]; r.a = 1; delete r.a; r.a = 2; Object.keys(r).filter((k) => k === "a").length`, "1"},
		{`const copy = structuredClone(rows); copy[0].id = 9; JSON.stringify(copy[0]) + rows[0].id`, `{"id":9,"full_name":"Ada","active":true}1`},
		{`String(rows) + String(rows[0])`, "[object Object],[object Object][object Object]"},
		{`rows[1 << 22] = 1; rows.length`, "2"},
		{`Object.prototype.toString.call(rows)`, "[object Array]"},
		{`rows[0].hasOwnProperty("id") && rows[0].toString()`, "[object Object]"},
		{`const r = Object.freeze(rows[0]); r.id = 5; r.more = 1; Object.isFrozen(r) + JSON.stringify(r)`, `true{"id":1,"full_name":"Ada","active":true}`},
		{`const s = Symbol("s"), r = rows[0]; r[s] = 7; r[s] + Object.keys(r).join()`, "7id,full_name,active"},
		{
			`const r = rows[0]; Object.defineProperty(r, "initial", { get() { return this.full_name[0]; }, enumerable: true }); r.initial + JSON.stringify(r)`,
			`A{"id":1,"full_name":"Ada","active":true,"initial":"A"}`,
		},
		{`const r = rows[0]; Object.defineProperty(r, "id", { value: 9, writable: false }); r.id = 5; r.id`, "9"},
		{`const r = Object.setPrototypeOf(rows[0], { greet() { return "I am " + this.full_name; } }); r.greet()`, "I am Ada"},
		{`for (const r of rows) r.next = r.id + 1; JSON.stringify(rows[1])`, `{"id":2,"full_name":"Grace","active":false,"next":3}`},
		{`const m = new Map([[rows[0], "a"]]), w = new WeakMap([[rows[1], "b"]]); m.get(rows[0]) + w.get(rows[1])`, "ab"},
		{`const p = new Proxy(rows[0], {}); p.id = 4; p.id + rows[0].id`, "8"},
	} {
		p := newPage(t)
		p.database.rows = people()
		p.Cases([][2]string{{"const rows = sql.query('SELECT');" + c[0], c[1]}})
	}
}

// TestUntouchedRowsPass: a result that the script has not changed is written as JSON without becoming objects.
func TestUntouchedRowsPass(t *testing.T) {
	if rows := records.NewLayout(nil, nil); !rows.Lazy() {
		t.Skip("rows that were read are plain objects, which may have changed")
	}
	const all = `[{"id":1,"full_name":"Ada","active":true},{"id":2,"full_name":"Grace","active":false}]`
	for _, c := range []struct {
		script string
		passes bool
	}{
		{`sql.query("S")`, true},
		{`const rows = sql.query("S"); rows.length; rows.map((r) => r.id); rows`, true},
		{`const rows = sql.query("S"); rows[0].id = 2; rows`, false},
		{`const rows = sql.query("S"); rows[0].more = 2; rows`, false},
		{`const rows = sql.query("S"); Object.setPrototypeOf(rows[0], null); rows`, false},
		{`const rows = sql.query("S"); rows.map(({id, ...rest}) => rest); for (const r of rows) Object.keys(r); rows`, true},
		{`const rows = sql.query("S"); delete rows[0].id; rows`, false},
		{`const rows = sql.query("S"); rows.push(1); rows`, false},
		{`const rows = sql.query("S"); rows.length = 1; rows`, false},
		{`const rows = sql.query("S"); rows[0] = rows[1]; rows`, false},
	} {
		p := newPage(t)
		p.database.rows = people()
		value, err := p.Value(c.script)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := value.ToObject(p.Runtime).Export().(engine.JSONAppender).AppendJSON(nil)
		if ok != c.passes || ok && string(got) != all || (p.database.rows.written == 1) != c.passes {
			t.Errorf("%s: got %s, %v", c.script, got, ok)
		}
	}
}

func TestCells(t *testing.T) {
	at := time.Date(2024, 2, 29, 12, 0, 0, 5e6, time.UTC)
	for _, c := range []struct {
		cell   any
		script string
		want   string
	}{
		{nil, `v === null`, "true"},
		{int64(7), `v === 7`, "true"},
		{int64(1<<53 - 1), `v === Number.MAX_SAFE_INTEGER`, "true"},
		{int64(1 << 53), `v === 9007199254740992n`, "true"},
		{int64(math.MinInt64), `v === -9223372036854775808n`, "true"},
		{0.5, `v === 0.5`, "true"},
		{"é😀", `v === "é😀" && v.length === 3`, "true"},
		{true, `v === true`, "true"},
		{at, `v instanceof Date && v.toISOString()`, "2024-02-29T12:00:00.005Z"},
		{[]byte{1, 255}, `v instanceof Uint8Array && v.join()`, "1,255"},
		{jsonText(`{"a":[1,null]}`), `v.a[1] === null && v.a[0]`, "1"},
		{jsonText(`not json`), `v`, "not json"},
		{`{"a":1}`, `v`, `{"a":1}`},
	} {
		p := newPage(t)
		p.database.rows = &fakeRows{names: []string{"v"}, cells: [][]any{{c.cell}}}
		p.Cases([][2]string{
			{"{ const v = sql.queryForValue('S'); " + c.script + " }", c.want},
			{"{ const { v } = sql.queryForObject('S'); " + c.script + " }", c.want},
		})
	}
	p := newPage(t)
	p.database.rows = &fakeRows{names: []string{"v"}, cells: [][]any{{[]byte{1}}}}
	p.Cases([][2]string{
		{`const row = sql.queryForObject("S"); row.v[0] = 2; row.v[0]`, "2"}, // the script's own copy
		{`sql.queryForValue("S")[0]`, "1"},
	})
}

func TestRowsOfAClass(t *testing.T) {
	p := newPage(t)
	p.database.rows = people()
	p.Cases([][2]string{
		{`class Person { id = 0; fullName = ""; active; greet() { return "I am " + this.fullName; } }
		  globalThis.Person = Person; sql.query("S", [], Person).map((x) => x.greet()).join()`, "I am Ada,I am Grace"},
		{`JSON.stringify(sql.query("S", [], Person)[0])`, `{"id":1,"fullName":"Ada","active":true}`},
		{`class Snake { full_name = ""; } JSON.stringify(sql.query("S", [], Snake)[0])`, `{"full_name":"Ada","id":1,"active":true}`},
		{`class Setter { set full_name(v) { this.name = v + "!"; } } sql.query("S", [], Setter)[1].name`, "Grace!"},
		{`class Bad { constructor() { throw new RangeError("no"); } } sql.query("S", [], Bad)`, "throws RangeError: no"},
	})
	p.database.rows.cells = p.database.rows.cells[:1]
	p.Cases([][2]string{
		{`sql.queryForObject("S", [], Person) instanceof Person && sql.queryForObject("S", [], Person).fullName`, "Ada"},
	})
}
