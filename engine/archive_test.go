package engine_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/archivetest"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
)

// archive is a case of testdata: the files of an application, its settings, and what
// is expected. In the comment before the first file a line "name: value" is a setting:
//
//	scan: users, shared/**/*.ts
//	config: users.pageSize = 20
//	profiles: dev, local
//	queues: primary, reports
//	finders: ApiKeys
//	boot-timeout: 200ms
type archive struct {
	path  string
	parts *txtar.Archive
}

func archives(t *testing.T, folder string) []*archive {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives in testdata/%s: %v", folder, err)
	}
	list := make([]*archive, len(paths))
	for i, path := range paths {
		parts, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list[i] = &archive{path, parts}
	}
	return list
}

func (a *archive) name() string { return strings.TrimSuffix(filepath.Base(a.path), ".txtar") }

// want lists the parts that hold expectations, not files of the application.
var want = []string{"report", "calls", "manifest"}

// part returns a part's text.
func (a *archive) part(name string) (text string, ok bool) {
	for _, f := range a.parts.Files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}

func (a *archive) expect(t *testing.T, name, got string) {
	t.Helper()
	archivetest.Expect(t, a.path, a.parts, name, got)
}

// options writes the files into a folder and reads the settings.
func (a *archive) options(t *testing.T) engine.Options {
	t.Helper()
	files := map[string]string{}
	for _, f := range a.parts.Files {
		if !slices.Contains(want, f.Name) {
			files[f.Name] = string(f.Data)
		}
	}
	options := optionsFor(t, files)
	config := map[string]any{}
	for line := range strings.SplitSeq(string(a.parts.Comment), "\n") {
		name, value, ok := strings.Cut(line, ": ")
		if !ok {
			continue
		}
		switch name {
		case "scan":
			options.Scan = strings.Split(value, ", ")
		case "profiles":
			options.Profiles = strings.Split(value, ", ")
		case "config":
			key, text, _ := strings.Cut(value, " = ")
			config[key] = archivetest.FromJSON(t, text)
		case "datasource":
			api := newFakeAPI()
			api.beans = append(api.beans, manifest.HostBean{Name: value + "-template", Type: "SqlTemplate", Primary: true})
			options.API = api
		case "queues":
			options.Queues = strings.Split(value, ", ")
		case "finders":
			options.Finders = archivetest.Finders(value)
		case "boot-timeout":
			d, err := time.ParseDuration(value)
			if err != nil {
				t.Fatal(err)
			}
			options.BootTimeout = d
		}
	}
	options.Expand = archivetest.Expand(config)
	return options
}

// optionsFor writes the files of an application into a folder of its own.
func optionsFor(t testing.TB, files map[string]string) engine.Options {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return engine.Options{
		Folder: folder, API: newFakeAPI(), Expand: archivetest.Expand(nil),
		Pool: vm.Options{Min: 1, Max: 1},
		Log:  slog.New(slog.DiscardHandler),
	}
}

// boot starts an application that must be sound, and closes it when the test ends.
func boot(t testing.TB, options engine.Options) *engine.Application {
	t.Helper()
	app, err := engine.Boot(t.Context(), options)
	if err != nil {
		t.Fatalf("boot: %s", reportOf(err))
	}
	t.Cleanup(func() { app.Close(context.Background()) })
	return app
}

// reportOf renders the problems that boot found as users see them.
func reportOf(err error) string {
	list, ok := errors.AsType[fault.List](err)
	if !ok {
		return "error: " + err.Error() + "\n"
	}
	return archivetest.Report(list)
}
