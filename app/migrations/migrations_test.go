package migrations

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// migrations returns the settings and the warnings of files below a new root, each a path and a text, and a database without tables.
func migrations(t *testing.T, files ...string) (Settings, *fault.List, migrate.Target) {
	t.Helper()
	root := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(root, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	db, err := data.Open(t.Context(), data.Settings{Name: "main", URL: "sqlite::memory:"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return Settings{Root: root}, &fault.List{}, sql.New(db, sql.Options{})
}

func (s Settings) part(warnings *fault.List, targets ...migrate.Target) *Part {
	return New(s, Surroundings{
		On:   func() (Databases, Connections) { return connections(targets), connections(nil) },
		Warn: func(list fault.List) { *warnings = append(*warnings, list...) },
		Log:  quiet,
	})
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// connections are the targets of a test. The first is a server.
type connections []migrate.Target

func (c connections) Targets(*slog.Logger) []migrate.Target { return c }

func (c connections) Target(name string, _ *slog.Logger) (of migrate.Target, isServer bool) {
	i := slices.IndexFunc(c, func(t migrate.Target) bool { return t.Name() == name })
	return c[i], i == 0
}

// TestAtStart: what migrates at start does, and nothing but databases in memory if a run may leave no trace.
func TestAtStart(t *testing.T) {
	for _, c := range []struct {
		onStart, scratch bool
		applied          string
		left             string
	}{
		{true, false, "main other cluster", ""},
		{false, false, "main other", ""},
		{true, true, "other", "main"},
	} {
		s, warnings, main := migrations(t, "main/1.sql", "create table a (n int)", "other/1.sql", "create table b (n int)", "cluster/1.sql", "select 1")
		s.AtStart, s.OnStart = []string{"main", "other"}, c.onStart
		target := func(name string) migrate.Target {
			db, err := data.Open(t.Context(), data.Settings{Name: name, URL: "sqlite::memory:"})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			return sql.New(db, sql.Options{})
		}
		databases, clusters := connections{main, target("other")}, connections{target("cluster")}
		p := New(s, Surroundings{
			On:   func() (Databases, Connections) { return databases, clusters },
			Warn: func(list fault.List) { *warnings = append(*warnings, list...) }, Scratch: c.scratch, Log: quiet,
		})
		if err := p.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		var applied []string
		got, err := p.Status(t.Context())
		for _, one := range got.(States).Connections {
			if one.Files[0].State == "applied" {
				applied = append(applied, one.Name)
			}
		}
		if err != nil || strings.Join(applied, " ") != c.applied || strings.Join(p.Left, " ") != c.left {
			t.Errorf("%+v: applied to %v, %v are left, %v", c, applied, p.Left, err)
		}
	}
}

// TestOnlyLooking: what is only looked at is not applied, and is noted as long as there is something to apply; the next generation begins
// anew.
func TestOnlyLooking(t *testing.T) {
	s, warnings, main := migrations(t, "main/1.sql", "create table a (n int)")
	first, next := s.part(warnings, main), s.part(warnings, main)
	if err := first.apply(t.Context(), main, true); err != nil || len(first.Left) != 1 || first.Left[0] != "main" {
		t.Errorf("before it was applied: %v %v", first.Left, err)
	}
	if due := first.Plan(t.Context()); len(due.Connections) != 1 || len(due.Connections[0].Files) != 1 {
		t.Errorf("the plan is %+v", due)
	}
	if err := next.apply(t.Context(), main, false); err != nil {
		t.Fatal(err)
	}
	if err := next.apply(t.Context(), main, true); err != nil || len(next.Left) != 0 {
		t.Errorf("after it was applied: %v %v", next.Left, err)
	}
	got, err := next.Status(t.Context())
	states, _ := got.(States)
	if err != nil || len(states.Connections) != 1 || len(states.Connections[0].Files) != 1 || states.Connections[0].Files[0].State != "applied" {
		t.Errorf("the state is %+v %v", states, err)
	}
}

// TestFilesAreChecked: what is wrong with files is found without a look at what has run. Warnings are reported, and end no start.
func TestFilesAreChecked(t *testing.T) {
	for text, want := range map[string]int{"create table a (n int)": 0, "select 'a": 1} {
		s, warnings, main := migrations(t, "main/2.sql", text, "main/10.sql", "select 1")
		var found fault.List
		if err := s.part(warnings).check(main); err != nil {
			found = fault.Diagnose(err)
		}
		if len(found.Errors()) != want || len(found.Warnings()) > 0 || len(warnings.Errors()) > 0 || len(*warnings) != 1 {
			t.Errorf("%s: errors %v, warnings %v", text, found, *warnings)
		}
	}
}

// TestChoosing: only what is chosen is opened, and everything that was opened is closed if one cannot be.
func TestChoosing(t *testing.T) {
	s, _, main := migrations(t)
	open, opened := 0, ""
	candidate := func(name string, kind migrate.Kind, enabled bool, fails error) Candidate {
		return Candidate{Name: name, Kind: kind, Enabled: enabled, Open: func(context.Context) (migrate.Target, func(), error) {
			if fails != nil {
				return nil, nil, fails
			}
			open++
			opened += name + " "
			return main, func() { open-- }, nil
		}}
	}
	broken := fault.New("test", fault.Unavailable, "it is broken")
	candidates := []Candidate{
		candidate("a", migrate.SQL, true, nil), candidate("b", migrate.SQL, false, broken), candidate("c", migrate.Search, true, broken),
	}
	for _, c := range []struct {
		choice        Choice
		opened, fails string
	}{
		{Choice{}, "a ", ""},
		{Choice{Kind: SQL}, "a ", ""},
		{Choice{Kind: All}, "a ", "it is broken"},
		{Choice{Kind: All, Connection: "a"}, "a ", ""},
		{Choice{Kind: SQL, Connection: "b"}, "", "the migrations of b are not enabled; set migrations.enabled: true for it"},
		{Choice{Kind: SQL, Connection: "c"}, "", "c is a search connection; write -m opensearch"},
		{Choice{Kind: Search, Connection: "a"}, "", "a is a datasource; write -m sql"},
		{Choice{Kind: All, Connection: "aa"}, "", "there is no connection aa; choose a or c"},
	} {
		opened = ""
		f, err := Open(t.Context(), c.choice, s, candidates, s.Root)
		if err == nil {
			f.Close()
		}
		if open != 0 || opened != c.opened || err == nil && c.fails != "" || err != nil && fault.Text(err) != c.fails {
			t.Errorf("%+v: opened %q, %d are open, %v", c.choice, opened, open, err)
		}
	}
}
