package sqltext

import (
	"strings"
	"testing"
)

func TestMasked(t *testing.T) {
	for _, c := range []struct {
		dialect               Dialect
		sql, masked, operates string
	}{
		{SQLite, "select * from users where name = 'Ann' and age > 17", "select * from users where name = ? and age > ?", "SELECT"},
		{SQLite, `INSERT INTO "a b" VALUES (?, :name, 1.5e3)`, `INSERT INTO "a b" VALUES (?, :name, ?.?)`, "INSERT"},
		{SQLite, "update t set [a 'b'] = 'it''s'", "update t set [a 'b'] = ?", "UPDATE"},
		{Postgres, "select $1, $$secret$$, E'a\\'secret'", "select $1, ?, ?", "SELECT"},
		{Postgres, `select "name" from t -- secret`, `select "name" from t`, "SELECT"},
		{MySQL, "select \"secret\", `name` /* secret */ from t1", "select ?, `name`   from t1", "SELECT"},
		{SQLite, "", "", ""},
		{SQLite, "'open secret", "?", ""},
	} {
		if text, operation := Masked(c.dialect, c.sql); text != c.masked || operation != c.operates {
			t.Errorf("%s: got %q, %q", c.sql, text, operation)
		}
	}
	if text, _ := Masked(SQLite, "select "+strings.Repeat("a, ", 100_000)); len(text) > maskedBytes+len("…") {
		t.Errorf("%d bytes", len(text))
	}
}
