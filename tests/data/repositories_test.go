package data

import (
	"context"
	"flag"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
)

var updateContract = flag.Bool("update-contract", false, "rewrite what the repositories' contract says")

// TestRepositories runs the application of testdata/repositories on every database. The answers of all of
// them must be the same, word for word.
func TestRepositories(t *testing.T) {
	t.Parallel()
	for _, database := range []struct {
		name   string
		url    func(*testing.T) string
		tables string
	}{
		{"SQLite", func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "contract.db") }, `
			CREATE TABLE customer_orders (id INTEGER PRIMARY KEY, customer_name TEXT NOT NULL, amount_total REAL, paid BOOLEAN,
				ordered_at DATETIME, tags TEXT, address TEXT, note TEXT, version INTEGER NOT NULL);
			CREATE TABLE "order" ("key" TEXT PRIMARY KEY, "group" TEXT);
			CREATE TABLE tokens (id TEXT PRIMARY KEY)`},
		{"PostgreSQL", datatest.Postgres, `
			CREATE TABLE customer_orders (id SERIAL PRIMARY KEY, customer_name TEXT NOT NULL, amount_total DOUBLE PRECISION, paid BOOLEAN,
				ordered_at TIMESTAMPTZ, tags JSONB, address JSON, note TEXT, version INTEGER NOT NULL);
			CREATE TABLE "order" ("key" TEXT PRIMARY KEY, "group" TEXT);
			CREATE TABLE tokens (id UUID PRIMARY KEY)`},
		{"MariaDB", datatest.MariaDB, "" +
			"CREATE TABLE customer_orders (id INTEGER PRIMARY KEY AUTO_INCREMENT, customer_name VARCHAR(80) NOT NULL, amount_total DOUBLE, paid BOOLEAN, " +
			"ordered_at DATETIME(3), tags JSON, address JSON, note TEXT, version INTEGER NOT NULL); " +
			"CREATE TABLE `order` (`key` VARCHAR(80) PRIMARY KEY, `group` TEXT); " +
			"CREATE TABLE tokens (id CHAR(36) PRIMARY KEY)"},
	} {
		t.Run(database.name, func(t *testing.T) {
			url := database.url(t)
			db := datatest.Open(t, data.Settings{Name: "contract", URL: url})
			if err := db.Execute(context.Background(), database.tables); err != nil {
				t.Fatal(err)
			}
			contract(t, url)
		})
	}
}

// contract serves the application on a database and compares what it answers.
func contract(t *testing.T, url string) {
	t.Helper()
	bin := harness.Binary(t)
	cmd := exec.Command(bin, "serve", "testdata/repositories", "--port", "0", "--log-format", "json")
	cmd.Env = append(os.Environ(), "CONTRACT_URL="+url)
	app, err := harness.Launch(cmd, filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Kill)
	var base string
	select {
	case base = <-app.Log.Listening:
	case <-app.Exited:
		t.Fatalf("it did not start:\n%s", app.Log.Bytes())
	case <-time.After(harness.Patience):
		t.Fatalf("it does not listen:\n%s", app.Log.Bytes())
	}
	said := ""
	for _, path := range []string{"/contract", "/rows", "/countries", "/promises"} {
		said += "GET " + path + "\n" + got(t, base+path) + "\n"
	}
	const golden = "testdata/repositories/contract.txt"
	if *updateContract {
		if err := os.WriteFile(golden, []byte(said), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if said != string(want) {
		t.Errorf("it says something else than %s:\n%s", golden, differing(said, string(want)))
	}
}

// got returns the status and the body of an answer.
func got(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url) //nolint:gosec,noctx // the test's own server
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.Status + "\n" + string(body)
}

// differing returns the lines in which two texts differ.
func differing(got, want string) string {
	lines, wanted := strings.Split(got, "\n"), strings.Split(want, "\n")
	text := ""
	for i := range max(len(lines), len(wanted)) {
		a, b := "", ""
		if i < len(lines) {
			a = lines[i]
		}
		if i < len(wanted) {
			b = wanted[i]
		}
		if a != b {
			text += "got  " + a + "\nwant " + b + "\n"
		}
	}
	return text
}
