package release_test

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/needs"
	"github.com/fwrun/fwrun/tools/release"
	"github.com/fwrun/fwrun/tools/release/vscode"
)

// standIn is a program that writes of itself what fwrun writes: building fwrun for six platforms takes too long for a test. What is real is
// tested by tests/release.
const standIn = `package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	switch os.Args[1] {
	case "man":
		for _, name := range []string{"fwrun.1", "fwrun-serve.1"} {
			if err := os.WriteFile(filepath.Join(os.Args[2], name), []byte(".TH FWRUN 1\n"), 0o600); err != nil {
				panic(err)
			}
		}
	case "completion":
		fmt.Println("# for", os.Args[2])
	}
}
`

// buildStandIn compiles the program.
func buildStandIn(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{"main.go": standIn, "go.mod": "module github.com/fwrun/fwrun\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.CommandContext(t.Context(), "go", "build", "-o", "stand-in", ".")
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(folder, "stand-in")
}

// options returns those of a release of stand-ins.
func options(t *testing.T, program string) release.Options {
	t.Helper()
	return release.Options{
		Root: "../..", Env: append(os.Environ(), needs.Compiler...),
		Out: filepath.Join(t.TempDir(), "out"), Version: "v0.9.0", Platforms: release.Platforms(),
		Commit: release.Commit{ID: strings.Repeat("ab", 20), Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		Log:    func(text string) { t.Log(text) },
		Bundle: func(context.Context) (vscode.Bundled, error) {
			return vscode.Bundled{Script: []byte("exports.activate = () => {};\n"), Notices: []byte("none\n")}, nil
		},
		Build: func(_ context.Context, _ release.Platform, file string) error {
			data, err := os.ReadFile(program)
			if err != nil {
				return err
			}
			return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, data, 0o755))
		},
	}
}

// filesIn returns the files below a folder, with their sums.
func filesIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(folder, name))
		sum := sha256.Sum256(data)
		found[name] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestMake: a release has its files, each with its sum, and a second one has the same bytes, though another time has come.
