package watch

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// linked is a folder that is reached by a link.
func linked(t *testing.T, files ...string) (f *folder, link string) {
	t.Helper()
	all := t.TempDir()
	f = &folder{t: t, path: filepath.Join(all, "r1")}
	for _, name := range files {
		f.write(name, "1")
	}
	link = filepath.Join(all, "current")
	f.must(os.Symlink("r1", link))
	var err error
	f.changes, err = Folder(t.Context(), link, Options{})
	f.must(err)
	return f, link
}

// leads lets a link lead elsewhere, at once.
func (f *folder) leads(link, target string) {
	f.t.Helper()
	f.must(os.Symlink(target, link+".new"))
	f.must(os.Rename(link+".new", link))
}

// TestLinks: what a link leads to is watched, whether it is the folder, on the way to it, or below it, and so is what it leads to later.
func TestLinks(t *testing.T) {
	f, link := linked(t, "a.js", "sub/b.js")
	f.write("a.js", "2")
	f.told("a.js")
	f.write("sub/b.js", "2")
	f.told("sub/b.js")

	next := &folder{t: t, path: filepath.Join(filepath.Dir(link), "r2"), changes: f.changes}
	next.write("a.js", "1")
	next.write("new.js", "1")
	f.leads(link, "r2")
	next.told("a.js", "new.js")
	next.write("new.js", "2")
	next.told("new.js")
	f.write("a.js", "3") // nobody watches it any more
	next.write("last.js", "1")
	next.told("last.js")

	all := t.TempDir()
	f = &folder{t: t, path: filepath.Join(all, "r1", "shop")}
	f.write("a.js", "1")
	f.must(os.MkdirAll(filepath.Join(all, "shared"), 0o750))
	f.must(os.Symlink("../../shared", f.name("config")))
	f.must(os.Symlink("r1", filepath.Join(all, "stable")))
	f.must(os.Symlink("stable", filepath.Join(all, "current")))
	var err error
	f.changes, err = Folder(t.Context(), filepath.Join(all, "current", "shop"), Options{})
	f.must(err)
	f.write("config/application.yml", "a: 1")
	f.told("config/application.yml")
	next = &folder{t: t, path: filepath.Join(all, "r2", "shop"), changes: f.changes}
	next.write("b.js", "1")
	f.leads(filepath.Join(all, "stable"), "r2")
	next.told("b.js")
	other := &folder{t: t, path: filepath.Join(all, "other")}
	other.write("application.yml", "a: 2")
	next.must(os.Symlink("../../other", next.name("config")))
	next.told("config/application.yml")
}

// TestFolderIsMadeAgain: a folder that was removed or moved away is watched again when it is back.
func TestFolderIsMadeAgain(t *testing.T) {
	for name, goes := range map[string]func(path string) error{
		"removed":               os.RemoveAll,
		"moved":                 func(path string) error { return os.Rename(path, path+".old") },
		"removed with a parent": func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
	} {
		t.Run(name, func(t *testing.T) {
			f := &folder{t: t, path: filepath.Join(t.TempDir(), "parent", "shop")}
			f.write("a.js", "1")
			var err error
			f.changes, err = Folder(t.Context(), f.path, Options{})
			f.must(err)
			f.must(goes(f.path))
			f.write("b.js", "1")
			for files := range f.changes { // perhaps after what has gone
				if slices.Contains(files, "b.js") {
					break
				}
			}
			f.write("sub/c.js", "1")
			f.told("sub/c.js")
		})
	}
}

// TestConfigMap: Kubernetes writes a folder beside, and lets one link lead to it; the links of the files stay as they are.
func TestConfigMap(t *testing.T) {
	for _, below := range []string{".", "config"} {
		f := watched(t, "a.js")
		f.write(below+"/..1/application.yml", "a: 1")
		f.write(below+"/..2/application.yml", "a: 22")
		f.must(os.Symlink("..1", f.name(below+"/..data")))
		f.must(os.Symlink("..data/application.yml", f.name(below+"/application.yml")))
		file := filepath.ToSlash(filepath.Join(below, "application.yml"))
		f.told(file)
		f.leads(f.name(below+"/..data"), "..2")
		f.told(file)
	}
}
