package databases

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi"
)

// TestScriptsOnSQLite runs scripts that use a SqlTemplate on a real database, in order.
func TestScriptsOnSQLite(t *testing.T) {
	eval := scripts(t)
	for _, c := range [][2]string{
		{
			`sql.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, at TIMESTAMP, body BLOB, info JSON, n NUMERIC CHECK (n <> 13));")`,
			"undefined",
		},

		// Every kind of parameter, and the value that is read back.
		{`JSON.stringify(sql.update("INSERT INTO t (name, at, body, info, n) VALUES (?, ?, ?, ?, ?)",
			["Ada", new Date(1709208000000), new Uint8Array([1, 255]), JSON.stringify({ a: [1] }), 1.5]))`, `{"affectedRows":1,"generatedKey":1}`},
		{`const { id, name, at, body, info, n } = sql.queryForObject("SELECT * FROM t WHERE id = ?", 1);
			[id, name, at.toISOString(), body.join("."), info.a[0], n].join("|")`, "1|Ada|2024-02-29T12:00:00.000Z|1.255|1|1.5"},
		{`sql.queryForValue("SELECT ?", 9007199254740993n) === 9007199254740993n`, "true"},
		{`sql.queryForValue("SELECT :a || :b", { a: "x", b: "y", unused: {} })`, "xy"},
		{`sql.queryForValue("SELECT ?", [undefined])`, "null"},
		{`sql.queryForValue("SELECT typeof(?)", true)`, "integer"},

		// Errors know their kind.
		{kindOf(`sql.update("INSERT INTO t (name) VALUES ('Ada')")`), "UniqueViolation|unique violation|UNIQUE constraint failed: t.name"},
		{kindOf(`sql.update("INSERT INTO t (n) VALUES (13)")`), "CheckViolation|check violation|CHECK constraint failed: n <> 13"},
		{kindOf(`sql.query("SELEC 1")`), `SqlSyntaxError|syntax|near "SELEC": syntax error`},
		{kindOf(`sql.query("SELECT ?, ?", [1])`), "SqlParameterError|bad parameters|the statement has 2 parameters, but 1 value was given"},

		// Transactions.
		{`try { sql.transaction(() => { sql.update("DELETE FROM t"); throw 1; }); } catch {} sql.queryForValue("SELECT count(*) FROM t")`, "1"},
		{`sql.batchUpdate("INSERT INTO t (name) VALUES (?)", [["b"], ["c"]]).join()`, "1,1"},
		{`sql.transaction(async () => { await null; sql.update("DELETE FROM t WHERE name = 'b'"); })`, "undefined"},
		{`sql.query("SELECT name FROM t ORDER BY id").map((r) => r.name).join()`, "Ada,c"},
		{`sql.transaction((tx) => tx.queryForValue("SELECT count(*) FROM t"), { readOnly: true })`, "2"},
		{`sql.transaction(() => 1, { isolation: "chaos" })`, `throws Error: "chaos" is not an isolation level`},
	} {
		if got := eval(c[0]); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}

// kindOf returns a script whose result describes what a call throws.
func kindOf(call string) string {
	return `try { ` + call + ` } catch (e) { [e.name, e.kind, e.message].join("|") }`
}

// scripts opens a database in memory and returns a function that runs scripts with `sql`.
func scripts(t *testing.T) func(script string) string {
	t.Helper()
	p := opened(t, inMemory("main", "sqlite::memory:"), nil)
	t.Cleanup(func() { _ = p.Close() })
	api, err := jsapi.New(jsapi.Options{Databases: p.Beans(tape.Deck{}.Database)})
	if err != nil {
		t.Fatal(err)
	}
	v := vm.New(0, vm.Hooks{})
	realm, err := api.Install(v, nil)
	if err != nil {
		t.Fatal(err)
	}
	template, err := realm.Bean("main-template", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Runtime.Set("sql", template); err != nil {
		t.Fatal(err)
	}
	return func(script string) string { return run(v, script) }
}

// run returns a script's settled result as text, or what it threw.
func run(v *vm.VM, script string) string {
	var value goja.Value
	err := v.Run(nil, func() (err error) {
		value, err = v.Runtime.RunScript("user.js", "{"+script+"}")
		return err
	})
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		value, err = v.Await(ctx, value)
	}
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		return "throws " + exception.Value().String()
	}
	if err != nil {
		return "throws " + err.Error()
	}
	return value.String()
}
