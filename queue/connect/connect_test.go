package connect_test

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/connect"
	"github.com/fwrun/fwrun/queue/queuetest"
	"github.com/fwrun/fwrun/queue/table"
)

// run runs the contract of connections with the brokers of a URL.
func run(t *testing.T, url string, fresh func(t *testing.T, around *connect.Surroundings)) {
	queuetest.Run(t, func(t *testing.T) queuetest.Open {
		around := connect.Surroundings{Folder: t.TempDir(), Servers: &connect.Servers{}}
		fresh(t, &around)
		return func(t testing.TB, s queue.Settings) *queue.Connection {
			t.Helper()
			settings := connect.Settings{Name: s.Name, URL: url, Window: cmp.Or(s.Window, 2*time.Minute), MaxBytes: s.MaxBytes}
			around.Hurry = s.Hurry
			c, err := connect.Open(settings, around)
			if err != nil {
				t.Fatal(err)
			}
			return c.Connection
		}
	})
}

func TestEmbedded(t *testing.T) {
	t.Parallel()
	run(t, "embedded:", func(*testing.T, *connect.Surroundings) {})
}

// TestDatabases: a datasource, whatever the database.
func TestDatabases(t *testing.T) {
	for name, start := range map[string]func(*testing.T) string{"PostgreSQL": datatest.Postgres, "MariaDB": datatest.MariaDB, "SQLite": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settings := data.Settings{Name: "main", URL: "sqlite:main.db"}
			if start != nil {
				settings.URL = start(t)
			}
			run(t, "datasource:main", func(t *testing.T, around *connect.Surroundings) {
				settings := settings
				settings.Folder = t.TempDir()
				db := datatest.Open(t, settings)
				for _, name := range table.Tables() {
					if err := db.Execute(t.Context(), "drop table if exists "+name); err != nil {
						t.Fatal(err)
					}
				}
				around.Datasource = func(name string) (*data.DB, bool) { return db, name == "main" }
			})
		})
	}
}

// TestOwnDatabase: a database of the connection alone is closed with it.
func TestOwnDatabase(t *testing.T) {
	t.Parallel()
	c, err := connect.Open(connect.Settings{Name: "main", URL: datatest.Postgres(t)}, connect.Surroundings{Servers: &connect.Servers{}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Send(t.Context(), queue.Outgoing{Queue: "q"}); err != nil {
		t.Error(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := c.Ping(t.Context()); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("after close: %v", err)
	}
}

// TestNothingIsOpenedBeforeItIsNeeded: not even a folder is made.
func TestNothingIsOpenedBeforeItIsNeeded(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "queue")
	c, err := connect.Open(connect.Settings{Name: "primary", URL: "embedded:"}, connect.Surroundings{Folder: folder, Servers: &connect.Servers{}})
	if err != nil {
		t.Fatal(err)
	}
	c.Begin()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if found, _ := filepath.Glob(folder + "*"); found != nil {
		t.Errorf("there is %q", found)
	}
}

// TestFolderIsShared: connections of one process on one folder use one server, which ends with the last of them.
func TestFolderIsShared(t *testing.T) {
	around := connect.Surroundings{Folder: t.TempDir(), Servers: &connect.Servers{}}
	open := func(s connect.Settings) *connect.Connection {
		t.Helper()
		c, err := connect.Open(s, around)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	send := func(c *connect.Connection) error {
		_, err := c.Send(t.Context(), queue.Outgoing{Queue: "q", Body: []byte("1")})
		return err
	}
	first, second := open(connect.Settings{Name: "a", URL: "embedded:"}), open(connect.Settings{Name: "a", URL: "embedded:", MaxBytes: 10})
	for _, c := range []*connect.Connection{first, second} {
		if err := send(c); err != nil {
			t.Fatal(err)
		}
	}
	other := around
	other.Servers = &connect.Servers{} // as in another process
	stranger, err := connect.Open(connect.Settings{Name: "a", URL: "embedded:"}, other)
	if err != nil {
		t.Fatal(err)
	}
	if err := send(stranger); fault.KindOf(err) != fault.Conflict {
		t.Errorf("another process: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if err := send(second); err != nil {
		t.Error(err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	if err := send(stranger); err != nil {
		t.Errorf("when the others have ended: %v", err)
	}
	if err := stranger.Close(); err != nil {
		t.Error(err)
	}
}

func TestMistakes(t *testing.T) {
	for url, want := range map[string]string{
		"":                     "does not begin with the kind of a broker",
		"embedded":             "does not begin with the kind of a broker",
		"amq://user:secret@h":  "does not begin with the kind of a broker",
		"datasource:elsewhere": `needs the datasource "elsewhere", which is not configured`,
		"datasource:main":      "keeps the messages in another datasource than the outbox",
	} {
		s := connect.Settings{Name: "primary", URL: url}
		if strings.HasSuffix(url, "main") {
			s.Outbox = "other"
		}
		_, err := connect.Open(s, connect.Surroundings{Servers: &connect.Servers{}})
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), want) || strings.Contains(fmt.Sprint(err), "secret") {
			t.Errorf("%q: %v", url, err)
		}
	}
}

// TestServerIsAskedAgain: a server that was away when it was needed is connected to at the next use.
func TestServerIsAskedAgain(t *testing.T) {
	server := datatest.Redis(t, "--appendonly", "yes")
	server.Kill()
	c, err := connect.Open(connect.Settings{Name: "primary", URL: server.URL}, connect.Surroundings{Folder: t.TempDir(), Servers: &connect.Servers{}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	handled := make(chan struct{}, 1)
	c.Listen([]queue.Listener{{Queue: "q", Handle: func(context.Context, []*queue.Message) error {
		handled <- struct{}{}
		return nil
	}}})
	c.Begin()
	if _, err := c.Send(t.Context(), queue.Outgoing{Queue: "q"}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("while the server is away: %v", err)
	}
	server.Restart()
	if _, err := c.Send(t.Context(), queue.Outgoing{Queue: "q"}); err != nil {
		t.Error(err)
	}
	select {
	case <-handled:
	case <-time.After(time.Minute):
		t.Error("the message is not delivered")
	}
}

// TestClaimsAreInherited: what a process that was killed was moving from the store to its embedded broker is due at once.
func TestClaimsAreInherited(t *testing.T) {
	around := connect.Surroundings{Folder: t.TempDir(), Servers: &connect.Servers{}}
	killed := table.OpenFile(filepath.Join(around.Folder, "store.db"), "primary")
	now := time.Now()
	if err := killed.Park(t.Context(), []table.Parked{{ID: "1", Topic: "q", Queue: "q", Due: now}}); err != nil {
		t.Fatal(err)
	}
	due := func(s *table.Store) int {
		t.Helper()
		list, err := s.Due(t.Context(), now, 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	next := table.OpenFile(filepath.Join(around.Folder, "store.db"), "primary")
	defer func() { _ = next.Close() }()
	if n := due(killed); n != 1 || due(next) != 0 {
		t.Fatalf("%d messages are claimed, and by another process, too", n)
	}
	c, err := connect.Open(connect.Settings{Name: "primary", URL: "embedded:"}, around)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if err := c.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := due(next); n != 1 {
		t.Errorf("%d messages are due", n)
	}
}
