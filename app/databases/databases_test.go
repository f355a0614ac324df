package databases

import (
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/telemetry"
	"github.com/fwrun/fwrun/tests/ports"
)

// inMemory returns the settings of one datasource.
func inMemory(name, url string) Settings {
	return Settings{{Settings: data.Settings{Name: name, URL: url}, Migrates: true}}
}

// opened opens databases with properties that have no file.
func opened(t *testing.T, s Settings, before *Part) *Part {
	t.Helper()
	p, err := Open(t.Context(), s, properties(t, ""), before)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func properties(t *testing.T, text string) *config.Properties {
	t.Helper()
	props, problems := config.Load(fstest.MapFS{"config/application.yml": &fstest.MapFile{Data: []byte(text)}}, config.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return props
}

// TestTakingOver: databases with the same settings keep their data over reloads, whatever is said of their migrations; others are closed
// with the last generation that uses them.
func TestTakingOver(t *testing.T) {
	first := opened(t, inMemory("main", "sqlite::memory:"), nil)
	db, _ := first.ByName("main")
	if err := db.Execute(t.Context(), "CREATE TABLE t (n INTEGER)"); err != nil {
		t.Fatal(err)
	}
	wanted := inMemory("main", "sqlite::memory:")
	wanted[0].Migrates, wanted[0].LockTimeout = false, time.Second
	next := opened(t, wanted, first)
	if same, _ := next.ByName("main"); same != db || !next.TakenOver() || first.TakenOver() {
		t.Error("the database was opened again")
	}
	if len(next.Targets(slog.New(slog.DiscardHandler))) != 0 || len(first.Targets(slog.New(slog.DiscardHandler))) != 1 {
		t.Error("each generation has migrations as its own settings say")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Query(t.Context(), "SELECT * FROM t", data.Args{}); err != nil {
		t.Errorf("after the end of the first of two generations: %v", err)
	}

	longer := inMemory("main", "sqlite::memory:")
	longer[0].QueryTimeout = time.Minute
	other := opened(t, longer, next)
	defer func() { _ = other.Close() }()
	if unlike, _ := other.ByName("main"); unlike == db || other.TakenOver() {
		t.Error("a database with other settings was taken over")
	}
	if err := next.Close(); err != nil {
		t.Fatal(err)
	}
	if err := db.Ping(t.Context()); err == nil {
		t.Error("it is open, though nobody uses it")
	}
}

// TestNothingIsOpened: scripts that are only inspected have no databases.
func TestNothingIsOpened(t *testing.T) {
	p := Closed()
	p.Observe(Observers{Metrics: telemetry.New(telemetry.Options{}), Log: slog.New(slog.DiscardHandler)})
	pool := vm.Options{Max: 8}
	p.LineUp(&pool)
	_, found := p.ByName("main")
	if p.Sources() != nil || len(p.All())+len(p.Beans(nil))+len(p.Pools()) > 0 || found || pool.Line != nil || pool.Blocking != 0 || p.TakenOver() {
		t.Error("there are databases")
	}
	if err := errors.Join(p.Reach(t.Context()), p.Close(), (*Part)(nil).Close()); err != nil {
		t.Error(err)
	}
	declared := append(inMemory("main", "sqlite:a.db"), inMemory("other", "sqlite:b.db")...).Declared()
	if len(declared) != 2 || declared[1].Name != "other" || declared[0].Primary || declared[0].Database != nil {
		t.Errorf("declared are %+v", declared)
	}
}

// TestMistakesHaveTheirPlaces: what cannot be opened or reached is told at its url, with what to do about it.
func TestMistakesHaveTheirPlaces(t *testing.T) {
	port, err := ports.Free()
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		"oracle:a": "",
		"postgres://u:p@127.0.0.1:" + port + "/db": "start the database, or correct the url, the user or the password",
	} {
		props := properties(t, "datasource:\n  - name: main\n    url: 'sqlite::memory:'\n    isPrimary: true\n  - name: far\n    url: '"+url+"'\n")
		s := Read(props.Reader(), t.TempDir(), true)
		p, err := Open(t.Context(), s, props, nil)
		if (err == nil) != (want != "") {
			t.Fatalf("%s: opening says %v", url, err)
		}
		if err == nil {
			defer func() { _ = p.Close() }()
			err = p.Reach(t.Context())
		}
		list, _ := errors.AsType[fault.List](err)
		if len(list) != 1 || list[0].Place.File != "config/application.yml" || list[0].Place.Line != 6 || !strings.Contains(list[0].Hint, want) {
			t.Errorf("%s: %#v", url, err)
		}
		if err := opened(t, s[:1], p).Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestObservers: each generation is told of statements, once it has opened or taken over the databases.
func TestObservers(t *testing.T) {
	first := opened(t, inMemory("main", "sqlite::memory:"), nil)
	next := opened(t, inMemory("main", "sqlite::memory:"), first)
	defer func() { _ = errors.Join(first.Close(), next.Close()) }()
	logged := func(p *Part, to io.Writer) {
		log := slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelDebug}))
		p.Observe(Observers{Metrics: telemetry.New(telemetry.Options{}), Log: log})
	}
	var before, after strings.Builder
	logged(first, &before)
	logged(next, &after)
	db, _ := first.ByName("main")
	if err := db.Execute(t.Context(), "CREATE TABLE t (n INTEGER)"); err != nil {
		t.Fatal(err)
	}
	if before.Len() > 0 || !strings.Contains(after.String(), "CREATE TABLE t") {
		t.Errorf("the log before has %q, and the one of now %q", before.String(), after.String())
	}
}

// TestSystems: the system of a datasource is named as OpenTelemetry names it, however its name is written.
func TestSystems(t *testing.T) {
	s := append(inMemory("Main", "sqlite:a.db"), inMemory("far", "postgres://db.example.com/a")...)
	for name, want := range map[string]string{"main": "sqlite", "FAR": "postgresql", "none": "other_sql"} {
		if got := s.System(name); got != want {
			t.Errorf("%s is %s", name, got)
		}
	}
}
