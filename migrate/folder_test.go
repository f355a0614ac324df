package migrate_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/fault"
)

// notebook is a target that keeps its records in a map and refuses files with the text "broken".
type notebook struct {
	records map[string]migrate.Record
	applied []string
}

type page struct{ file *migrate.File }

func (p page) Of() *migrate.File { return p.file }
func (p page) Repeats() bool     { return true }
func (p page) Once() bool        { return false }

func (n *notebook) Name() string       { return "logs" }
func (n *notebook) Kind() migrate.Kind { return migrate.Search }
func (n *notebook) Ending() string     { return ".json" }

func (n *notebook) Read(files []*migrate.File) (changes []migrate.Change, problems fault.List) {
	for _, f := range files {
		if string(f.Text) == "broken" {
			changes, problems = append(changes, nil), append(problems, f.Problem("migration-document", 0, "it is broken", ""))
			continue
		}
		changes = append(changes, page{f})
	}
	return changes, problems
}

func (n *notebook) Records(context.Context, []string, bool) (map[string]migrate.Record, error) {
	all := map[string]migrate.Record{}
	for path, r := range n.records {
		all[path] = r
	}
	return all, nil
}

func (n *notebook) Steps(context.Context, migrate.Change, *migrate.Record) ([]migrate.Step, error) {
	return nil, nil
}

func (n *notebook) Locked(ctx context.Context, _ <-chan struct{}, f func(context.Context) error) error {
	return f(ctx)
}

func (n *notebook) Apply(_ context.Context, c migrate.Change, _ *migrate.Record, _ migrate.ApplyOptions) (*migrate.Applied, error) {
	n.applied = append(n.applied, c.Of().Path)
	r := migrate.Record{Path: c.Of().Path, Hash: c.Of().Hash}
	n.records[r.Path] = r
	return &migrate.Applied{Record: r}, nil
}

func (n *notebook) Note(_ context.Context, records []migrate.Record) error {
	for _, r := range records {
		n.records[r.Path] = r
	}
	return nil
}

func (n *notebook) Unlock(context.Context) (string, error) { return "", nil }

func newNotebook() *notebook { return &notebook{records: map[string]migrate.Record{}} }

// runFiles reads and runs a folder, and returns all problems as lines.
func runFiles(t *testing.T, n *notebook, fsys fs.FS) (problems string) {
	t.Helper()
	folder, err := migrate.Read(n, fsys, migrate.Options{Root: "app/migrations"})
	if err == nil {
		_, err = migrate.Run(t.Context(), []*migrate.Folder{folder}, migrate.RunOptions{})
	}
	var lines []string
	if folder != nil {
		for _, d := range folder.Problems.Warnings() {
			lines = append(lines, "warning "+d.Error())
		}
	}
	if err != nil {
		for _, d := range fault.Diagnose(err) {
			lines = append(lines, d.Error())
		}
	}
	return strings.Join(lines, "\n")
}

func TestLinks(t *testing.T) {
	link := func(to string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink} }
	file := &fstest.MapFile{Data: []byte("{}")}
	for _, c := range []struct {
		name, to string
		want     string
	}{
		{"within", "real.json", ""},
		{"within, over hidden folders as Kubernetes mounts", "..data/x.json", ""},
		{"within, down and up", "sub/../real.json", ""},
		{"into another connection", "../other/x.json", "app/migrations/logs/link.json: the file is a symbolic link to ../other/x.json, " +
			"which leaves the folder logs"},
		{"absolute", "/etc/passwd", "app/migrations/logs/link.json: the file is a symbolic link to /etc/passwd, which leaves the folder logs"},
		{"out by a second link", "out/x.json", "app/migrations/logs/link.json: the file is a symbolic link to out/x.json, which leaves the folder logs"},
		{"to nothing", "gone.json", "app/migrations/logs/link.json: the file is a symbolic link to gone.json, which does not exist"},
		{"to itself", "link.json", "app/migrations/logs/link.json: the file cannot be read: its links form a circle"},
		{"to a folder", "sub", "app/migrations/logs/link.json: this is not a file but a link to a folder"},
	} {
		n := newNotebook()
		got := runFiles(t, n, fstest.MapFS{
			"logs/a.json": file, "logs/link.json": link(c.to), "logs/real.json": file, "logs/sub/.x": file, "other/x.json": file,
			"logs/..2026/x.json": file, "logs/..data": link("..2026"), "logs/.hidden/out": link("../../other"), "logs/out": link("../other/x.json"),
		})
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		if ran := slices.Contains(n.applied, "logs/link.json"); ran != (c.want == "") || n.applied[0] != "logs/a.json" {
			t.Errorf("%s: %v ran", c.name, n.applied)
		}
	}
	n := newNotebook()
	got := runFiles(t, n, fstest.MapFS{"logs/shared": link("../other"), "other/x.json": file})
	if got != "warning app/migrations/logs/shared: this is a symbolic link to a folder; the files in it do not run" || len(n.applied) > 0 {
		t.Errorf("a link to a folder: %s, %v ran", got, n.applied)
	}
}

