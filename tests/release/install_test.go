package release

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	modversion "golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/needs"
)

// TestGoInstall installs the module as users do, by its name and a version, from a proxy in a folder. It
// fails if go.mod has exclude or replace, or if a file is missing in the module.
func TestGoInstall(t *testing.T) {
	t.Parallel()
	version := modversion.Version{Path: "github.com/fwrun/fwrun", Version: "v0.0.1-test" + strconv.FormatInt(time.Now().UnixNano(), 36)}
	folder, modules := t.TempDir(), goEnv(t, "GOMODCACHE")
	if err := writable(filepath.Join(modules, "cache", "download")); err != nil {
		t.Skipf("the module cache is not this user's: %v", err)
	}
	t.Cleanup(func() { forget(t, modules, version) })
	publish(t, version, filepath.Join(folder, "proxy"))
	environment := append(
		os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-modcacherw", "GOBIN="+filepath.Join(folder, "bin"),
		"GOWORK=off", "GOSUMDB=off", "GOPROXY="+strings.Join([]string{
			"file://" + filepath.ToSlash(filepath.Join(folder, "proxy")),
			// Modules that this machine has downloaded; go.sum checks them.
			"file://" + filepath.ToSlash(filepath.Join(modules, "cache", "download")),
			goEnv(t, "GOPROXY"),
		}, ","),
	)
	// Libraries have been compiled for the tests, as long as they are in the same folder; what is fwrun's is compiled quickly.
	install := exec.Command("go", "install", "-gcflags="+version.Path+"/...=-N -l", "-ldflags=-s -w", version.Path+"/cmd/fwrun@"+version.Version)
	install.Dir, install.Env = folder, append(environment, needs.Compiler...)
	if said, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", install.Args, err, said)
	}
	said, err := exec.Command(filepath.Join(folder, "bin", "fwrun"), "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(said), "fwrun "+version.Version+" ") {
		t.Errorf("fwrun version says %q, %v", said, err)
	}
	// With a profile where the go command looks for one, every library would be compiled for this command alone.
	if _, err := os.Stat(filepath.Join(modules, "github.com", "fwrun", "fwrun@"+version.Version, "cmd", "fwrun", "default.pgo")); err == nil {
		t.Error("go install would use the profile of releases")
	}
}

// writable returns an error unless files can be made in a folder.
func writable(folder string) error {
	file, err := os.CreateTemp(folder, "")
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// forget removes a version of fwrun from the modules of this machine.
func forget(t *testing.T, modules string, version modversion.Version) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(modules, filepath.FromSlash(version.Path)+"@"+version.Version)); err != nil {
		t.Error(err)
	}
	downloads, _ := filepath.Glob(filepath.Join(modules, "cache", "download", filepath.FromSlash(version.Path), "@v", version.Version+".*"))
	for _, file := range downloads {
		if err := os.Remove(file); err != nil {
			t.Error(err)
		}
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	value, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal("go env:", err)
	}
	return strings.TrimSpace(string(value))
}

// publish writes the tree as a version of the module, in the layout of a proxy.
func publish(t *testing.T, version modversion.Version, proxy string) {
	t.Helper()
	folder := filepath.Join(proxy, filepath.FromSlash(version.Path), "@v")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	archive, err := os.Create(filepath.Join(folder, version.Version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	if err := modzip.Create(archive, version, treeFiles(t)); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := harness.CopyFile("../../go.mod", filepath.Join(folder, version.Version+".mod")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "list"), []byte(version.Version+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	info := `{"Version": "` + version.Version + `", "Time": "2026-01-01T00:00:00Z"}`
	if err := os.WriteFile(filepath.Join(folder, version.Version+".info"), []byte(info), 0o644); err != nil {
		t.Fatal(err)
	}
}

// treeFiles lists the files of this tree, without those that were built or downloaded into it.
func treeFiles(t *testing.T) []modzip.File {
	t.Helper()
	root := os.DirFS("../..")
	var files []modzip.File
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (name == ".git" || name == "bin" || path.Base(name) == "node_modules"):
			return fs.SkipDir
		case entry.Type().IsRegular():
			files = append(files, treeFile{root, name})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// treeFile is a file that becomes part of the module.
type treeFile struct {
	root fs.FS
	name string
}

func (f treeFile) Path() string { return f.name }

func (f treeFile) Lstat() (os.FileInfo, error) { return fs.Stat(f.root, f.name) }

func (f treeFile) Open() (io.ReadCloser, error) { return f.root.Open(f.name) }
