package sqltext

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	cases := []struct {
		dialect Dialect
		source  string
		sql     string
		params  []Param
	}{
		{SQLite, "select 1", "select 1", nil},
		{Postgres, "\ufeffa = :a and b ?? c", "a = $1 and b ? c", []Param{{Name: "a", Index: 0}}},
		{SQLite, "a = ? and b = ?", "a = ? and b = ?", []Param{{Index: 0}, {Index: 1}}},
		{SQLite, "?2 ?1 ?2", "? ? ?", []Param{{Index: 1}, {Index: 0}, {Index: 1}}},
		{
			SQLite, "a=:a and b=@b and c=:a", "a=? and b=? and c=?",
			[]Param{{Name: "a", Index: 0}, {Name: "b", Index: 1}, {Name: "a", Index: 2}},
		},
		{Postgres, "a=:a and b=:b and c=:a", "a=$1 and b=$2 and c=$1", []Param{{Name: "a", Index: 0}, {Name: "b", Index: 1}}},
		{Postgres, "a = ? and b = ?", "a = $1 and b = $2", []Param{{Index: 0}, {Index: 1}}},
		{Postgres, "$2 $1 $2", "$1 $2 $1", []Param{{Index: 1}, {Index: 0}}},

		// Not parameters: strings, quoted names, comments.
		{SQLite, `'?' "?" [?] ` + "`?`" + ` -- ?` + "\n /* ? :a */ 'it''s :b'", "", nil},
		{MySQL, `'\'?' "\"?" # ?` + "\n-- ?\n/*! ? */ `?`", "", nil},
		{MySQL, "5--?", "5--?", []Param{{Index: 0}}},
		{Postgres, `'\' || ? || E'\'?' "?" /* /* ? */ ? */`, `'\' || $1 || E'\'?' "?" /* /* ? */ ? */`, []Param{{}}},
		{Postgres, "$$ ? $$ $a$ :x $$ ? $a$ $b", "", nil},

		// Not parameters: operators, casts, slices, variables.
		{Postgres, "a::text = :a::text", "a::text = $1::text", []Param{{Name: "a"}}},
		{
			Postgres, "d ?| :k and d ?& :k and d @? '$.a' and d ?? 'x' and d @> :k",
			"d ?| $1 and d ?& $1 and d @? '$.a' and d ? 'x' and d @> $1",
			[]Param{{Name: "k"}},
		},
		{Postgres, "d ? 'x' and a = :a", "d ? 'x' and a = $1", []Param{{Name: "a"}}},
		{Postgres, "?||?", "$1||$2", []Param{{Index: 0}, {Index: 1}}},
		{Postgres, "a[1:n] a[x:y] a <@b @@c x=@d", "a[1:n] a[x:y] a <@b @@c x=$1", []Param{{Name: "d"}}},
		{MySQL, "set @a := :b, @@c = 1", "set @a := ?, @@c = 1", []Param{{Name: "b"}}},
		{SQLite, "a :b: c", "a ?: c", []Param{{Name: "b"}}},
		{SQLite, ":ä_1", "?", []Param{{Name: "ä_1"}}},
	}
	for _, c := range cases {
		s, err := Parse(c.dialect, c.source)
		if err != nil {
			t.Errorf("%v %q: %v", c.dialect, c.source, err)
			continue
		}
		want := c.sql
		if want == "" {
			want = c.source
		}
		if s.SQL != want || !slices.Equal(s.Params, c.params) {
			t.Errorf("%v %q:\n got %q %+v\nwant %q %+v", c.dialect, c.source, s.SQL, s.Params, want, c.params)
		}
	}
}

func TestParseRefusesMixtures(t *testing.T) {
	for sql, want := range map[string]error{
		"? :a":   ErrMixedParams,
		"?1 :a":  ErrMixedParams,
		"? ?1":   ErrMixedMarks,
		"'?' :a": nil,
	} {
		if _, err := Parse(SQLite, sql); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", sql, err, want)
		}
	}
}

func TestSourceOffset(t *testing.T) {
	s, err := Parse(Postgres, "a = :name and b ?? c and d = :x !")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"a =", "and b", "c and", "d =", "!"} {
		if got, want := s.SourceOffset(strings.Index(s.SQL, part)), strings.Index(s.Source, part); got != want {
			t.Errorf("%q is at %d, want %d", part, got, want)
		}
	}
	if marked, _ := Parse(MySQL, "\ufeffab ="); marked.SourceOffset(1) != len("\ufeffa") {
		t.Errorf("behind a byte order mark is %d", marked.SourceOffset(1))
	}
	if got := s.SourceOffset(len(s.SQL) + 5); got != len(s.Source) {
		t.Errorf("beyond the end is %d", got)
	}
	if got := s.SourceOffset(strings.Index(s.SQL, "$1") + 1); got != strings.Index(s.Source, ":name") {
		t.Errorf("within a placeholder is %d", got)
	}
}

func TestClassify(t *testing.T) {
	for sql, want := range map[string]Kind{
		"select 1":                           Read,
		" -- x\n/* y */ (SELECT 1)":          Read,
		"values (1)":                         Read,
		"explain delete from a":              Read,
		"pragma table_info(a)":               Read,
		"pragma foreign_keys = off":          Write,
		"with a as (select 1) select 1":      Read,
		"with a as (select 1) delete from b": Write,
		"insert into a select 1":             Write,
		"begin immediate":                    Transaction,
		"START TRANSACTION":                  Transaction,
		"rollback":                           Transaction,
		"rollback work to savepoint a":       Savepoint,
		"release a":                          Savepoint,
		"":                                   Write,
		"-- nothing":                         Write,
	} {
		if got := Classify(SQLite, sql); got != want {
			t.Errorf("%q is %v, want %v", sql, got, want)
		}
	}
}