// TestFilesThatAreIgnored: what editors leave behind does not run, and a folder is one whatever its name is.
func TestFilesThatAreIgnored(t *testing.T) {
	fsys := fstest.MapFS{}
	for _, name := range []string{
		".x.json", ".git/x.json", "x.json~", "#x.json#", ".#x.json", "x.json.bak", "x.json.orig", ".x.json.swp",
		"x.jsonc", "README.md",
	} {
		fsys["logs/"+name] = &fstest.MapFile{Data: []byte("broken")}
	}
	fsys["logs/x.json/y.JSON"] = &fstest.MapFile{Data: []byte("{}")}
	n := newNotebook()
	if got := runFiles(t, n, fsys); got != "" || strings.Join(n.applied, " ") != "logs/x.json/y.JSON" {
		t.Errorf("got %q, %v ran", got, n.applied)
	}
}

func TestFoldersThatAreMissing(t *testing.T) {
	file := &fstest.MapFile{}
	for name, c := range map[string]struct {
		fsys fs.FS
		want string
	}{
		"missing":       {fstest.MapFS{}, `warning app/migrations/logs: connection "logs" has no migrations folder`},
		"empty":         {fstest.MapFS{"logs/.gitkeep": file}, ""},
		"a file":        {fstest.MapFS{"logs": file}, "app/migrations/logs: this is a file and not a folder"},
		"root, missing": {os.DirFS(filepath.Join(t.TempDir(), "none")), `warning app/migrations/logs: connection "logs" has no migrations folder`},
		"root, a file":  {os.DirFS(fileIn(t, t.TempDir(), "x")), "app/migrations/logs: this is a file and not a folder"},
	} {
		if got := runFiles(t, newNotebook(), c.fsys); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

func fileIn(t *testing.T, folder, name string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// denied is a file system in which some names may not be read: root may read all real ones.
type denied struct {
	fstest.MapFS
	names []string
}

func (d denied) Open(name string) (fs.File, error) {
	if slices.Contains(d.names, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EACCES}
	}
	return d.MapFS.Open(name)
}

func (d denied) ReadFile(name string) ([]byte, error) {
	if slices.Contains(d.names, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EACCES}
	}
	return d.MapFS.ReadFile(name)
}

func (d denied) ReadDir(name string) ([]fs.DirEntry, error) {
	if slices.Contains(d.names, name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EACCES}
	}
	return d.MapFS.ReadDir(name)
}

// TestFilesThatCannotBeRead: what comes before the first one runs, and all mistakes are reported together.
func TestFilesThatCannotBeRead(t *testing.T) {
	fsys := fstest.MapFS{}
	for name, text := range map[string]string{"1.json": "{}", "2.json": "{}", "3.json": "broken", "sub/4.json": "{}"} {
		fsys["logs/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	n := newNotebook()
	got := runFiles(t, n, denied{fsys, []string{"logs/2.json"}})
	want := "app/migrations/logs/2.json: the file cannot be read: permission denied\napp/migrations/logs/3.json:1:1: it is broken"
	if got != want || strings.Join(n.applied, " ") != "logs/1.json" {
		t.Errorf("got %s\nwant %s\n%v ran", got, want, n.applied)
	}
	n = newNotebook()
	if got := runFiles(t, n, denied{fsys, []string{"logs/sub"}}); got != "app/migrations/logs/sub: the folder cannot be read: permission denied" ||
		len(n.applied) > 0 {
		t.Errorf("a folder: %s, %v ran", got, n.applied)
	}
	// A file that cannot be read has no hash that repair could record.
	n.records["logs/2.json"] = migrate.Record{Path: "logs/2.json", Hash: "x"}
	folder, err := migrate.Read(n, denied{fsys, []string{"logs/2.json"}}, migrate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if noted, err := migrate.Repair(t.Context(), folder, "me"); err == nil || n.records["logs/2.json"].Hash != "x" {
		t.Errorf("repair records %v, %v", noted, n.records)
	}
}

// TestNamedPipe: a file that is none is not waited for.
func TestNamedPipe(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "logs"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("mkfifo", filepath.Join(folder, "logs", "a.json")).Run(); err != nil {
		t.Skip("no named pipes here:", err)
	}
	if got := runFiles(t, newNotebook(), os.DirFS(folder)); got != "app/migrations/logs/a.json: this is not a file but a named pipe" {
		t.Error(got)
	}
}
