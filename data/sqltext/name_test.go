package sqltext

import (
	"slices"
	"strings"
	"testing"
)

func TestFindName(t *testing.T) {
	for _, c := range []struct {
		dialect   Dialect
		sql, name string
		at        string // the text at the offset
	}{
		{SQLite, "SELECT 'nme' AS a, nme FROM b", "nme", "nme FROM"},
		{SQLite, "SELECT nmes, u.NME FROM u", "nme", "NME"},
		{SQLite, `SELECT "nme" FROM u`, "nme", `"nme"`},
		{SQLite, "SELECT [nme] FROM u", "nme", "[nme]"},
		{MySQL, "SELECT `nme` -- nme", "nme", "`nme`"},
		{Postgres, "SELECT /* nme */ $$nme$$, x", "nme", ""},
	} {
		at := FindName(c.dialect, c.sql, c.name)
		if c.at == "" && at >= 0 || c.at != "" && (at < 0 || !strings.HasPrefix(c.sql[at:], c.at)) {
			t.Errorf("%s: %q is at %d", c.sql, c.name, at)
		}
	}
}

func TestDefined(t *testing.T) {
	for sql, want := range map[string]string{
		"CREATE TABLE a (b int)":                                           "a",
		"create temp table if not exists main.\"A b\" (c)":                 "a b",
		"ALTER TABLE a RENAME TO b; DROP VIEW c":                           "a b c",
		"CREATE VIEW v AS SELECT * FROM a; CREATE UNIQUE INDEX i ON a (b)": "v",
		"SELECT 1 FROM table_a; INSERT INTO a SELECT table FROM b":         "",
		"CREATE TABLE": "",
		"CREATE OR REPLACE TEMPORARY VIEW s.v AS TABLE x": "v x",
	} {
		got, attaches := Defined(SQLite, sql)
		if strings.Join(got, " ") != want || attaches {
			t.Errorf("%s: %q, %v, want %q", sql, got, attaches, want)
		}
	}
	if _, attaches := Defined(SQLite, " attach 'x.db' as x"); !attaches {
		t.Error("nothing is attached")
	}
}

func TestVerbAndLength(t *testing.T) {
	for sql, want := range map[string]string{"-- a\n (select 1)": "SELECT", "": "", "'a'": "", "; with x as": "WITH"} {
		if got := Verb(SQLite, sql); got != want {
			t.Errorf("the verb of %q is %q, want %q", sql, got, want)
		}
	}
	for _, c := range []struct{ at, want int }{{0, 6}, {6, 1}, {7, 3}, {10, 1}, {11, 1}, {-1, 1}} {
		if got := Length(SQLite, `SELECT "a"`, c.at); got != c.want {
			t.Errorf("at %d are %d bytes, want %d", c.at, got, c.want)
		}
	}
}

func FuzzNames(f *testing.F) {
	for _, seed := range []string{"SELECT \"a\".b FROM [c]", "create table if not exists", "'", "`a", "alter table a rename to", "attach"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		for _, d := range []Dialect{SQLite, Postgres, MySQL} {
			var names []string
			Names(d, sql, func(name string, offset int) bool {
				if !strings.Contains(sql[offset:], name) {
					t.Fatalf("%v %q: %q is not at %d", d, sql, name, offset)
				}
				names = append(names, strings.ToLower(name))
				return true
			})
			defined, _ := Defined(d, sql)
			for _, name := range defined {
				if !slices.Contains(names, name) {
					t.Fatalf("%v %q defines %q", d, sql, name)
				}
			}
			for at := -1; at <= len(sql); at++ {
				if n := Length(d, sql, at); n < 1 || at+n > len(sql)+1 {
					t.Fatalf("%v %q: %d bytes at %d", d, sql, n, at)
				}
			}
		}
	})
}
