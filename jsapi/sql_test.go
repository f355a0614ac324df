package jsapi_test

import (
	"errors"
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi"
)

func TestStatements(t *testing.T) {
	p := newPage(t)
	p.database.rows = people()
	p.evalCases([][2]string{
		{`JSON.stringify(sql.update("U"))`, `{"affectedRows":2,"generatedKey":7}`},
		{`sql.batchUpdate("B", [[1], [2], { a: 3 }]).join()`, "0,0,0"},
		{`String(sql.execute("E; F"))`, "undefined"},
		{`sql.queryForObject("S")`, "throws Error: queryForObject found 2 rows where at most one was expected"},
		{`sql.queryForValue("S")`, "throws Error: queryForValue found 2 rows where at most one was expected"},
		{`sql.query()`, "throws Error: the first argument must be the SQL text"},
		{`sql.update(7)`, "throws Error: the first argument must be the SQL text"},
		{`sql.batchUpdate("B", 7)`, "throws Error: batchUpdate takes an array with the parameters of each run"},
		{`sql.transaction()`, "throws Error: transaction takes a function"},
	})
	if got := p.database.told(); got != "update U, batch B, execute E; F, query S, query S" {
		t.Errorf("the database was told %s", got)
	}
	p.database.rows = &fakeRows{names: []string{"id"}}
	p.evalCases([][2]string{
		{`sql.queryForObject("S")`, "null"}, {`sql.queryForValue("S")`, "null"}, {`sql.query("S").length`, "0"},
	})
}

func TestParameters(t *testing.T) {
	at := time.UnixMilli(1700000000005)
	large, _ := new(big.Int).SetString("9223372036854775808", 10)
	for script, want := range map[string]jsapi.Args{
		``:                                       {},
		`, undefined`:                            {},
		`, []`:                                   {Positional: []any{}},
		`, [1, 1.5, "a", true, null, undefined]`: {Positional: []any{int64(1), 1.5, "a", true, nil, nil}},
		`, 7`:                                    {Positional: []any{int64(7)}},
		`, null`:                                 {Positional: []any{nil}},
		`, "text"`:                               {Positional: []any{"text"}},
		`, 9223372036854775808n`:                 {Positional: []any{large}},
		`, new Uint8Array([1, 2, 3]).subarray(1)`: {Positional: []any{[]byte{2, 3}}},
		`, [new Uint8Array([1]).buffer]`:          {Positional: []any{[]byte{1}}},
		`, { a: 1, b: null }`:                     {Named: map[string]any{"a": int64(1), "b": nil}},
		`, { a: 1, tags: ["x"], at: () => 1 }`:    {Named: map[string]any{"a": int64(1), "tags": jsapi.List{"x"}}},
		`, [[1, null], "a", []]`:                  {Positional: []any{jsapi.List{int64(1), nil}, "a", jsapi.List{}}},
		`, {}`:                                    {Named: map[string]any{}},
	} {
		p := newPage(t)
		p.evalCases([][2]string{{`sql.update("U"` + script + `).affectedRows`, "2"}})
		if len(p.database.args) != 1 || !reflect.DeepEqual(p.database.args[0], want) {
			t.Errorf("%s\n got %#v\nwant %#v", script, p.database.args, want)
		}
	}
	for _, script := range []string{`, new Date(1700000000005)`, `, [new Date(1700000000005)]`} {
		p := newPage(t)
		p.eval(`sql.update("U"` + script + `)`)
		if len(p.database.args) != 1 || !p.database.args[0].Positional[0].(time.Time).Equal(at) {
			t.Errorf("%s: got %v", script, p.database.args)
		}
	}
	newPage(t).evalCases([][2]string{
		{`sql.update("U", [1, {}])`, "throws Error: parameter 2 is an object; give one of its properties, or JSON.stringify(…) of it"},
		{`sql.update("U", [[1, [2]]])`, "throws Error: in the list of parameter 1: parameter 2 is an object; give one of its properties, or JSON.stringify(…) of it"},
		{`sql.update("U", [Array(70000)])`, "throws Error: 70000 values of a list are too many; at most 65535 can be given at once"},
		{`sql.update("U", [() => 1])`, "throws Error: parameter 1 is an object; give one of its properties, or JSON.stringify(…) of it"},
		{`sql.batchUpdate("B", [[1], [{}]])`, "throws Error: batch entry 2: parameter 1 is an object; give one of its properties, or JSON.stringify(…) of it"},
		{`sql.update("U", Array(4294967295))`, "throws Error: 4294967295 parameters are too many; at most 65535 can be given at once"},
		{`sql.batchUpdate("U", Array(4294967295))`, "throws Error: 4294967295 runs are too many; at most 1000000 can be given at once"},
	})
}

