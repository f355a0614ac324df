package rowsql_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/rowsql"
)

func TestStatements(t *testing.T) {
	columns := []string{"id", "email_address", "version"}
	users := rowsql.New(rowsql.SQLite, "users", columns, 0)
	for _, c := range []struct{ got, want string }{
		{users.Find(nil, nil, false), `SELECT "id", "email_address", "version" FROM "users"`},
		{
			users.Find([]rowsql.Term{{Column: 1, Values: 1}, {Column: 2, Null: true}}, []rowsql.Order{{Column: 1, Down: true}, {Column: 0}}, true),
			`SELECT "id", "email_address", "version" FROM "users" WHERE "email_address" = ? AND "version" IS NULL ORDER BY "email_address" DESC, ` +
				`"id" LIMIT ? OFFSET ?`,
		},
		{users.Count([]rowsql.Term{{Column: 0, Values: 2, List: true}}), `SELECT COUNT(*) FROM "users" WHERE "id" IN (?, ?)`},
		{users.Count([]rowsql.Term{{Column: 0, Values: 1, List: true, Null: true}}), `SELECT COUNT(*) FROM "users" WHERE ("id" IN (?) OR "id" IS NULL)`},
		{users.Count([]rowsql.Term{{Column: 0, List: true}}), `SELECT COUNT(*) FROM "users" WHERE 1 = 0`},
		{users.Exists(users.ByID()), `SELECT 1 FROM "users" WHERE "id" = ? LIMIT 1`},
		{users.Insert([]int{1, 2}, true), `INSERT INTO "users" ("email_address", "version") VALUES (?, ?) RETURNING "id"`},
		{users.Insert([]int{1}, false), `INSERT INTO "users" ("email_address") VALUES (?)`},
		{users.Insert(nil, false), `INSERT INTO "users" DEFAULT VALUES`},
		{rowsql.New(rowsql.MySQL, "users", columns, 0).Insert(nil, false), "INSERT INTO `users` () VALUES ()"},
		{users.Update([]int{1}, -1), `UPDATE "users" SET "email_address" = ? WHERE "id" = ?`},
		{users.Update([]int{1}, 2), `UPDATE "users" SET "email_address" = ?, "version" = "version" + 1 WHERE "id" = ? AND "version" = ?`},
		{users.Update(nil, 2), `UPDATE "users" SET "version" = "version" + 1 WHERE "id" = ? AND "version" = ?`},
		{users.Delete(users.ByID()), `DELETE FROM "users" WHERE "id" = ?`},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
}

func TestNamesAreQuoted(t *testing.T) {
	for dialect, want := range map[rowsql.Dialect]string{
		rowsql.SQLite:   `SELECT COUNT(*) FROM "app"."or""der"`,
		rowsql.Postgres: `SELECT COUNT(*) FROM "app"."or""der"`,
		rowsql.MySQL:    "SELECT COUNT(*) FROM `app`.`or\"der`",
	} {
		if got := rowsql.New(dialect, `app.or"der`, []string{"id"}, 0).Count(nil); got != want {
			t.Errorf("%s: got %s, want %s", dialect, got, want)
		}
	}
}

// FuzzQuote: a quoted name ends at its last quote, whatever the name is.
func FuzzQuote(f *testing.F) {
	for _, name := range []string{"users", `a"b`, "a`b", `"`, "``", ""} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for dialect, mark := range map[rowsql.Dialect]rune{rowsql.Postgres: '"', rowsql.MySQL: '`'} {
			got := rowsql.New(dialect, "t", []string{name}, 0).Insert([]int{0}, false)
			open := false
			for _, c := range got {
				if c == mark {
					open = !open
				}
			}
			if open {
				t.Errorf("%s: the quotes of %s are not closed", dialect, got)
			}
		}
	})
}
