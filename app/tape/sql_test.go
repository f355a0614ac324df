package tape_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// toldSQL returns what a script is told of a failed statement.
func toldSQL(err error) string {
	if known, ok := errors.AsType[sql.DatabaseError](err); ok {
		return fmt.Sprintf("%s %s %s %s", known.Kind(), known.Code(), known.Constraint(), strings.ReplaceAll(known.Message(), "tulip", "******"))
	}
	return strings.ReplaceAll(told(err), "tulip", "******")
}

func resultText(r sql.Rows) string {
	if r == nil {
		return "no rows"
	}
	return strings.NewReplacer("redis://ada:tulip@", "redis://ada:******@", `"tulip"`, `"******"`).Replace(string(r.AppendJSON(nil)))
}

func args(values ...any) sql.Args                  { return sql.Args{Values: values} }
func named(names []string, values ...any) sql.Args { return sql.Args{Values: values, Names: names} }

// ask gives statements of every kind to a session, and returns what came of them.
func ask(ctx context.Context, s sql.Session) (got []string) {
	say := func(what ...any) { got = append(got, fmt.Sprint(what...)) }
	query := func(text string, a sql.Args) {
		r, err := s.Query(ctx, text, a)
		say(resultText(r), " ", toldSQL(err))
	}
	query("SELECT everything FROM t", sql.Args{})
	query("SELECT nothing FROM t WHERE id = ?", args(int64(1)))
	query("SELECT id FROM users WHERE name = :name AND password = :password", named([]string{"name", "password"}, "Ada", "tulip"))
	query("SELECT id FROM users WHERE password = ? AND name = ? AND id IN (?)", args("tulip", "ada:tulip@example.com", sql.List{int64(1), "x", nil}))
	query("SELECT id FROM users WHERE password = 'tulip' AND name = 'Ada'", sql.Args{})
	query("SELECT id FROM users WHERE token = ? || ?", args("tulip", nil))
	query("SELECT id FROM a WHERE url = 'https://ada:tulip@example.com'", sql.Args{})
	query("SELECT broken FROM t", args(big.NewInt(5), 1.5, true, []byte{1}, time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)))
	query("SELECT unreachable", sql.Args{})
	changed, key, err := s.Update(ctx, "UPDATE t SET a = ?", args("b"))
	say(changed, key, toldSQL(err))
	changed, key, err = s.Update(ctx, "INSERT INTO t VALUES (:a)", named([]string{"a"}, int64(1)))
	say(changed, key, toldSQL(err))
	changed, key, err = s.Update(ctx, "UPDATE broken SET a = 1", sql.Args{})
	say(changed, key, toldSQL(err))
	many, keys, err := s.BatchUpdate(ctx, "INSERT INTO t VALUES (?, ?)", []sql.Args{args(int64(1), "a"), args(int64(2), "b"), {}})
	say(many, keys, toldSQL(err))
	many, keys, err = s.BatchUpdate(ctx, "INSERT INTO broken VALUES (?)", []sql.Args{args(int64(1))})
	say(many, keys, toldSQL(err))
	say(toldSQL(s.Execute(ctx, "CREATE TABLE t (a)")), toldSQL(s.Execute(ctx, "CREATE broken")))
	for _, text := range []string{"SELECT a FROM pieces WHERE a = ?", "SELECT nothing FROM b WHERE a = ?"} {
		c, err := s.Stream(ctx, text, args(int64(5)))
		say(toldSQL(err))
		count := 0
		for {
			r, err := c.Next(ctx)
			if err != nil || r == nil {
				say(toldSQL(err))
				break
			}
			count += r.Len()
		}
		say(count, " rows")
	}
	_, err = s.Stream(ctx, "SELECT broken FROM t", sql.Args{})
	return append(got, toldSQL(err))
}

// transact begins transactions and ends them.
func transact(ctx context.Context, d sql.Database) (got []string) {
	tx, err := d.Begin(ctx, sql.TxOptions{})
	got = append(got, toldSQL(err))
	r, err := tx.Query(ctx, "SELECT nothing", sql.Args{})
	got = append(got, resultText(r), toldSQL(err), toldSQL(tx.Commit(ctx)))
	tx, err = d.Begin(ctx, sql.TxOptions{ReadOnly: true, Isolation: "serializable"})
	got = append(got, toldSQL(err), toldSQL(tx.Rollback(ctx)))
	_, err = d.Begin(ctx, sql.TxOptions{Isolation: "broken"})
	r, failed := d.Primary().Query(ctx, "SELECT nothing", sql.Args{})
	return append(got, toldSQL(err), resultText(r), toldSQL(failed))
}

