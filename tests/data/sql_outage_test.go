package data

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
)

// outage is an application whose database goes away. /open holds a transaction open.
const outage = `import { Autowired, DatabaseUnavailable, GetMapping, PostMapping, RestController, SqlTemplate, DataSource } from "fwrun";
@RestController
export class Notes {
  /** @type {SqlTemplate} */
  @Autowired sql;
  /** @type {DataSource} */
  @Autowired source;
  @GetMapping("/count") count() { return { n: this.sql.queryForScalar("SELECT count(*) FROM notes") }; }
  @PostMapping("/notes") add() { return this.sql.update("INSERT INTO notes (text) VALUES ('x')"); }
  @GetMapping("/stats") stats() { return this.source.stats(); }
  @PostMapping("/open") async open() {
    try {
      await this.sql.transaction(async () => {
        this.sql.update("INSERT INTO notes (text) VALUES ('lost')");
        for (;;) {
          await new Promise((done) => setTimeout(done, 10));
          this.sql.query("SELECT 1");
        }
      });
    } catch (e) {
      return e instanceof DatabaseUnavailable ? "lost: " + e.kind : "another error: " + e;
    }
  }
}
`

func outageFolder(t *testing.T, url string) string {
	t.Helper()
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "notes.js"), outage)
	for _, name := range []string{"config", "migrations/main"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	harness.WriteFile(t, filepath.Join(folder, "config/application.yml"),
		"datasource: { name: main, url: \""+url+"\" }\nmigrations: { onStart: true }\n")
	harness.WriteFile(t, filepath.Join(folder, "migrations/main/001-notes.sql"), "CREATE TABLE notes (id bigint GENERATED ALWAYS AS "+
		"IDENTITY PRIMARY KEY, text text);")
	return folder
}

// TestDatabaseGoesAndReturns kills the PostgreSQL of a serving application, twice, and starts it again.
func TestDatabaseGoesAndReturns(t *testing.T) {
	t.Parallel()
	server := datatest.NewPostgres(t)
	_, url := harness.Serve(t, outageFolder(t, server.URL))
	if body := harness.Until(t, http.StatusOK, http.MethodGet, url+"/count"); body != `{"n":0}` {
		t.Fatalf("at first: %s", body)
	}
	for round := range 2 {
		harness.Until(t, http.StatusOK, http.MethodPost, url+"/notes")
		lost := make(chan string, 1)
		go func() {
			response, err := http.Post(url+"/open", "", nil)
			if err != nil {
				lost <- err.Error()
				return
			}
			defer response.Body.Close()
			body, _ := io.ReadAll(response.Body)
			lost <- string(body)
		}()
		inUse(t, url)
		server.Kill()
		if got := <-lost; got != "lost: unavailable" {
			t.Errorf("the open transaction: %s", got)
		}
		for _, request := range [][2]string{{http.MethodGet, "/count"}, {http.MethodPost, "/notes"}, {http.MethodGet, "/count"}} {
			if status, body := harness.AnswerOf(t, request[0], url+request[1]); status != http.StatusServiceUnavailable || strings.Contains(body, "postgres") {
				t.Errorf("without the database: %d %s", status, body)
			}
		}
		server.Start(t)
		want := []string{`{"n":1}`, `{"n":2}`}[round]
		if body := harness.Until(t, http.StatusOK, http.MethodGet, url+"/count"); body != want {
			t.Errorf("afterwards: %s, want %s", body, want)
		}
	}
}

// inUse waits until a transaction is open.
func inUse(t *testing.T, url string) {
	t.Helper()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for late := time.Now().Add(harness.Patience); time.Now().Before(late); <-again.C {
		if _, body := harness.AnswerOf(t, http.MethodGet, url+"/stats"); strings.Contains(body, `"inUse":1`) {
			return
		}
	}
	t.Fatal("no transaction is open")
}
