package data

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/migrate/search/searchtest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/script"
)

// migrating starts `fwrun migrate` in a folder, and returns the process.
func migrating(t *testing.T, folder string, arguments ...string) *harness.App {
	t.Helper()
	bin := harness.Binary(t)
	cmd := exec.Command(bin, append([]string{"migrate", folder}, arguments...)...)
	app, err := harness.Launch(cmd, filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Kill)
	return app
}

// statusOf returns the lines of `fwrun migrate status`, each a file and its state.
func statusOf(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	bin := harness.Binary(t)
	out, err := exec.Command(bin, append([]string{"migrate", "status", folder}, arguments...)...).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var states []string
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		states = append(states, words[0]+" "+words[1])
	}
	return strings.Join(states, ", ")
}

// migrated is an application whose second file waits for a lock.
func signalled(t *testing.T, url string) string {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"config/application.yml":  "datasource: { name: main, url: \"" + url + "\" }\n",
		"migrations/main/1.sql":   "CREATE TABLE a (n int);",
		"migrations/main/2.sql":   "SELECT pg_advisory_xact_lock_shared(4711); INSERT INTO a VALUES (1);",
		"migrations/main/3.sql":   "INSERT INTO a VALUES (2);",
		"migrations/other/no.sql": "",
	} {
		harness.WriteFile(t, filepath.Join(folder, name), text)
	}
	return folder
}

// holding runs f while a session of the database holds a lock.
func holding(t *testing.T, db *data.DB, lock string) (release func()) {
	t.Helper()
	tx, err := db.Begin(t.Context(), data.TxOptions{})
	if err == nil {
		_, err = tx.Query(t.Context(), "SELECT pg_advisory_xact_lock("+lock+")", data.Args{})
	}
	if err != nil {
		t.Fatal(err)
	}
	release = func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) } // does nothing if it has been released
	t.Cleanup(release)
	return release
}

const migrationsLock = "hashtext('framework_migrations')"

// untilWaiting waits until as many sessions wait for a lock.
func untilWaiting(t *testing.T, db *data.DB, n int64) {
	t.Helper()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for late := time.Now().Add(harness.Patience); ; <-again.C {
		rows, err := db.Query(t.Context(), "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM "+
			"pg_database WHERE datname = current_database())", data.Args{})
		if err != nil {
			t.Fatal(err)
		}
		if rows.Cell(0, 0).Int() == n {
			return
		}
		if time.Now().After(late) {
			t.Fatal("no session waits")
		}
	}
}

// TestSignalsToMigrate: the first signal lets a file end and stops before the next one, the second one stops at once.
func TestSignalsToMigrate(t *testing.T) {
	url := datatest.Postgres(t)
	db := datatest.Open(t, data.Settings{Name: "main", URL: url})
	clean := func(t *testing.T) {
		if err := db.Execute(context.WithoutCancel(t.Context()), "DROP TABLE IF EXISTS a; DROP TABLE IF EXISTS framework_migrations"); err != nil {
			t.Fatal(err)
		}
	}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run("one "+signal.String(), func(t *testing.T) {
			defer clean(t)
			folder := signalled(t, url)
			release := holding(t, db, "4711")
			app := migrating(t, folder)
			untilWaiting(t, db, 1)
			app.Signal(t, signal)
			app.Awaits(t, `^fwrun: stopping as soon as main/2.sql has run; a second signal stops at once$`)
			release()
			app.Ends(t, `^main/2.sql `, `^fwrun: stopped before migrations/main/3.sql$`, `^  → run again to go on; files that have run do not run again$`)
			if got := statusOf(t, folder); got != "main/1.sql applied, main/2.sql applied, main/3.sql due" {
				t.Error(got)
			}
			if out := string(migrateRun(t, folder)); !strings.Contains(out, "1 file ran") {
				t.Error(out)
			}
		})
		t.Run("two "+signal.String(), func(t *testing.T) {
			defer clean(t)
			folder := signalled(t, url)
			defer holding(t, db, "4711")()
			app := migrating(t, folder)
			untilWaiting(t, db, 1)
			app.Signal(t, signal)
			app.Awaits(t, `^fwrun: stopping`)
			app.Signal(t, signal)
			app.Ends(t, `^fwrun: stopped while migrations/main/2.sql was running; it is not recorded as applied$`,
				`^  → no statement of this file has taken effect`)
			if got := statusOf(t, folder); got != "main/1.sql applied, main/2.sql due, main/3.sql due" {
				t.Error(got)
			}
		})
	}
	t.Run("the document", func(t *testing.T) {
		defer clean(t)
		release := holding(t, db, "4711")
		app := migrating(t, signalled(t, url), "--json")
		untilWaiting(t, db, 1)
		app.Signal(t, syscall.SIGINT)
		app.Signal(t, syscall.SIGTERM) // two of one kind may count as one
		app.Ends(t, `"code": "migration-stopped",\n +"file": "migrations/main/2.sql"`, `^  "ok": false`, `"path": "main/1.sql"`)
		release()
	})
	t.Run("waiting to begin", func(t *testing.T) {
		defer clean(t)
		defer holding(t, db, migrationsLock)()
		app := migrating(t, signalled(t, url))
		app.Awaits(t, `waiting for another process that migrates`)
		app.Signal(t, syscall.SIGINT)
		app.Ends(t, `^fwrun: stopped before migrations/main/1.sql, while it waited for another process that migrates$`)
	})
	t.Run("waiting between two files", func(t *testing.T) {
		defer clean(t)
		release := holding(t, db, "4711")
		app := migrating(t, signalled(t, url))
		untilWaiting(t, db, 1)
		held := make(chan func())
		go func() { held <- holding(t, db, migrationsLock) }()
		untilWaiting(t, db, 2)
		release()
		other := <-held
		app.Awaits(t, `waiting for another process that migrates`)
		app.Signal(t, syscall.SIGTERM)
		app.Ends(t, `^main/2.sql `, `^fwrun: stopped before migrations/main/3.sql, while it waited for another process that migrates$`)
		other()
	})
}