func TestDatabase(t *testing.T) {
	inner, asked := &database{}, &database{}
	both(t, "statements",
		func(ctx context.Context) []string { return ask(ctx, recorder().Database("main", data.SQLite, inner)) },
		func(ctx context.Context) []string { return ask(ctx, tape.PlayedDatabase("main", asked, true, played)) })
	both(t, "transactions",
		func(ctx context.Context) []string {
			return transact(ctx, recorder().Database("main", data.SQLite, inner))
		},
		func(ctx context.Context) []string {
			return transact(ctx, tape.PlayedDatabase("main", asked, false, played))
		})
	if asked.asked > 0 {
		t.Errorf("a replay has given %d statements to the database", asked.asked)
	}
}

// TestDatabaseBesides: outside of recordings a database is as it was, and a replay does not reach a server.
func TestDatabaseBesides(t *testing.T) {
	ctx := t.Context()
	plain := fmt.Sprint(ask(ctx, &database{}), transact(ctx, &database{}))
	for name, db := range map[string]sql.Database{
		"recorded": recorder().Database("main", data.SQLite, &database{}), "played": tape.PlayedDatabase("main", &database{}, false, played),
	} {
		own := transact(ctx, db)
		if name == "played" { // transactions of requests that have ended
			own[5] = transact(ctx, &database{})[5]
		}
		if got := fmt.Sprint(ask(ctx, db), own); got != plain {
			t.Errorf("%s it gives\n%s\nwant\n%s", name, got, plain)
		}
		if place, err := db.LineUp(true); place.Longest != time.Hour || err != nil {
			t.Error(name, place, err)
		}
		if db.Briefly(ctx).Value(brief{}) != true || !db.Reads("SELECT 1") || db.Reads("UPDATE") {
			t.Error(name)
		}
	}
	recorded, again := recorder().Database("main", data.SQLite, &database{}), tape.PlayedDatabase("main", &database{}, true, played)
	if !recorded.OneWriter() || recorded.Room() != (sql.Room{Writers: 3}) || !recorded.Waits(true) || recorded.Waits(false) {
		t.Error("what is recorded has the room of the database")
	}
	if again.OneWriter() || again.Room() != (sql.Room{Writers: 1 << 20}) || again.Waits(true) || again.Waits(false) {
		t.Error("what is played has room for all")
	}
	const far = `fault unavailable the datasource "main" is a server, which a replay does not reach: only requests were recorded`
	_, begins := again.Begin(ctx, sql.TxOptions{})
	_, queries := again.Query(ctx, "SELECT 1", sql.Args{})
	_, _, updates := again.Update(ctx, "UPDATE", sql.Args{})
	_, _, batches := again.BatchUpdate(ctx, "UPDATE", nil)
	_, streams := again.Stream(ctx, "SELECT 1", sql.Args{})
	for _, err := range []error{begins, queries, updates, batches, again.Execute(ctx, "x"), streams} {
		if known, ok := errors.AsType[*fault.Error](err); told(err) != far || !ok || !strings.Contains(known.Hint, "sqlite::memory:") {
			t.Error(told(err))
		}
	}
}

// TestSecretFailures: the message of a database may quote the values of its statement, and is left out if there may be a secret among them.
func TestSecretFailures(t *testing.T) {
	calls, err := record(t, func(ctx context.Context) {
		_, _ = recorder().Database("main", data.SQLite, &database{}).Query(ctx, "SELECT broken FROM t WHERE password = 'x", sql.Args{})
	})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "a failure with a secret", calls)
}

// TestBusyDatabase: a transaction that found no connection at once is tried again, and is not recorded before.
func TestBusyDatabase(t *testing.T) {
	calls, err := record(t, func(ctx context.Context) {
		if _, err := recorder().Database("main", data.SQLite, &database{busy: true}).Begin(ctx, sql.TxOptions{}); !errors.Is(err, sql.ErrNoneFree) {
			t.Error(err)
		}
	})
	if len(calls) > 0 || err != nil {
		t.Error(calls, err)
	}
}

// TestBrokenStream: a result that was not read to its end cannot be given again.
func TestBrokenStream(t *testing.T) {
	_, err := record(t, func(ctx context.Context) {
		c, err := recorder().Database("main", data.SQLite, &database{}).Stream(ctx, "SELECT breaks", sql.Args{})
		for err == nil {
			_, err = c.Next(ctx)
		}
	})
	if err == nil || err.Error() != "a result that was read in pieces broke off" {
		t.Error(err)
	}
}

