package bodies_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/bodies"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/tests/effort"
)

// callsOf reads the calls of query, update and @Query in a text.
func callsOf(t testing.TB, text string) []source.Call {
	t.Helper()
	file := source.Read("a.ts", []byte(text))
	in := bodies.Input{Project: source.NewProject(file), Files: []bodies.File{bodies.NewFile(file.Path, []byte(text))}}
	bodies.ReadCalls(in, "query", "update", "Query")
	return file.Calls
}

func TestCalls(t *testing.T) {
	inClass := func(body string) string {
		return "const ALL = \"SELECT * FROM a\";\nconst ONE = ALL + ` WHERE id = ?`;\nlet changing = \"x\";\nexport class A {\n" +
			"  constructor(private sql: SqlTemplate, other) {}\n  find(sql: SqlTemplate, id: int): Task[] {\n" + body + "\n  }\n}\nconst LATE = 'y';\n"
	}
	for _, c := range []struct{ text, want string }{
		{inClass(`this.sql.query("a")`), `A.find this.sql "a"`},
		{inClass(`return this.sql.query<Task>("a", [id], Task)`), `A.find this.sql "a" Task`},
		{inClass(`this.sql?.primary!.query("a", {}, Task,)`), `A.find this.sql.primary "a" Task`},
		{inClass(`this.#sql.query("a")`), `A.find this.#sql "a"`},
		{inClass("this.sql.query(`a\n b`)"), `A.find this.sql "a\n b"`},
		{inClass("this.sql.query(sql`a`)"), `A.find this.sql "a"`},
		{inClass("this.sql.query(String.raw`a\\n`)"), `A.find this.sql "a\\n"`},
		{inClass("this.sql.query(`a ${id}`)"), `A.find this.sql made`},
		{inClass(`this.sql.query(text)`), `A.find this.sql made`},
		{inClass(`this.sql.query(changing)`), `A.find this.sql made`},
		{inClass(`this.sql.query("a" + id)`), `A.find this.sql made`},
		{inClass(`this.sql.query("a" + " b" + ONE)`), `A.find this.sql "a bSELECT * FROM a WHERE id = ?"`},
		{inClass(`this.sql.query(LATE)`), `A.find this.sql "y"`},
		{inClass(`const ALL = id + "x"; this.sql.query(ALL)`), `A.find this.sql made`},
		{inClass(`const text = "it's " + 'a "b"'; return () => { if (id) { this.sql.query(text); } }`), `A.find this.sql "it's a \"b\""`},

		// The receiver of a call.
		{inClass(`sql.query("a")`), `A.find sql:SqlTemplate "a"`},
		{inClass(`const { sql } = this; sql.query("a")`), `A.find this.sql "a"`},
		{inClass(`const db = this.reports; const p = db.primary; return rows.map((row) => p.query("a"))`), `A.find this.reports.primary "a"`},
		{inClass(`const db: SqlTemplate = make(); db.query("a")`), `A.find db:SqlTemplate "a"`},
		{inClass(`/** @type {SqlTemplate} */ const db = make(); db.query("a")`), `A.find db:SqlTemplate "a"`},
		{inClass(`this.sql.transaction(async (tx) => { tx.query("a"); })`), `A.find this.sql "a"`},
		{inClass(`this.sql.transaction(tx => tx.query("a"))`), `A.find this.sql "a"`},
		{inClass(`sql.transaction(function (tx) { tx.query("a"); })`), `A.find tx "a"`},
		{inClass(`list.forEach((sql) => { sql.query("a"); })`), `A.find sql "a"`},
		{inClass(`{ const sql = new Map(); } sql.query("a")`), `A.find sql:SqlTemplate "a"`},
		{inClass(`const f = sql => sql.size; sql.query("a")`), `A.find sql:SqlTemplate "a"`},
		{inClass(`if (sql) { sql.query("a"); }`), `A.find sql:SqlTemplate "a"`},
		{inClass(`try { x(); } catch (sql) { sql.query("a"); }`), `A.find sql "a"`},
		{inClass(`for (const sql of all) { sql.query("a"); }`), `A.find sql "a"`},
		{inClass(`make().query("a"); "x".query("b"); query("c"); this.sql.query; x.query = 1`), ``},
		{`export function all(sql: SqlTemplate) { return sql.query("a"); }`, `. sql:SqlTemplate "a"`},
		{`/** @param {SqlTemplate} sql */ const all = (sql) => sql.query("a");`, `. sql:SqlTemplate "a"`},
		{`export const get = GetMapping("/a")((sql: SqlTemplate) => { return sql.query("a"); });`, `. sql:SqlTemplate "a"`},
		{`class B { find = (id) => this.sql.query("a"); x = "this.sql.query('b')"; /* this.sql.query("c") */ }`, `B.find this.sql "a"`},

		// Decorators.
		{`class R { @Query("a b") find() {} @Query({ name: "x", sql: "c" }) other() {} @Query(SQL) third() {} }`, `R @ "a b"; R @ "c"; R @ made`},
	} {
		var got []string
		for _, call := range callsOf(t, c.text) {
			on := strings.Join(call.On, ".")
			if on == "" {
				got = append(got, fmt.Sprintf("%s @ %s", call.Class, textOf(call)))
				continue
			}
			if call.Type != nil {
				on += ":" + call.Type.Name
			}
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s.%s %s %s %s", call.Class, call.Member, on, textOf(call), call.Rows)))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, strings.Join(got, "; "), c.want)
		}
	}
}