// TestSignalsToMigrateSQLite: a signal ends the waiting for another process, and two end a statement.
func TestSignalsToMigrateSQLite(t *testing.T) {
	folder := signalled(t, "sqlite:shop.db")
	harness.WriteFile(t, filepath.Join(folder, "migrations/main/2.sql"),
		"INSERT INTO a VALUES (1); INSERT INTO a WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c;")
	db := datatest.Open(t, data.Settings{Name: "main", URL: "sqlite:shop.db", Folder: filepath.Join(folder, "data")})
	tx, err := db.Begin(t.Context(), data.TxOptions{})
	if err != nil {
		t.Fatal(err)
	}
	app := migrating(t, folder)
	app.Awaits(t, `waiting for another process that migrates`)
	app.Signal(t, syscall.SIGINT)
	app.Ends(t, `^fwrun: stopped before migrations/main/1.sql, while it waited`)
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}

	app = migrating(t, folder)
	app.Awaits(t, `^main/1.sql `)
	app.Signal(t, syscall.SIGINT)
	app.Signal(t, syscall.SIGTERM)
	app.Ends(t, `^fwrun: stopped (while migrations/main/2.sql was running|before)`)
	if got := statusOf(t, folder); got != "main/1.sql applied, main/2.sql due, main/3.sql due" {
		t.Error(got)
	}
}

// migrateRun migrates, and returns the output.
func migrateRun(t *testing.T, folder string, arguments ...string) []byte {
	t.Helper()
	bin := harness.Binary(t)
	out, err := exec.Command(bin, append([]string{"migrate", folder}, arguments...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return out
}

// slowCluster is a server before a node that keeps the requests whose path contains a text until it is opened.
type slowCluster struct {
	url     string
	arrived chan struct{} // a request waits
	open    chan struct{} // closed to let it pass
}

func newSlowCluster(t *testing.T, target, part string) *slowCluster {
	t.Helper()
	to, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	s := &slowCluster{arrived: make(chan struct{}, 10), open: make(chan struct{})}
	through := httputil.NewSingleHostReverseProxy(to)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body) // or the end of the connection would stay unnoticed
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if r.Method == http.MethodPut && strings.Contains(r.URL.Path, part) {
			s.arrived <- struct{}{}
			select {
			case <-s.open:
			case <-r.Context().Done():
				return
			}
		}
		through.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// TestSignalsToMigrateSearch: the same for a cluster that is slow to answer.
func TestSignalsToMigrateSearch(t *testing.T) {
	script.Searching.Lock()
	defer script.Searching.Unlock()
	node := searchtest.Shared(t)
	node.Clean(t)
	slow := newSlowCluster(t, node.URL, "/_index_template/2")
	folder := t.TempDir()
	for name, text := range map[string]string{
		"config/application.yml":             "opensearch: [{ name: logs, hosts: [\"" + slow.url + "\"], migrations: { enabled: true } }]\n",
		"migrations/logs/1-a-template.json":  "{\"settings\": {}}",
		"migrations/logs/2-b-template.json":  "{\"settings\": {}}",
		"migrations/logs/3-c-template.json":  "{\"settings\": {}}",
		"migrations/logs/.hidden/there.json": "",
	} {
		harness.WriteFile(t, filepath.Join(folder, name), text)
	}
	first := migrating(t, folder, "-m", "opensearch")
	<-slow.arrived
	second := migrating(t, folder, "-m", "opensearch")
	second.Awaits(t, `waiting for another process that migrates.*process `+strconv.Itoa(first.Cmd.Process.Pid)+` `)
	second.Signal(t, syscall.SIGTERM)
	second.Ends(t, `^fwrun: stopped before migrations/logs/2-b-template.json, while it waited for another process that migrates$`)

	first.Signal(t, syscall.SIGINT)
	first.Awaits(t, `^fwrun: stopping as soon as logs/2-b-template.json has run`)
	close(slow.open)
	first.Ends(t, `^logs/2-b-template.json `, `^fwrun: stopped before migrations/logs/3-c-template.json$`)
	want := "logs/1-a-template.json applied, logs/2-b-template.json applied, logs/3-c-template.json due"
	if got := statusOf(t, folder, "-m", "opensearch"); got != want {
		t.Error(got)
	}

	// The second signal ends the request.
	slow.open = make(chan struct{})
	if err := os.Rename(filepath.Join(folder, "migrations/logs/3-c-template.json"),
		filepath.Join(folder, "migrations/logs/2c-template.json")); err != nil {
		t.Fatal(err)
	}
	third := migrating(t, folder, "-m", "opensearch")
	<-slow.arrived
	third.Signal(t, syscall.SIGINT)
	third.Awaits(t, `^fwrun: stopping`)
	third.Signal(t, syscall.SIGINT)
	third.Ends(t, `^fwrun: stopped while migrations/logs/2c-template.json was running; it is not recorded as applied$`)
	fourth := migrating(t, folder, "-m", "opensearch") // nobody holds the lock
	<-slow.arrived
	fourth.Kill()
}
