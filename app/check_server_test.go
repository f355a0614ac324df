package app_test

import (
	"fmt"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestCheckLeavesServersAlone: migrations of servers are read and compared, but not run.
func TestCheckLeavesServersAlone(t *testing.T) {
	for name, server := range map[string]func(*testing.T) string{"PostgreSQL": datatest.Postgres, "MariaDB": datatest.MariaDB} {
		t.Run(name, func(t *testing.T) {
			url := server(t)
			settings := fmt.Sprintf("-- config/application.yml --\ndatasource:\n  - name: main\n    url: %q\nmigrations:\n  onStart: true\n", url)
			const script = "-- a.js --\nexport const a = 1;\n-- migrations/main/1.sql --\nCREATE TABLE checked (id INTEGER);\n"

			if report := check(t, unpack(t, script+settings), app.CheckOptions{}); len(report.Problems) > 0 {
				t.Error(report.Problems)
			}
			report := check(t, unpack(t, script+settings+"-- migrations/main/2.sql --\nBEGIN;\nCOMMIT;\n"), app.CheckOptions{})
			if len(report.Problems) != 1 || report.Problems[0].Code != "migration-failed" {
				t.Errorf("a migration that cannot run is told as %v", report.Problems)
			}

			db := datatest.Open(t, data.Settings{Name: "main", URL: url})
			for _, table := range []string{"checked", "framework_migrations"} {
				if _, err := db.Query(t.Context(), "SELECT * FROM "+table, data.Args{}); err == nil {
					t.Errorf("there is a table %s", table)
				}
			}
		})
	}
}
