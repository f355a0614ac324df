package sql_test

import (
	"errors"
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

func TestStatements(t *testing.T) {
	p := newPage(t)
	p.database.rows = people()
	p.Cases([][2]string{
		{`JSON.stringify(sql.update("U"))`, `{"affectedRows":2,"generatedKey":7}`},
		{`sql.batchUpdate("B", [[1], [2], { a: 3 }]).join()`, "0,0,0"},
		{`String(sql.execute("E; F"))`, "undefined"},
		{`sql.queryForObject("S")`, "throws Error: queryForObject found 2 rows where at most one was expected"},
		{`sql.queryForValue("S")`, "throws Error: queryForValue found 2 rows where at most one was expected"},
		{`sql.queryForMap("S")`, "throws Error: queryForMap found 2 rows where exactly one was expected"},
		{`sql.queryForScalar("S")`, "throws Error: queryForScalar found 2 rows where exactly one was expected"},
		{`sql.queryForList("S").length + sql.queryForObjects("S", [], Date).length`, "4"},
		{`sql.batchUpdate("B", [[1], [2]]).generatedKeys.join()`, "1,2"},
		{`JSON.stringify(sql.batchUpdate("B", [[1], [2]]))`, "[0,0]"},
		{`sql.query()`, "throws Error: the first argument must be the SQL text"},
		{`sql.update(7)`, "throws Error: the first argument must be the SQL text"},
		{`sql.batchUpdate("B", 7)`, "throws Error: batchUpdate takes an array with the parameters of each run"},
		{`sql.transaction()`, "throws Error: transaction takes a function"},
	})
	if got := p.database.told(); got != "update U, batch B, execute E; F, query S, query S, query S, query S, query S, query S, batch B, batch B" {
		t.Errorf("the database was told %s", got)
	}
	p.database.rows = &fakeRows{names: []string{"id"}}
	p.Cases([][2]string{
		{`sql.queryForObject("S")`, "null"},
		{`sql.queryForValue("S")`, "null"},
		{`sql.query("S").length`, "0"},
		{`sql.queryForMap("S")`, "throws Error: queryForMap found 0 rows where exactly one was expected"},
		{`sql.queryForScalar("S")`, "throws Error: queryForScalar found 0 rows where exactly one was expected"},
	})
}

func TestParameters(t *testing.T) {
	at := time.UnixMilli(1700000000005)
	large, _ := new(big.Int).SetString("9223372036854775808", 10)
	for script, want := range map[string]sql.Args{
		``:                                       {},
		`, undefined`:                            {},
		`, []`:                                   {Values: []any{}},
		`, [1, 1.5, "a", true, null, undefined]`: {Values: []any{int64(1), 1.5, "a", true, nil, nil}},
		`, 7`:                                    {Values: []any{int64(7)}},
		`, null`:                                 {Values: []any{nil}},
		`, "text"`:                               {Values: []any{"text"}},
		`, 9223372036854775808n`:                 {Values: []any{large}},
		`, new Uint8Array([1, 2, 3]).subarray(1)`: {Values: []any{[]byte{2, 3}}},
		`, [new Uint8Array([1]).buffer]`:          {Values: []any{[]byte{1}}},
		`, { a: 1, b: null }`:                     {Names: []string{"a", "b"}, Values: []any{int64(1), nil}},
		`, { a: 1, tags: ["x"], at: () => 1 }`: {
			Names: []string{"a", "tags"}, Values: []any{int64(1), sql.List{"x"}},
			Unfit: map[string]string{"at": "parameter :at is a function, which a database cannot hold"},
		},
		`, { s: new Set(), p: Promise.resolve(1), o: {}, list: [{}] }`: {Names: []string{}, Values: []any{}, Unfit: map[string]string{
			"s": "parameter :s is a Set; give an array of its values, […set]", "p": "parameter :p is a promise; write await before it",
			"o":    "parameter :o is an object; give one of its properties, or JSON.stringify(…) of it",
			"list": "in the list of parameter :list: parameter 1 is an object; give one of its properties, or JSON.stringify(…) of it",
		}},
		`, [[1, null], "a", []]`: {Values: []any{sql.List{int64(1), nil}, "a", sql.List{}}},
		`, {}`:                   {Names: []string{}, Values: []any{}},
	} {
		p := newPage(t)
		p.Cases([][2]string{{`sql.update("U"` + script + `).affectedRows`, "2"}})
		if len(p.database.args) != 1 || !reflect.DeepEqual(p.database.args[0], want) {
			t.Errorf("%s\n got %#v\nwant %#v", script, p.database.args, want)
		}
	}
	for _, script := range []string{`, new Date(1700000000005)`, `, [new Date(1700000000005)]`} {
		p := newPage(t)
		p.Eval(`sql.update("U"` + script + `)`)
		if len(p.database.args) != 1 || !p.database.args[0].Values[0].(time.Time).Equal(at) {
			t.Errorf("%s: got %v", script, p.database.args)
		}
	}
	newPage(t).Cases([][2]string{
		{`sql.update("U", [1, {}])`, "throws Error: parameter 2 is an object; give one of its properties, or JSON.stringify(…) of it"},
		{`sql.update("U", [[1, [2]]])`, "throws Error: in the list of parameter 1: parameter 2 is an object; " +
			"give one of its properties, or JSON.stringify(…) of it"},
		{`sql.update("U", [Array(70000)])`, "throws Error: 70000 values of a list are too many; at most 65535 can be given at once"},
		{`sql.update("U", [() => 1])`, "throws Error: parameter 1 is a function, which a database cannot hold"},
		{`sql.update("U", [async () => 1])`, "throws Error: parameter 1 is a function, which a database cannot hold"},
		{`sql.update("U", [1, Promise.resolve(1)])`, "throws Error: parameter 2 is a promise; write await before it"},
		{`sql.update("U", [[(async () => 1)()]])`, "throws Error: in the list of parameter 1: parameter 1 is a promise; write await before it"},
		{`sql.update("U", Promise.resolve([1]))`, "throws Error: what was given as parameters is a promise; write await before it"},
		{`sql.update("U", new Set([1]))`, "throws Error: what was given as parameters is a Set; give an array of its values, […set]"},
		{`sql.update("U", [new Map()])`, "throws Error: parameter 1 is a Map; give one of its values, or Object.fromEntries(map)"},
		{`sql.update("U", [Symbol("a")])`, "throws Error: parameter 1 is a symbol, which a database cannot hold"},
		{`sql.update("U", new Date(NaN))`, "throws Error: parameter 1 is an invalid Date"},
		{`sql.batchUpdate("B", [[1], Promise.resolve([1])])`, "throws Error: batch entry 2: what was given as parameters is a " +
			"promise; write await before it"},
		{`sql.batchUpdate("B", [[1], [{}]])`, "throws Error: batch entry 2: parameter 1 is an object; give one of its properties, or JSON.stringify(…) " +
			"of it"},
		{`sql.update("U", Array(4294967295))`, "throws Error: 4294967295 parameters are too many; at most 65535 can be given at once"},
		{`sql.batchUpdate("U", Array(4294967295))`, "throws Error: 4294967295 runs are too many; at most 1000000 can be given at once"},
	})
}

// databaseError is a failed statement.
type databaseError struct{ kind, code, constraint, message string }

func (e databaseError) Error() string      { return "data.update: " + e.message + ": secret details" }
func (e databaseError) Kind() string       { return e.kind }
func (e databaseError) Code() string       { return e.code }
func (e databaseError) Constraint() string { return e.constraint }
func (e databaseError) Message() string    { return e.message }

func TestSqlErrors(t *testing.T) {
	p := newPage(t)
	p.database.fail = databaseError{"unique violation", "2067", "users.email", "UNIQUE constraint failed: users.email"}
	for _, call := range []string{
		`sql.query("S")`, `sql.queryForObject("S")`, `sql.queryForValue("S")`, `sql.update("U")`, `sql.batchUpdate("B", [[]])`,
		`sql.execute("E")`, `sql.transaction(() => {})`,
	} {
		p.Cases([][2]string{{
			`try { ` + call + ` } catch (e) { [e instanceof UniqueViolation, e instanceof SqlError, e instanceof Error, e.name, e.kind, e.code, ` +
				`e.constraint, e.message].join("|") }`,
			"true|true|true|UniqueViolation|unique violation|2067|users.email|UNIQUE constraint failed: users.email",
		}})
	}
	p.database.fail = fault.New("data.acquire", fault.Unavailable, "all connections are busy").Because(errors.New("secret"))
	p.Cases([][2]string{{`sql.query("S")`, "throws Error: all connections are busy"}})
}

func TestTransactions(t *testing.T) {
	for _, c := range []struct{ script, result, told string }{
		{`sql.transaction((tx) => tx.update("U").affectedRows)`, "2", `begin false "", update tx:U, commit`},
		{`sql.transaction(() => sql.update("U").generatedKey)`, "7", `begin false "", update tx:U, commit`},
		{`sql.transaction(() => { sql.update("U"); throw new RangeError("no"); })`, "throws RangeError: no", `begin false "", update tx:U, rollback`},
		{`try { sql.transaction(() => { throw 1; }); } catch (e) { sql.update("after " + e); }; "x"`, "x", `begin false "", rollback, update after 1`},
		{`sql.transaction(() => 1, { readOnly: true, isolation: "serializable" })`, "1", `begin true "serializable", commit`},

		// A nested transaction joins: the outer one decides.
		{
			`sql.transaction(() => { sql.transaction(() => sql.update("U")); sql.update("V"); return 1; })`, "1",
			`begin false "", update tx:U, update tx:V, commit`,
		},
		{
			`sql.transaction(() => { try { sql.transaction(() => { throw 1; }); } catch {} sql.update("V"); })`,
			"throws Error: the transaction was rolled back, because a part of it had failed", `begin false "", update tx:V, rollback`,
		},

		// An async transaction spans awaits, and ends when the promise is settled.
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
		if got := p.Eval(c.script); got != c.result {
			t.Errorf("%s\n got %s\nwant %s", c.script, got, c.result)
		}
		if got := p.database.told(); got != c.told {
			t.Errorf("%s\ntold %s\nwant %s", c.script, got, c.told)
		}
	}
}

func TestDetachedMethods(t *testing.T) {
	newPage(t).Cases([][2]string{
		{`new SqlTemplate()`, "throws TypeError: a SqlTemplate cannot be made with new; inject it with @Autowired"},
		{`const { query } = sql; query("S")`, "throws TypeError: query was called on something that is not a SqlTemplate; call it as this.sql.query(…)"},
		{`sql.update.call({}, "U")`, "throws TypeError: update was called on something that is not a SqlTemplate; call it as this.sql.update(…)"},
		{`[1].map(sql.queryForValue)`, "throws TypeError: queryForValue was called on something that is not a SqlTemplate; " +
			"call it as this.sql.queryForValue(…)"},
		{`sql instanceof SqlTemplate && sql.query.name`, "query"},
	})
}

func TestSqlErrorClasses(t *testing.T) {
	p := newPage(t)
	for kind, name := range map[string]string{
		"unique violation": "UniqueViolation", "foreign key violation": "ForeignKeyViolation", "not null violation": "NotNullViolation",
		"check violation": "CheckViolation", "invalid value": "InvalidValue", "syntax": "SqlSyntaxError", "bad parameters": "SqlParameterError",
		"result too large": "ResultTooLarge", "permission denied": "SqlPermissionDenied", "busy": "DatabaseBusy", "timeout": "QueryTimeout",
		"canceled": "QueryCanceled", "unavailable": "DatabaseUnavailable", "other": "SqlError", "unheard of": "SqlError",
	} {
		p.database.fail = databaseError{kind, "7", "", "no"}
		p.Cases([][2]string{
			{
				`try { sql.query("S") } catch (e) { [e.constructor === ` + name + `, e.name, e.kind, e.code, e.message].join("|") }`,
				"true|" + name + "|" + kind + "|7|no",
			},
		})
	}
	p.Cases([][2]string{
		{
			`const e = new UniqueViolation("taken"); [e instanceof SqlError, e.kind, e.code, e.constraint, String(e)].join("|")`,
			"true|unique violation|||UniqueViolation: taken",
		},
		{`String(new (class Mine extends UniqueViolation {})("taken"))`, "Mine: taken"},
		{`const { kind } = new SqlError("x"); kind`, "other"},
	})
}

func TestPrimary(t *testing.T) {
	p := newPage(t)
	p.database.rows = people()
	p.Cases([][2]string{
		{`sql.primary.query("S").length`, "2"},
		{`sql.primary === sql.primary && sql.primary.primary === sql.primary && sql.primary instanceof SqlTemplate`, "true"},
		{`sql.transaction(() => sql.primary.query("S").length)`, "2"},
		{`sql.primary.transaction(() => sql.query("S").length)`, "2"},
		{`SqlTemplate.prototype.primary`, "throws TypeError: primary was read from something that is not a SqlTemplate"},
	})
	if got := p.database.told(); got != `query primary:S, begin false "", query tx:S, commit, begin false "", query tx:S, commit` {
		t.Errorf("told %s", got)
	}
}

func TestDataSource(t *testing.T) {
	p := newPage(t)
	p.Cases([][2]string{
		{`JSON.stringify([source.name, source.dialect, source.stats(), source.ping()])`, `["main","sqlite",{"open":3,"inUse":1,"idle":2,"max":10},null]`},
		{`source instanceof DataSource`, "true"},
		{`new DataSource()`, "throws TypeError: a DataSource cannot be made with new; inject it with @Autowired"},
		{`const { ping } = source; ping()`, "throws TypeError: ping was called on something that is not a DataSource; call it as this.source.ping()"},
	})
	p.database.fail = databaseError{"unavailable", "", "", "gone"}
	p.Cases([][2]string{{`try { source.ping() } catch (e) { e instanceof DatabaseUnavailable }`, "true"}})
}

// each is what the compiler makes of for await. The loop ends when the body returns a value.
const each = `globalThis.each = async (stream, body) => {
	const it = stream[Symbol.asyncIterator]();
	for (;;) {
		const { value, done } = await it.next();
		if (done) return;
		const result = body(value);
		if (result !== undefined) { await it.return(); return result; }
	}
}`

func TestStream(t *testing.T) {
	for _, c := range []struct{ script, result, told string }{
		{`(async () => { let n = 0; await each(sql.stream("S", [1]), (row) => { n += row.id; }); return n; })()`, "6", "stream S"},
		{`each(sql.stream("S"), (row) => row.id)`, "1", "stream S, close"},
		{`(async () => { const names = []; await each(sql.stream("S", [], class Row { id; sum() { return this.id + 1; } }), (row) => { ` +
			`names.push(row.sum()); }); return names.join(); })()`, "2,3,2,3", "stream S"},
		{`sql.stream("S"); 1`, "1", ""},
		{`(async () => { const s = sql.stream("S"); await s.return(); return JSON.stringify(await s.next()); })()`, `{"done":true}`, ""},
		{
			`(async () => { const s = sql.stream("S"); const first = s.next(); try { await s.next(); } catch (e) { await first; return e.message; } })()`,
			"the next row of a stream was requested before the previous one arrived; await each row", "stream S",
		},
		{`sql.transaction(() => each(sql.stream("S"), (row) => row.id))`, "1", `begin false "", stream tx:S, close, commit`},
		{`const { next } = sql.stream("S"); next()`, "throws TypeError: next was called on something that is not a SqlStream", ""},
		{`sql.stream(7)`, "throws Error: the first argument must be the SQL text", ""},
		{`sql.stream("S") instanceof SqlStream`, "true", ""},
	} {
		p := newPage(t)
		p.database.rows = people()
		p.Eval(each)
		if got := p.Eval(c.script); got != c.result {
			t.Errorf("%s\n got %s\nwant %s", c.script, got, c.result)
		}
		if got := p.database.told(); got != c.told {
			t.Errorf("%s\ntold %s\nwant %s", c.script, got, c.told)
		}
	}
	p := newPage(t)
	p.database.fail = databaseError{"syntax", "1", "", "no such table"}
	p.Cases([][2]string{
		{`(async () => { try { await sql.stream("S").next(); } catch (e) { return e instanceof SqlSyntaxError; } })()`, "true"},
	})
}

// TestOneTemplate: a second request for a template returns the same object.
func TestOneTemplate(t *testing.T) {
	p := newPage(t)
	part := realmtest.Can[*sql.Realm](p.Page)
	p.Set("again", part.Template(p.database))
	p.Cases([][2]string{
		{`again === sql`, "true"},
		{`sql.primary === sql.primary && sql.primary !== sql`, "true"},
	})
}