func TestMake(t *testing.T) {
	program := buildStandIn(t)
	first, second := options(t, program), options(t, program)
	for _, o := range []release.Options{first, second} {
		if err := release.Make(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	files := filesIn(t, first.Out)
	for name, sum := range filesIn(t, second.Out) {
		if files[name] != sum {
			t.Errorf("%s has other bytes the second time", name)
		}
	}
	for _, name := range []string{
		"fwrun_0.9.0_linux_amd64.tar.gz", "fwrun_0.9.0_linux_arm64.tar.gz", "fwrun_0.9.0_darwin_amd64.tar.gz", "fwrun_0.9.0_darwin_arm64.tar.gz",
		"fwrun_0.9.0_windows_amd64.zip", "fwrun_0.9.0_windows_arm64.zip", "fwrun_0.9.0_linux_amd64.cdx.json", "fwrun_0.9.0_windows_arm64.cdx.json",
		"fwrun_0.9.0-1_amd64.deb", "fwrun_0.9.0-1_arm64.deb", "fwrun-0.9.0-1.x86_64.rpm", "fwrun-0.9.0-1.aarch64.rpm", "fwrun_0.9.0-r1_x86_64.apk",
		"fwrun_0.9.0-r1_aarch64.apk", "fwrun.rb", "fwrun.json", "fwrun-vscode-0.9.0.vsix", "install.sh", "NOTES.md", "SHA256SUMS",
		"npm/fwrun-0.9.0.tgz", "npm/create-fwrun-0.9.0.tgz", "npm/fwrun-linux-x64-0.9.0.tgz", "npm/fwrun-win32-arm64-0.9.0.tgz", "npm/ORDER",
	} {
		if files[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	sums := read(t, first.Out, "SHA256SUMS")
	for name, sum := range files {
		listed := strings.Contains(sums, sum+"  "+name+"\n")
		if wanted := !strings.HasPrefix(name, "npm/") && name != "NOTES.md" && name != "SHA256SUMS"; listed != wanted {
			t.Errorf("SHA256SUMS lists %s: %v", name, listed)
		}
	}
	if t.Failed() {
		t.Log(slices.Sorted(maps.Keys(files)))
	}
	checkArchives(t, first.Out)
	checkManifests(t, first.Out, files)
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// archived are the files of every archive but the program.
var archived = []string{
	"LICENSE", "README.md", "completions/_fwrun", "completions/fwrun.bash", "completions/fwrun.fish", "man/man1/fwrun-serve.1",
	"man/man1/fwrun.1",
}

func checkArchives(t *testing.T, out string) {
	t.Helper()
	modes := map[string]fs.FileMode{}
	unpacked, err := gzip.NewReader(strings.NewReader(read(t, out, "fwrun_0.9.0_darwin_arm64.tar.gz")))
	if err != nil {
		t.Fatal(err)
	}
	for archive := tar.NewReader(unpacked); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		modes[header.Name] = header.FileInfo().Mode()
		if header.ModTime.Unix() != time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Unix() || header.Uid != 0 || header.Gid != 0 {
			t.Errorf("%s is of %v, and of %d:%d", header.Name, header.ModTime, header.Uid, header.Gid)
		}
	}
	checkFiles(t, modes, "fwrun_0.9.0_darwin_arm64/", "fwrun")

	clear(modes)
	text := read(t, out, "fwrun_0.9.0_windows_amd64.zip")
	archive, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.File {
		modes[f.Name] = f.Mode()
	}
	checkFiles(t, modes, "fwrun_0.9.0_windows_amd64/", "fwrun.exe")
}

func checkFiles(t *testing.T, modes map[string]fs.FileMode, below, program string) {
	t.Helper()
	if modes[below+program] != 0o755 {
		t.Errorf("%s%s has the mode %v", below, program, modes[below+program])
	}
	for _, name := range archived {
		if modes[below+name] != 0o644 {
			t.Errorf("%s%s has the mode %v", below, name, modes[below+name])
		}
	}
	if len(modes) != len(archived)+1 {
		t.Errorf("the archive has %v", modes)
	}
}

func checkManifests(t *testing.T, out string, files map[string]string) {
	t.Helper()
	formula := read(t, out, "fwrun.rb")
	for _, platform := range []string{"linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64"} {
		name := "fwrun_0.9.0_" + platform + ".tar.gz"
		if !strings.Contains(formula, "/v0.9.0/"+name+"\"\n      sha256 \""+files[name]+"\"") {
			t.Errorf("the formula does not have %s with its sum:\n%s", name, formula)
		}
	}
	t.Run("syntax of the formula", func(t *testing.T) {
		if said, err := exec.Command(needs.Program(t, "ruby"), "-wc", filepath.Join(out, "fwrun.rb")).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, said)
		}
	})
	var scoop struct {
		Version, Bin string
		Architecture map[string]struct {
			URL, Hash  string
			ExtractDir string `json:"extract_dir"`
		}
	}
	decoder := json.NewDecoder(strings.NewReader(read(t, out, "fwrun.json")))
	if err := decoder.Decode(&scoop); err != nil {
		t.Fatal(err)
	}
	if a := scoop.Architecture["arm64"]; a.Hash != files["fwrun_0.9.0_windows_arm64.zip"] || !strings.HasSuffix(a.URL, "/v0.9.0/"+a.ExtractDir+".zip") ||
		scoop.Bin != "fwrun.exe" {
		t.Errorf("the manifest of Scoop has %+v", scoop)
	}
	var bill struct {
		Format   string `json:"bomFormat"`
		Metadata struct {
			Component struct{ Name, Version string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, out, "fwrun_0.9.0_linux_arm64.cdx.json")), &bill); err != nil {
		t.Fatal(err)
	}
	if c := bill.Metadata.Component; bill.Format != "CycloneDX" || c.Name != "github.com/fwrun/fwrun" || c.Version != "v0.9.0" {
		t.Errorf("the bill of materials has %+v", bill)
	}
}

// TestMakeRefuses: what is no version, and a program that does not run, are no release.
func TestMakeRefuses(t *testing.T) {
	for _, version := range []string{"", "0.9.0", "v0.9", "v0.9.0+build", "v0.9.0;rm"} {
		o := options(t, os.DevNull)
		o.Version = version
		if err := release.Make(t.Context(), o); err == nil || !strings.Contains(err.Error(), "is not a version") {
			t.Errorf("the version %q: %v", version, err)
		}
	}
	if runtime.GOOS == "windows" {
		t.Skip("an empty file is no program on Windows either, but the error has other words")
	}
	o := options(t, os.DevNull)
	if err := release.Make(t.Context(), o); err == nil || !strings.Contains(err.Error(), "completions for bash") {
		t.Errorf("a program that does not run: %v", err)
	}
}
