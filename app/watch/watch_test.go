package watch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const patience = 10 * time.Second

// folder is a watched folder, with the changes that were reported.
type folder struct {
	t       *testing.T
	path    string
	changes <-chan []string
}

func watched(t *testing.T, files ...string) *folder {
	t.Helper()
	f := &folder{t: t, path: t.TempDir()}
	for _, name := range files {
		f.write(name, "1")
	}
	var err error
	f.changes, err = Folder(t.Context(), f.path, Options{})
	f.must(err)
	return f
}

func (f *folder) name(name string) string { return filepath.Join(f.path, name) }

func (f *folder) write(name, text string) {
	f.t.Helper()
	f.must(os.MkdirAll(filepath.Dir(f.name(name)), 0o750))
	f.must(os.WriteFile(f.name(name), []byte(text), 0o600))
}

func (f *folder) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// told waits until exactly these files have been reported, in any number of changes.
func (f *folder) told(want ...string) {
	f.t.Helper()
	got := map[string]bool{}
	for timeout := time.After(patience); ; {
		missing := slices.ContainsFunc(want, func(name string) bool { return !got[name] })
		if !missing {
			return
		}
		select {
		case files := <-f.changes:
			for _, name := range files {
				if !slices.Contains(want, name) {
					f.t.Fatalf("%s was told, and only %s should be", name, strings.Join(want, ", "))
				}
				got[name] = true
			}
		case <-timeout:
			f.t.Fatalf("waited for %s in vain, got %v", strings.Join(want, ", "), got)
		}
	}
}

func TestWaysToSave(t *testing.T) {
	for name, save := range map[string]func(f *folder){
		"writing in place": func(f *folder) { f.write("a.js", "2") },
		"rename on save": func(f *folder) {
			f.write("a.js.tmp", "2")
			f.must(os.Rename(f.name("a.js.tmp"), f.name("a.js")))
		},
		"backup and rename, as vim does": func(f *folder) {
			f.write("4913", "")
			f.must(os.Remove(f.name("4913")))
			f.must(os.Rename(f.name("a.js"), f.name("a.js~")))
			f.write("a.js", "2")
			f.must(os.Remove(f.name("a.js~")))
		},
		"removing": func(f *folder) { f.must(os.Remove(f.name("a.js"))) },
		"in pieces": func(f *folder) {
			file, err := os.Create(f.name("a.js"))
			f.must(err)
			for range 20 {
				_, err := file.WriteString("// more\n")
				f.must(err)
			}
			f.must(file.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := watched(t, "a.js")
			save(f)
			f.told("a.js")
		})
	}
}

func TestFoldersThatCome(t *testing.T) {
	f := watched(t, "a.js")
	f.write("users/deep/one.ts", "1")
	f.told("users/deep/one.ts")
	f.write("users/deep/one.ts", "2")
	f.told("users/deep/one.ts")

	// A folder that is moved in is watched with everything in it.
	elsewhere := filepath.Join(t.TempDir(), "moved")
	f.must(os.MkdirAll(elsewhere, 0o750))
	f.must(os.WriteFile(filepath.Join(elsewhere, "in.js"), nil, 0o600))
	f.must(os.Rename(elsewhere, f.name("moved")))
	f.told("moved/in.js")

	// A folder that is removed and made again is watched again.
	f.must(os.RemoveAll(f.name("users")))
	f.told("users/deep/one.ts")
	f.write("users/deep/two.ts", "1")
	f.told("users/deep/two.ts")
}

// TestAnEmptiedFileIsWaitedFor: an editor that truncates and writes may be slow.
func TestAnEmptiedFileIsWaitedFor(t *testing.T) {
	f := watched(t, "a.js")
	f.write("a.js", "")
	f.write("b.js", "2")
	if files := <-f.changes; !slices.Contains(files, "b.js") {
		t.Errorf("told %v", files)
	} else if info, err := os.Stat(f.name("a.js")); err != nil || info.Size() != 0 {
		t.Error("the file is empty for good, and told all the same")
	}

	f.write("a.js", "")
	go f.write("a.js", "3")
	<-f.changes
	if text, err := os.ReadFile(f.name("a.js")); string(text) != "3" {
		t.Errorf("told before it was written: %q, %v", text, err)
	}
}

func TestManyAtOnceAreToldTogether(t *testing.T) {
	f := watched(t)
	var names []string
	for _, c := range "abcdefgh" {
		names = append(names, string(c)+".js")
		f.write(string(c)+".js", "1")
	}
	f.told(names...)
}

func TestWhatIsNoPart(t *testing.T) {
	f := watched(t, "data/app.db", "node_modules/x/index.js", "a.js")
	for _, name := range []string{
		"data/app.db", "data/export.json", "node_modules/x/index.js", ".git/index.json", "a.js.swp", ".a.js.swp", "a.js~", "#a.js#", "x.db-wal", "notes.md",
		"public/app.js",
	} {
		f.write(name, "2")
	}
	f.must(os.Chmod(f.name("a.js"), 0o640))
	f.write("last.js", "1")
	f.told("last.js")
}

func TestParts(t *testing.T) {
	for name, want := range map[string]bool{
		"a.js": true, "x/y.mts": true, "config/application.yml": true, "migrations/main/1.sql": true, ".env": true, "package.json": true,
		"package-lock.json": true, "a.go": false, "README.md": false, ".eslintrc.json": false, "a.js~": false, "Makefile": false,
	} {
		if got := isPart(name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestNoSuchFolder(t *testing.T) {
	_, err := Folder(t.Context(), filepath.Join(t.TempDir(), "none"), Options{})
	if err == nil || !strings.Contains(err.Error(), "cannot watch") {
		t.Errorf("got %v", err)
	}
}
