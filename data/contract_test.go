package data_test

import (
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

func TestSQLiteFile(t *testing.T) {
	folder := t.TempDir()
	datatest.Contract(t, func(t *testing.T, s data.Settings) *data.DB {
		s.URL, s.Folder = "sqlite:contract.db", folder
		return datatest.Open(t, s)
	})
}

func TestPostgres(t *testing.T) {
	url := datatest.Postgres(t)
	datatest.Contract(t, func(t *testing.T, s data.Settings) *data.DB {
		s.URL = url
		return datatest.Open(t, s)
	})
}

func TestMariaDB(t *testing.T) {
	url := datatest.MariaDB(t)
	datatest.Contract(t, func(t *testing.T, s data.Settings) *data.DB {
		s.URL = url
		return datatest.Open(t, s)
	})
}

// TestStatementsAreKept asks the servers how often they prepared a statement that was used three times.
func TestStatementsAreKept(t *testing.T) {
	for name, c := range map[string]struct {
		url  func(*testing.T) string
		sql  string
		asks string
		want int64 // the expected count, from before the second use to after the third
	}{
		"PostgreSQL": {
			datatest.Postgres,
			"select $1::int as kept",
			"select sum(generic_plans + custom_plans)::int as n from pg_prepared_statements where statement like '%as kept'",
			2,
		},
		"MariaDB": {
			datatest.MariaDB,
			"select ? as kept",
			"select cast(variable_value as signed) as n from information_schema.session_status where variable_name = 'COM_STMT_PREPARE'",
			0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := datatest.Open(t, data.Settings{URL: c.url(t), MaxConnections: 1})
			ask := func(sql string, values ...any) int64 {
				rows, err := db.Query(t.Context(), sql, data.Positional(values...))
				if err != nil {
					t.Fatal(err)
				}
				return rows.Cell(0, 0).Int()
			}
			ask(c.sql, 7)
			ask(c.asks)
			before := ask(c.asks)
			ask(c.sql, 7)
			ask(c.sql, 7)
			if n := ask(c.asks) - before; n != c.want {
				t.Errorf("got %d, want %d", n, c.want)
			}
		})
	}
}
