package app_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

const notes = `
-- notes.js --
import { Autowired, GetMapping, PostConstruct, RestController, SqlTemplate } from "fwrun";
@RestController
export class Notes {
  /** @type {SqlTemplate} */ @Autowired sql;
  @PostConstruct fill() { this.sql.update("INSERT INTO notes (text) VALUES ('first')"); }
  @GetMapping("/notes") list() { return this.sql.query("SELECT * FROM notes"); }
}
-- migrations/main/1.sql --
CREATE TABLE notes (text TEXT);
`

func TestCheckLeavesNoTrace(t *testing.T) {
	for name, migrations := range map[string]string{
		"migrated at start": "migrations:\n  onStart: true\n",
		"migrated by hand":  "", // the tables are made all the same: the database in memory is empty
	} {
		t.Run(name, func(t *testing.T) {
			folder := unpack(t, notes+"-- config/application.yml --\n"+
				"datasource:\n  - name: main\n    url: \"sqlite:notes.db\"\n"+migrations)
			before := files(t, folder)
			report := check(t, folder, app.CheckOptions{})
			if len(report.Problems) != 0 {
				t.Fatal(report.Problems)
			}
			if report.Files != 1 || report.Beans != 1 || report.Routes != 1 {
				t.Errorf("found %+v", report)
			}
			if after := files(t, folder); after != before {
				t.Errorf("there was\n%s\nand now there is\n%s", before, after)
			}
		})
	}
}

func TestCheckFindsAllItCan(t *testing.T) {
	const script = "-- hello.js --\nimport { Autowired, GetMapping, PathVariable, Service } from \"fwrun\";\n"
	const unsaid = script + "export const a = GetMapping(\"/a\")((n) => n);\n"
	const server = "-- config/application.yml --\ndatasource:\n  - name: main\n    url: \"postgres://127.0.0.1:1/app\"\n"
	for name, c := range map[string]struct {
		files   string
		offline bool
		want    string // the codes, sorted by place
	}{
		"a wrong setting and a wrong script": {
			unsaid + "-- config/application.yml --\nserver:\n  port: eighty\n", false,
			"config-value param-undecorated",
		},
		"a file that cannot be read hides others": {unsaid + "-- config/application.yml --\nserver:\n port: 1\n  x: 2\n", false, "config-syntax"},
		"a wrong migration and a wrong script": {
			unsaid + "-- migrations/main/1.sql --\nCREATE TABL x;\n-- config/application.yml --\ndatasource:\n  - name: main\n    url: \"sqlite:x.db\"\n",
			false, "param-undecorated migration-failed",
		},
		"a server that is not there":         {script + server, false, "start-failed"},
		"offline nobody looks for it":        {script + server, true, ""},
		"offline its URL is still looked at": {script + strings.Replace(server, "postgres", "oracle", 1), true, "start-failed"},
		"offline no bean is made":            {script + "@Service export class A { constructor() { throw 1 } }\n", true, ""},
		"otherwise it is":                    {script + "@Service export class A { constructor() { throw 1 } }\n", false, "bean-failed"},
		"warnings are told as well":          {script + "-- config/application.yml --\nserver:\n  prot: 1\n", false, "config-unknown-key"},
		"a path that cannot be served":       {script + "-- config/application.yml --\nserver:\n  context-path: /a/../b\n", true, "config-value"},
	} {
		t.Run(name, func(t *testing.T) {
			report := check(t, unpack(t, c.files), app.CheckOptions{Offline: c.offline})
			var codes []string
			for _, d := range report.Problems {
				codes = append(codes, d.Code)
			}
			if got := strings.Join(codes, " "); got != c.want {
				t.Errorf("found %q, want %q:\n%v", got, c.want, report.Problems)
			}
		})
	}
}

func TestCheckWithoutAFolder(t *testing.T) {
	report := check(t, filepath.Join(t.TempDir(), "nowhere"), app.CheckOptions{})
	if len(report.Problems) != 1 || report.Problems[0].Code != fault.CodeStart || report.Problems[0].Hint == "" {
		t.Errorf("found %+v", report.Problems)
	}
}

func check(t *testing.T, folder string, how app.CheckOptions) app.Report {
	t.Helper()
	return app.Check(t.Context(), app.Options{Folder: folder, Logger: silent}, how)
}

func silent(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }

func unpack(t testing.TB, archive string) string {
	t.Helper()
	folder := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// files lists the files of a folder.
func files(t *testing.T, folder string) string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
		list = append(list, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, "\n")
}
