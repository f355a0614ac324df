package prove_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/app/prove"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine/archivetest"
	"github.com/fwrun/fwrun/engine/build/buildtest"
	"github.com/fwrun/fwrun/engine/manifest"
)

// TestStatements proves the statements of the scripts of each archive, and compares the problems and the counts with its part `report`. Each
// datasource of the archive is a SQLite database in memory with what its part of the same name creates. Other settings are
//
//	prove: checking
//	left: reports
//	migrated: main
//	folder: main
//	closed: main
func TestStatements(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			found, proved := prove.Statements(t.Context(), buildtest.Manifest(t, archive), on(t, archive))
			report := archivetest.Report(found) + fmt.Sprintf("%d tables and %d statements were proved\n", proved.Tables, proved.Statements)
			if len(proved.Unproved) > 0 {
				report += proved.String() + "\n"
			}
			archivetest.Expect(t, path, archive, "report", report)
		})
	}
}

// on returns the databases and the settings of an archive.
func on(t *testing.T, archive *txtar.Archive) prove.On {
	t.Helper()
	folder := t.TempDir()
	o := prove.On{Files: os.DirFS(folder), Migrations: t.TempDir(), Within: time.Minute}
	var settings []data.Settings
	closed := ""
	for line := range strings.SplitSeq(string(archive.Comment), "\n") {
		switch name, value, _ := strings.Cut(line, ": "); name {
		case "datasource":
			name, _, primary := strings.Cut(value, " primary")
			settings = append(settings, data.Settings{Name: name, URL: "sqlite::memory:", Primary: primary})
		case "prove":
			o.Checking = value == "checking"
		case "left":
			o.Left = append(o.Left, value)
		case "migrated":
			o.Migrated = append(o.Migrated, value)
		case "folder":
			if err := os.Mkdir(filepath.Join(o.Migrations, value), 0o755); err != nil {
				t.Fatal(err)
			}
		case "closed":
			closed = value
		}
	}
	sources, err := data.OpenAll(t.Context(), settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sources.Close() })
	o.Databases = sources
	for _, f := range archive.Files {
		if db, ok := sources.ByName(f.Name); ok {
			err = db.Execute(t.Context(), string(f.Data))
		} else if strings.Contains(f.Name, ".") {
			err = os.WriteFile(filepath.Join(folder, f.Name), f.Data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if db, ok := sources.ByName(closed); ok {
		_ = db.Close()
	}
	return o
}

// TestNoDatabase: without a datasource, a statement may be for any.
func TestNoDatabase(t *testing.T) {
	sources, err := data.OpenAll(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &manifest.Manifest{Statements: []*manifest.Statement{
		{Known: true, Text: "CREATE TABLE a (b)"},
		{Known: true, Text: "SELECT 1", Datasource: "main"},
	}}
	problems, proved := prove.Statements(t.Context(), m, prove.On{Databases: sources, Within: time.Minute})
	if len(problems) > 0 || proved.String() != "2 statements: 2 for a database that is chosen at run time" {
		t.Error(problems, proved)
	}
}

func TestResult(t *testing.T) {
	for want, of := range map[string][]prove.Unproved{
		"1 statement: 1 made":                {{1, "made"}},
		"2 statements: 2 made":               {{2, "made"}},
		"3 statements: 2 made, 1 left":       {{2, "made"}, {1, "left"}},
		"2 statements: 1 left, 1 for others": {{1, "left"}, {1, "for others"}},
	} {
		if got := (prove.Result{Unproved: of}).String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestAtStart: mistakes end a start, and warnings do not. What was not proved is logged.
func TestAtStart(t *testing.T) {
	for name, want := range map[string]struct {
		fails, warns bool
		log          string
	}{
		"changed":  {fails: true},
		"attached": {warns: true, log: "level=INFO"},
		"silent":   {log: `level=INFO msg="statements were proved" tables=0 statements=1 unproved="3 statements: 3 for a database that did not answer"`},
		"nothing":  {},
	} {
		archive, err := txtar.ParseFile("testdata/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		var log strings.Builder
		warnings, err := prove.AtStart(t.Context(), buildtest.Manifest(t, archive), on(t, archive), slog.New(slog.NewTextHandler(&log,
			&slog.HandlerOptions{Level: slog.LevelDebug})))
		if (err != nil) != want.fails || (len(warnings) > 0) != want.warns || want.log == "" && log.Len() > 0 || !strings.Contains(log.String(), want.log) {
			t.Errorf("%s: %v, warnings %v, log %s", name, err, warnings, log.String())
		}
	}
	archive, err := txtar.ParseFile("testdata/changed.txtar")
	if err != nil {
		t.Fatal(err)
	}
	skipped := on(t, archive)
	skipped.Skip = true
	if found, _ := prove.Statements(t.Context(), buildtest.Manifest(t, archive), skipped); len(found) > 0 {
		t.Errorf("found without being asked: %v", found)
	}
}
