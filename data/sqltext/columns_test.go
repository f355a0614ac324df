package sqltext

import (
	"slices"
	"strings"
	"testing"
)

func TestColumns(t *testing.T) {
	for _, c := range []struct {
		dialect Dialect
		sql     string
		columns string
	}{
		{SQLite, "select * from users where name = ? and u.password = ?", "name password"},
		{SQLite, "insert into users (name, password, age) values (?, ?, ?), (?, ?, 7)", "name password age name password"},
		{SQLite, "update users set name = ?, password = crypt(?, 'x') where id = ?", "name password id"},
		{SQLite, "select * from t where token in (?, ?, ?) or a like ?", "token token token a"},
		{SQLite, "select * from t where a between ? and ? and b > ?", "a a b"},
		{SQLite, "select * from t where lower(\"mail\") = lower(?) limit ? offset ?", "- - -"},
		{SQLite, "select * from t where [e_mail] <> ?", "e_mail"},
		{Postgres, "insert into t(a, secret) values ($1, $2) on conflict (a) do update set secret = $3", "a secret secret"},
		{Postgres, "select * from t where secret = :given and other = :given", "secret, other"},
		{Postgres, "update t set data = data || $1::jsonb where key = any($2)", "data key"},
		{MySQL, "insert into `t` (`a`, `api_key`) value (?, ?)", "a api_key"},
		{SQLite, "insert into t values (?, ?)", "- -"},
		{SQLite, "insert into t (a) values (?, ?)", "a -"},
		{SQLite, "select ? = password", "-"},
		{SQLite, ")) where a = ?", "a"},
	} {
		statement, err := Parse(c.dialect, c.sql)
		if err != nil {
			t.Fatal(err)
		}
		got := statement.Columns(c.dialect)
		for i, name := range got {
			if name == "" {
				got[i] = "-"
			}
		}
		if text := strings.Join(got, " "); text != c.columns {
			t.Errorf("%s: got %s", c.sql, text)
		}
	}
}

func TestIdentifiers(t *testing.T) {
	got := slices.Collect(Identifiers(MySQL, "select `a b`, \"value\", c from d -- e"))
	if want := []string{"select", "a b", "c", "from", "d"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func FuzzColumns(f *testing.F) {
	f.Add("insert into t (a, b) values (?, ?), (?, ?) on conflict do update set a = ?", uint8(0))
	f.Add("))((,;select ? into (", uint8(1))
	f.Fuzz(func(t *testing.T, sql string, dialect uint8) {
		d := Dialect(dialect % 3)
		statement, err := Parse(d, sql)
		if err != nil {
			return
		}
		for i, name := range statement.Columns(d) {
			for one := range strings.SplitSeq(name, ", ") {
				if !strings.Contains(sql, one) {
					t.Errorf("the column %q of parameter %d is not in %q", one, i, sql)
				}
			}
		}
	})
}