func textOf(call source.Call) string {
	if !call.Known {
		return "made"
	}
	return fmt.Sprintf("%q", call.Text)
}

// TestCallOffsets: each byte of a text has the offset at which it is written.
func TestCallOffsets(t *testing.T) {
	const text = "const T = 'it\\'s ';\nclass A { f() { this.sql.query(T + `b\r\nä\\u0041` + \"c\\\n-d\"); } }"
	calls := callsOf(t, text)
	if len(calls) != 1 || calls[0].Text != "it's b\näAc-d" {
		t.Fatalf("got %+v", calls)
	}
	for _, c := range []struct{ part, written string }{
		{"it", "it\\'s"}, {"s b", "s ';"}, {"b\n", "b\r\n"}, {"äA", "ä\\u"}, {"c-", "c\\\n-"}, {"-d", "-d\""},
	} {
		got := calls[0].Offset(strings.Index(calls[0].Text, c.part))
		if want := strings.Index(text, c.written); got != want {
			t.Errorf("%q is at %d, want %d", c.part, got, want)
		}
	}
	if p := source.PosAt([]byte(text), strings.Index(text, "\\u0041")); p.Line != 3 || p.Col != 2 {
		t.Errorf("a place is %v", p)
	}
}

// TestHostileCalls: calls are found in time that is in proportion to the text.
func TestHostileCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes on one goroutine, where nothing races")
	}
	const size = 1 << 20
	repeat := func(text string) string { return strings.Repeat(text, size/len(text)-1) }
	inTime := func(text string) time.Duration { return effort.Of(func() { callsOf(t, text) }) }
	limit := 20 * inTime(repeat("export function f(a) { const b = a.c; return b.query(`x ${b}`, 1) + 'x'; }\n"))
	sums := "const A = '' + " + strings.Repeat("'' + ", 2000) + "'';\nconst B = " + strings.Repeat("A + ", 2000) + "A;\nconst C = " +
		strings.Repeat("B + ", 2000) + "B;\n"
	for _, text := range []string{
		repeat("a.query(b);"), repeat("this.a.query(`"), "a.query(B" + strings.Repeat("+B", 2000) + ");const B=1;", repeat("const B=B+B;a.query(B);"),
		repeat(".query"), repeat("const{a}=a;a.query('a');"), repeat("a.query<b,"), repeat("const A=`a`+A;this.query(A);"),
		strings.Repeat("a.transaction(a=>a.query(", 300) + strings.Repeat("))", 300), repeat("class A{@Query(a) query(a){a.query(a)}}"),
		"x.query(1" + strings.Repeat(".query(1)", 2000) + ");", sums + repeat("x.query(C);"),
		strings.Repeat("a.query(() => { const a = a.a; ", 500) + strings.Repeat("});", 500),
	} {
		took := inTime(text)
		if took > limit {
			t.Errorf("%.60q took %s, %s is the limit", text, took, limit)
		}
	}
}

func FuzzCalls(f *testing.F) {
	for _, seed := range []string{
		"class A { f() { this.sql.query(`a` + B, [], C) } } const B = A + B, A = 'x'", "x.query(", "sql!.query(a => a.query('b'",
		"const { sql } = this, [a] = sql; sql.transaction(async (t) => { t.query('a'); a.query(\"", "@Query({sql:", ".query<a>()", "query",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, call := range callsOf(t, text) {
			for at := range call.Text {
				if offset := call.Offset(at); offset < 0 || offset > len(text) {
					t.Fatalf("%q: byte %d of %q is at %d", text, at, call.Text, offset)
				}
			}
		}
	})
}
