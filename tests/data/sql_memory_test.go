package data

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// rowsApplication has a table of 10,000 rows with 6 columns, about 100 bytes each.
func rowsApplication(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "app.js"), `import { Autowired, GetMapping, RestController, SqlTemplate } from "fwrun";
@RestController
export class Rows {
  /** @type {SqlTemplate} */
  @Autowired sql;
  @GetMapping("/stream") stream() { return this.sql.stream("SELECT * FROM rows"); }
  @GetMapping("/one") one() { return this.sql.stream("SELECT * FROM rows LIMIT 1"); }
}
`)
	for name, text := range map[string]string{
		"config/application.yml": "datasource: { name: main, url: \"sqlite:rows.db\" }\nmigrations: { onStart: true }\n",
		"migrations/main/001-rows.sql": `CREATE TABLE rows (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, age INTEGER, score REAL, note TEXT);
			INSERT INTO rows WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
			SELECT i, 'name ' || i, 'mail' || i || '@example.com', i % 90, i / 7.0, 'a note of some length for row ' || i FROM n;`,
	} {
		if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		harness.WriteFile(t, filepath.Join(folder, name), text)
	}
	return folder
}

// TestRowsStreamed sends 10,000 rows of 6 columns repeatedly: the memory of the process must not grow with
// them. What several clients add is garbage that is not collected yet.
func TestRowsStreamed(t *testing.T) {
	for _, c := range []struct{ clients, allowed int }{{1, 30 << 20}, {4, 80 << 20}} {
		t.Run(fmt.Sprint(c.clients), func(t *testing.T) {
			// The amount of garbage depends on when the collector gets a processor: the least growth is that
			// of the streams.
			least := rowsStreamed(t, c.clients)
			for attempts := 1; least > c.allowed && attempts < 5; attempts++ {
				least = min(least, rowsStreamed(t, c.clients))
			}
			if least > c.allowed {
				t.Errorf("the process grew by %d MB, %d are allowed", least>>20, c.allowed>>20)
			}
		})
	}
}

// rowsStreamed starts the application and returns the growth of its memory in bytes while clients read
// streams.
func rowsStreamed(t *testing.T, clients int) (most int) {
	t.Helper()
	const rounds = 10
	app, url := harness.Serve(t, rowsApplication(t))
	length := func(path string) (n int64) {
		response, err := http.Get(url + path)
		if err != nil {
			t.Error(err)
			return 0
		}
		defer response.Body.Close()
		n, err = io.Copy(io.Discard, response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			t.Errorf("%s: %d, %v", path, response.StatusCode, err)
		}
		return n
	}
	length("/one")
	before := harness.ResidentSize(t, app.Cmd.Process.Pid)
	want, began, done := length("/stream"), time.Now(), make(chan error, clients)
	if want < 10_000*100 {
		t.Errorf("10,000 rows are %d bytes", want)
	}
	for range clients {
		go func() {
			var err error
			for range rounds {
				if n := length("/stream"); n != want {
					err = fmt.Errorf("%d bytes, want %d", n, want)
				}
			}
			done <- err
		}()
	}
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for left := clients; left > 0; {
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			left--
		case <-look.C:
			most = max(most, harness.ResidentSize(t, app.Cmd.Process.Pid)-before)
		}
	}
	t.Logf("%.0f rows/s, %.1f MB more than before", 1e4*rounds*float64(clients)/time.Since(began).Seconds(), float64(most)/1e6)
	return most
}
