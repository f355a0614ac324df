package data

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
)

// provenApplication uses tables and columns that exist, and others that do not.
const provenApplication = `import { Id, Query, Repository, Table } from "fwrun";

@Table("users") export class User { @Id id: int; email: string; nick: string = ""; }

export class Users extends Repository<User> {
  @Query("SELECT id, email FROM users WHERE id IN (:ids) AND emial = :email")
  some(ids: int[], email: string): User[] {}

  all() { return this.sql.query("SELECT * FROM usres WHERE id = :id", { id: 1 }); }
  half() { return this.sql.update("UPDATE users SET email = ? WHERE", ["x"]); }
  right(id: int) { return this.sql.queryForValue("SELECT email FROM users WHERE id = ?", [id]); }
}
`

// TestStatementsAreProved: statements are checked at start, on the live database.
func TestStatementsAreProved(t *testing.T) {
	t.Parallel()
	bin := harness.Binary(t)
	for _, database := range []struct {
		name string
		url  func(*testing.T) string
	}{
		{"SQLite", func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "proved.db") }},
		{"PostgreSQL", datatest.Postgres},
		{"MariaDB", datatest.MariaDB},
	} {
		t.Run(database.name, func(t *testing.T) {
			url := database.url(t)
			db := datatest.Open(t, data.Settings{Name: "proved", URL: url})
			if err := db.Execute(context.Background(), "CREATE TABLE users (id INTEGER PRIMARY KEY, email VARCHAR(80))"); err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			harness.WriteFile(t, filepath.Join(folder, "users.ts"), provenApplication)
			if err := os.Mkdir(filepath.Join(folder, "config"), 0o755); err != nil {
				t.Fatal(err)
			}
			harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), "datasource: { name: main, url: \""+url+"\" }\n")
			out, err := exec.Command(bin, "serve", folder, "--port", "0").CombinedOutput()
			if err == nil {
				t.Fatalf("it started:\n%s", out)
			}
			report := string(out)
			for _, want := range []string{
				"users.ts:3:65: error: User.nick is mapped to the column \"nick\", which does not exist in the table \"users\"",
				"users.ts:6:62: error: Users.some: there is no column \"emial\"\n", "fix: did you mean \"email\"?",
				"users.ts:9:48: error: Users.all: the database \"main\" has no table \"usres\"\n", "fix: did you mean \"users\"?",
				"users.ts:10:68: error: Users.half: ", "4 errors",
			} {
				if !strings.Contains(report, want) {
					t.Errorf("it does not say %q:\n%s", want, report)
				}
			}
		})
	}
}

// TestCheckProvesOnServers: a check finds on a server what the start finds there, as soon as its migrations have run. It changes nothing.
func TestCheckProvesOnServers(t *testing.T) {
	t.Parallel()
	bin := harness.Binary(t)
	for name, server := range map[string]func(*testing.T) string{"PostgreSQL": datatest.Postgres, "MariaDB": datatest.MariaDB} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			for _, below := range []string{"config", "migrations/main"} {
				if err := os.MkdirAll(filepath.Join(folder, below), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			harness.WriteFile(t, filepath.Join(folder, "users.ts"), provenApplication)
			harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), "datasource: { name: main, url: \""+server(t)+"\" }\n")
			harness.WriteFile(t, filepath.Join(folder, "migrations/main/1.sql"), "CREATE TABLE users (id INTEGER PRIMARY KEY, email VARCHAR(80))")
			says := func(texts []string, arguments ...string) {
				t.Helper()
				out, _ := exec.Command(bin, append(arguments, folder)...).CombinedOutput()
				for _, text := range texts {
					if !strings.Contains(string(out), text) {
						t.Errorf("%s does not say %q:\n%s", arguments, text, out)
					}
				}
			}
			behind := []string{"no problems in 1 file", "not proved by a database: 5 statements: 5 for a database server that check does not migrate"}
			says(behind, "check")
			says([]string{"1 file ran"}, "migrate")
			says([]string{
				"users.ts:3:65: error: User.nick is mapped to the column \"nick\", which does not exist in the table \"users\"",
				"users.ts:6:62: error: Users.some: there is no column \"emial\"\n",
				"users.ts:9:48: error: Users.all: the database \"main\" has no table \"usres\"\n",
				"users.ts:10:68: error: Users.half: ", "4 errors",
			}, "check")
			says(behind, "check", "--offline")
			harness.WriteFile(t, filepath.Join(folder, "migrations/main/2.sql"), "ALTER TABLE users ADD COLUMN nick VARCHAR(80)")
			says(behind, "check")
		})
	}
}