// TestLargeResults: what a result takes counts against the size of a recording.
func TestLargeResults(t *testing.T) {
	large := strings.Repeat("x", 1<<20)
	for name, work := range map[string]func(ctx context.Context, d sql.Database){
		"a text":  func(ctx context.Context, d sql.Database) { _, _ = d.Query(ctx, "SELECT nothing -- "+large, sql.Args{}) },
		"a value": func(ctx context.Context, d sql.Database) { _, _ = d.Query(ctx, "SELECT nothing", args(large)) },
		"bytes":   func(ctx context.Context, d sql.Database) { _, _ = d.Query(ctx, "SELECT nothing", args([]byte(large))) },
		"a list":  func(ctx context.Context, d sql.Database) { _, _, _ = d.Update(ctx, "UPDATE", args(sql.List{large})) },
		"a batch": func(ctx context.Context, d sql.Database) {
			_, _, _ = d.BatchUpdate(ctx, "UPDATE", []sql.Args{args(large)})
		},
		"many lists": func(ctx context.Context, d sql.Database) {
			_, _ = d.Query(ctx, "SELECT nothing", args(make([]any, 1<<16)...))
		},
		"a query": func(ctx context.Context, d sql.Database) { _, _ = d.Query(ctx, "SELECT", sql.Args{}) },
		"a stream": func(ctx context.Context, d sql.Database) {
			c, _ := d.Stream(ctx, "SELECT", sql.Args{})
			for r, err := c.Next(ctx); r != nil && err == nil; r, err = c.Next(ctx) {
			}
		},
	} {
		db := recorder().Database("main", data.SQLite, &wide{text: large})
		if _, err := record(t, func(ctx context.Context) { work(ctx, db) }); err == nil || !strings.Contains(err.Error(),
			"take more than 1024 KiB") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDamagedRecordings: a recording that was changed by hand is an error for the script.
func TestDamagedRecordings(t *testing.T) {
	for gives, want := range map[string]string{
		`7`: "json: cannot unmarshal number", `{"columns": ["a"], "rows": [[1, 2]]}`: "row 0 has 2 values",
		`{"columns": ["a"], "rows": [[{"$time": 1}]]}`:  "cannot be read",
		`{"columns": ["a"], "rows": [[{"$other": 1}]]}`: "cannot be read",
	} {
		_ = play(t, parsed(t, `[{"kind": "sql", "asks": {"query": "q", "datasource": "main"}, "gives": `+gives+`}]`), func(ctx context.Context) {
			_, err := tape.PlayedDatabase("main", &database{}, false, played).Query(ctx, "q", sql.Args{})
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(),
				"what the recording gives for a query cannot be read: ") {
				t.Errorf("%s: %v", gives, err)
			}
		})
	}
	for _, gives := range []string{`7`, `{"changed": 1, "key": {"$time": 1}}`} {
		_ = play(t, parsed(t, `[{"kind": "sql", "asks": {"update": "q", "datasource": "main"}, "gives": `+gives+`}]`), func(ctx context.Context) {
			if _, _, err := tape.PlayedDatabase("main", &database{}, false, played).Update(ctx, "q", sql.Args{}); err == nil {
				t.Error(gives)
			}
		})
	}
	for _, gives := range []string{`7`, `[]`, `[{"changed": 1, "key": {"$time": 1}}]`} {
		_ = play(t, parsed(t, `[{"kind": "sql", "asks": {"batch": "q", "datasource": "main", "args": [null]}, "gives": `+gives+`}]`),
			func(ctx context.Context) {
				if _, _, err := tape.PlayedDatabase("main", &database{}, false, played).BatchUpdate(ctx, "q", make([]sql.Args, 1)); err == nil {
					t.Error(gives)
				}
			})
	}
}

// TestBigNumbers: a number that is too large for the integers of Go is a text, as databases give it.
func TestBigNumbers(t *testing.T) {
	missed := play(t, parsed(t, `[{"kind": "sql", "asks": {"query": "q", "datasource": "main"}, "gives": {"columns": ["a", "b", "c"],
		"rows": [[{"$integer": "12345678901234567890123"}, {"$json": {"b": 1, "a": 2}}, 18446744073709551615]]}}]`), func(ctx context.Context) {
		r, err := tape.PlayedDatabase("main", &database{}, false, played).Query(ctx, "q", sql.Args{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Value(0, 0) != "12345678901234567890123" || !r.IsJSON(0, 1) || r.Value(0, 1) != `{"b":1,"a":2}` || r.Value(0, 2) != uint64(1<<64-1) {
			t.Errorf("got %s", r.AppendJSON(nil))
		}
	})
	if missed != "" {
		t.Error(missed)
	}
}