// databaseError is a failed statement.
type databaseError struct{ kind, code, message string }

func (e databaseError) Error() string   { return "data.update: " + e.message + ": secret details" }
func (e databaseError) Kind() string    { return e.kind }
func (e databaseError) Code() string    { return e.code }
func (e databaseError) Message() string { return e.message }

func TestSqlErrors(t *testing.T) {
	p := newPage(t)
	p.database.fail = databaseError{"unique violation", "2067", "UNIQUE constraint failed: users.email"}
	for _, call := range []string{
		`sql.query("S")`, `sql.queryForObject("S")`, `sql.queryForValue("S")`, `sql.update("U")`, `sql.batchUpdate("B", [[]])`,
		`sql.execute("E")`, `sql.transaction(() => {})`,
	} {
		p.evalCases([][2]string{{
			`try { ` + call + ` } catch (e) { [e instanceof SqlError, e instanceof Error, e.name, e.kind, e.code, e.message].join("|") }`,
			"true|true|SqlError|unique violation|2067|UNIQUE constraint failed: users.email",
		}})
	}
	p.database.fail = fault.New("data.acquire", fault.Unavailable, "all connections are busy").Because(errors.New("secret"))
	p.evalCases([][2]string{{`sql.query("S")`, "throws Error: all connections are busy"}})
}

func TestTransactions(t *testing.T) {
	for _, c := range []struct{ script, result, told string }{
		{`sql.transaction((tx) => tx.update("U").affectedRows)`, "2", `begin false "", update tx:U, commit`},
		{`sql.transaction(() => sql.update("U").generatedKey)`, "7", `begin false "", update tx:U, commit`},
		{`sql.transaction(() => { sql.update("U"); throw new RangeError("no"); })`, "throws RangeError: no", `begin false "", update tx:U, rollback`},
		{`try { sql.transaction(() => { throw 1; }); } catch (e) { sql.update("after " + e); }; "x"`, "x", `begin false "", rollback, update after 1`},
		{`sql.transaction(() => 1, { readOnly: true, isolation: "serializable" })`, "1", `begin true "serializable", commit`},

		// Inside another one it joins: the outer one decides.
		{`sql.transaction(() => { sql.transaction(() => sql.update("U")); sql.update("V"); return 1; })`, "1", `begin false "", update tx:U, update tx:V, commit`},
		{`sql.transaction(() => { try { sql.transaction(() => { throw 1; }); } catch {} sql.update("V"); })`, "throws Error: the transaction was rolled back, because a part of it had failed", `begin false "", update tx:V, rollback`},

		// Async: across awaits, and ended when the promise is settled.
		{
			`sql.transaction(async () => { await null; sql.update("U"); await null; return sql.update("V").affectedRows; })`, "2",
			`begin false "", update tx:U, update tx:V, commit`,
		},
		{
			`sql.transaction(async () => { sql.update("U"); await null; throw new RangeError("late"); })`, "throws RangeError: late",
			`begin false "", update tx:U, rollback`,
		},
		{
			`(async () => { await sql.transaction(async () => { await null; }); sql.update("after"); return "x"; })()`, "x",
			`begin false "", commit, update after`,
		},
		{
			`(async () => { const both = sql.transaction(async () => { await null; sql.update("in"); }); sql.update("out"); await both; })()`, "undefined",
			`begin false "", update out, update tx:in, commit`,
		},
		{
			`sql.transaction(async () => { await sql.transaction(async () => { await null; sql.update("U"); }); })`, "undefined",
			`begin false "", update tx:U, commit`,
		},
	} {
		p := newPage(t)
		if got := p.eval(c.script); got != c.result {
			t.Errorf("%s\n got %s\nwant %s", c.script, got, c.result)
		}
		if got := p.database.told(); got != c.told {
			t.Errorf("%s\ntold %s\nwant %s", c.script, got, c.told)
		}
	}
}

func TestDetachedMethods(t *testing.T) {
	newPage(t).evalCases([][2]string{
		{`const { query } = sql; query("S")`, "throws TypeError: query was called on something that is no SqlTemplate; call it as this.sql.query(…)"},
		{`sql.update.call({}, "U")`, "throws TypeError: update was called on something that is no SqlTemplate; call it as this.sql.update(…)"},
		{`[1].map(sql.queryForValue)`, "throws TypeError: queryForValue was called on something that is no SqlTemplate; call it as this.sql.queryForValue(…)"},
		{`sql instanceof SqlTemplate && sql.query.name`, "query"},
	})
}