func TestSplit(t *testing.T) {
	cases := []struct {
		name    string
		dialect Dialect
		script  string
		want    []string
	}{
		{"nothing", SQLite, " ;; -- a\n; /* b */", nil},
		{"a byte order mark is none of it", MySQL, "\ufeffdelimiter //\na; b//c", []string{"a; b", "c"}},
		{"the last needs no semicolon", SQLite, "a; b", []string{"a", "b"}},
		{
			"semicolons in quotes and comments", Postgres, "a ';' \";\" -- ;\n /* ; */ $$ ; $$; b",
			[]string{"a ';' \";\" -- ;\n /* ; */ $$ ; $$", "b"},
		},
		{
			"trigger", SQLite,
			"create temp trigger t after insert on a begin select case 1 when 1 then 2 end; delete from b; end; c",
			[]string{"create temp trigger t after insert on a begin select case 1 when 1 then 2 end; delete from b; end", "c"},
		},
		{
			"a table called trigger_log", SQLite, "create table trigger_log (begin int); c",
			[]string{"create table trigger_log (begin int)", "c"},
		},
		{
			"atomic", Postgres, "create function f() begin atomic select 1; end; c",
			[]string{"create function f() begin atomic select 1; end", "c"},
		},
		{"begin is a statement", Postgres, "begin; a; end;", []string{"begin", "a", "end"}},
		{
			"rows of COPY", Postgres, "a; copy t (a, \"b;\") from stdin with (format csv);\n1;2\n'\n\\.\nb;\nCOPY public.u FROM stdin;\r\n\\.\r\nc",
			[]string{"a", "copy t (a, \"b;\") from stdin with (format csv);\n1;2\n'\n\\.", "b", "COPY public.u FROM stdin;\r\n\\.", "c"},
		},
		{"no rows of COPY", Postgres, "copy (select 1 from stdin) to stdout;\ncopy t from 'stdin';\ncopy t from program 'stdin'; select stdin", []string{
			"copy (select 1 from stdin) to stdout", "copy t from 'stdin'", "copy t from program 'stdin'", "select stdin",
		}},
		{"delimiter", MySQL, "a;\nDELIMITER $$\nb; c$$\nd\n$$\ndelimiter ;\ne;", []string{"a", "b; c", "d", "e"}},
		{"executable comment", MySQL, "/*!40101 SET a=1 */;\n# c;\nb", []string{"/*!40101 SET a=1 */", "b"}},
	}
	for _, c := range cases {
		pieces, err := Split(c.dialect, c.script)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, p := range pieces {
			got = append(got, p.Text)
			if c.script[p.Offset:p.Offset+len(p.Text)] != p.Text {
				t.Errorf("%s: %q is not at %d", c.name, p.Text, p.Offset)
			}
			if want := strings.Count(c.script[:p.Offset], "\n") + 1; p.Line != want {
				t.Errorf("%s: %q is in line %d, want %d", c.name, p.Text, p.Line, want)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestSplitFindsWhatIsNeverClosed(t *testing.T) {
	for script, line := range map[string]int{
		"a;\n\n 'b": 3, "/* a\n": 1, "\n\"": 2, "a\n$x$ b $y$": 2, ";\n copy t from stdin;\n1\n2": 2,
	} {
		_, err := Split(Postgres, script)
		e, ok := errors.AsType[*UnterminatedError](err)
		if !ok || e.Line != line {
			t.Errorf("%q: %v, want line %d", script, err, line)
		}
	}
}

func TestSplitData(t *testing.T) {
	for piece, want := range map[string][2]string{
		"COPY t (a) FROM stdin;\n1\n2\n\\.":            {"COPY t (a) FROM stdin", "1\n2\n"},
		"copy t from stdin delimiter ';';\r\n\\.":      {"copy t from stdin delimiter ';'", ""},
		"copy /* from ; */ t from stdin; -- a\nx\n\\.": {"copy /* from ; */ t from stdin", "x\n"},
	} {
		statement, rows, ok := SplitData(piece)
		if !ok || statement != want[0] || rows != want[1] {
			t.Errorf("%q has %q, %q, %v", piece, statement, rows, ok)
		}
	}
	for _, piece := range []string{"copy t from stdin", "copy t to stdout;\n\\.", "copy t from stdin;\n1", "select 1;\n\\.", ""} {
		if statement, rows, ok := SplitData(piece); ok {
			t.Errorf("%q has %q, %q", piece, statement, rows)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"a = :a and b ?? '?' $$x$$", "'\\'?", "/*/**/*/ ?1", "delimiter //\na//", "create trigger t begin x; end;",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		for _, d := range []Dialect{SQLite, Postgres, MySQL} {
			scan := scanner{dialect: d, text: sql}
			end := 0
			for tok, ok := scan.next(); ok; tok, ok = scan.next() {
				if tok.start != end || tok.end <= tok.start || tok.end > len(sql) {
					t.Fatalf("%v %q: token %+v after %d", d, sql, tok, end)
				}
				end = tok.end
			}
			if end != len(sql) {
				t.Fatalf("%v %q: ends at %d", d, sql, end)
			}
			if s, err := Parse(d, sql); err == nil {
				for i := range len(s.SQL) + 1 {
					if o := s.SourceOffset(i); o < 0 || o > len(sql) {
						t.Fatalf("%v %q: offset %d is %d", d, sql, i, o)
					}
				}
			}
			pieces, _ := Split(d, sql)
			for _, p := range pieces {
				if sql[p.Offset:p.Offset+len(p.Text)] != p.Text {
					t.Fatalf("%v %q: piece %+v", d, sql, p)
				}
			}
		}
	})
}
