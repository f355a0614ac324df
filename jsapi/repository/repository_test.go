package repository_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/archivetest"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestRepositories boots the application of each archive on a SQLite database in memory with its `tables`. It compares the mistakes in the
// application with the part `report`, and what comes of each line of `inputs` at a prompt with `answers`, which has the statements that the
// database was given, too.
func TestRepositories(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			db, app, err := boot(t, archive)
			if problems, ok := errors.AsType[fault.List](err); ok {
				archivetest.Expect(t, path, archive, "report", archivetest.Report(problems))
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			archivetest.Expect(t, path, archive, "answers", answers(t, db, app, part(archive, "inputs")))
		})
	}
}

func part(archive *txtar.Archive, name string) string {
	for _, f := range archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func boot(t *testing.T, archive *txtar.Archive) (database, *engine.Application, error) {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if strings.Contains(f.Name, ".") {
			if err := os.WriteFile(filepath.Join(folder, f.Name), f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	db, dialect := open(t, part(archive, "tables")), data.SQLite
	if strings.Contains(string(archive.Comment), "MySQL") {
		dialect = data.MySQL
	}
	api, err := jsapi.New(jsapi.Options{
		Databases: []sql.Datasource{{Name: "main", Primary: true, Database: db, Grammar: grammar{dialect}}}, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	o := engine.Options{Folder: folder, API: api, Expand: archivetest.Expand(nil), Log: slog.New(slog.DiscardHandler)}
	o.Pool.Attended = true
	app, err := engine.Boot(t.Context(), o)
	if err == nil {
		t.Cleanup(func() { app.Close(t.Context()) })
	}
	return db, app, err
}

// answers enters inputs at a prompt.
func answers(t *testing.T, db database, app *engine.Application, inputs string) string {
	t.Helper()
	session, err := app.NewSession(t.Context(), engine.Look{Width: 200})
	if err != nil {
		t.Fatal(err)
	}
	db.told()
	var b bytes.Buffer
	for i, line := range strings.Split(strings.TrimSpace(inputs), "\n") {
		if line == "" {
			b.WriteByte('\n')
			continue
		}
		answer, err := session.Evaluate(t.Context(), i+1, line)
		script, thrown := errors.AsType[*engine.ScriptError](err)
		b.WriteString("> " + line + "\n")
		if told := db.told(); told != "" {
			b.WriteString("  " + strings.ReplaceAll(told, "\n", "\n  ") + "\n")
		}
		switch {
		case thrown:
			b.WriteString(script.Error() + "\n")
		case err != nil:
			b.WriteString("fails: " + err.Error() + "\n")
		case answer.IsValue:
			b.WriteString(answer.Text + "\n")
		}
	}
	return b.String()
}
