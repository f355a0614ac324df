package app_test

import (
	"fmt"
	"strings"
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

			const queues = "queue:\n  connections:\n    - { name: sent, url: \"memory:\", outbox: main }\n    - { name: kept, url: \"datasource:main\" }\n"
			if report := check(t, unpack(t, script+settings+queues), app.CheckOptions{}); len(report.Problems) > 0 {
				t.Error(report.Problems)
			}

			db := datatest.Open(t, data.Settings{Name: "main", URL: url})
			for _, table := range []string{"checked", "framework_migrations", "fwrun_queue_messages"} {
				if _, err := db.Query(t.Context(), "SELECT * FROM "+table, data.Args{}); err == nil {
					t.Errorf("there is a table %s", table)
				}
			}
		})
	}
}

// TestCheckTellsOnce: a server that cannot be reached is told of once, whatever would ask it, and nothing asks it offline.
func TestCheckTellsOnce(t *testing.T) {
	for _, url := range []string{"postgres://ada@127.0.0.1:1/shop", "mysql://ada@127.0.0.1:1/shop"} {
		folder := unpack(t, "-- config/application.yml --\ndatasource: { name: main, url: \""+url+"\" }\nmigrations: { onStart: true }\n"+
			"queue:\n  connections:\n    - { name: sent, url: \"memory:\", outbox: main }\n    - { name: kept, url: \"datasource:main\" }\n"+
			"-- migrations/main/1.sql --\nCREATE TABLE users (id INTEGER)\n-- rows.ts --\nimport { Id, Repository, Table } from \"fwrun\";\n"+
			"@Table(\"users\") export class User { @Id id: int; }\n@Table(\"orders\") export class Order { @Id id: int; }\n"+
			"export class Users extends Repository<User> { all() { return this.sql.query(\"SELECT 1\"); } }\n"+
			"export class Orders extends Repository<Order> {}\n")
		report := check(t, folder, app.CheckOptions{})
		if len(report.Problems) != 1 || !strings.Contains(report.Problems[0].Message, "is not available") {
			t.Errorf("%s: %v", url, report.Problems)
		}
		if report := check(t, folder, app.CheckOptions{Offline: true}); len(report.Problems) > 0 {
			t.Errorf("%s, offline: %v", url, report.Problems)
		}
	}
}
