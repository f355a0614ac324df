package release

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/needs"
	"github.com/fwrun/fwrun/tools/release"
)

// standIn is what is released in the tests: a program that becomes the binary of the other tests. What packs, downloads and installs it
// looks at no byte of it, and to compress a binary of a hundred megabytes in five ways takes minutes.
const standIn = `package main

import (
	"os"
	"syscall"
)

var program string

func main() {
	println(syscall.Exec(program, os.Args, os.Environ()).Error())
	os.Exit(126)
}
`

// buildStandIn compiles the stand-in, as what cmd/fwrun is made of: its bill of materials is that of fwrun.
func buildStandIn(binary, folder string) (string, error) {
	sources, err := filepath.Glob("../../../cmd/fwrun/*.go")
	if err != nil {
		return "", err
	}
	main, replaced := filepath.Join(folder, "stand-in.go"), map[string]string{}
	for _, name := range sources {
		path, err := filepath.Abs(name)
		if err != nil {
			return "", err
		}
		replaced[path] = "" // there is none
		if filepath.Base(name) == "main.go" {
			replaced[path] = main
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	layer, program := filepath.Join(folder, "overlay.json"), filepath.Join(folder, "stand-in")
	if err := errors.Join(os.WriteFile(main, []byte(standIn), 0o600), os.WriteFile(layer, overlay, 0o600)); err != nil {
		return "", err
	}
	command := exec.Command("go", "build", "-overlay", layer, "-ldflags", "-s -w -X 'main.program="+binary+"'", "-o", program, "./cmd/fwrun")
	command.Dir, command.Env = filepath.Join("..", "..", ".."), append(append(os.Environ(), "CGO_ENABLED=0"), needs.Compiler...)
	if said, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, said)
	}
	return program, nil
}

// released is a release of the stand-in for this platform, made once for all tests.
var released = sync.OnceValues(func() (string, error) {
	binary, err := harness.Build()
	if err != nil {
		return "", err
	}
	folder, err := work()
	if err != nil {
		return "", err
	}
	program, err := buildStandIn(binary, folder)
	if err != nil {
		return "", err
	}
	out := filepath.Join(folder, "release")
	return out, release.Make(context.Background(), release.Options{
		Root: filepath.Join("..", "..", ".."), Env: append(os.Environ(), needs.Compiler...), Out: out, Version: "v0.9.0",
		Platforms: []release.Platform{{OS: runtime.GOOS, Arch: runtime.GOARCH}},
		Commit:    release.Commit{ID: strings.Repeat("ab", 20), Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		Log:       func(string) {},
		Build: func(_ context.Context, _ release.Platform, file string) error {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				return err
			}
			return os.Link(program, file)
		},
	})
})

func releaseFolder(t *testing.T) string {
	t.Helper()
	folder, err := released()
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// inSh runs a command line in a folder, with variables and without most of the machine's, and returns what it printed.
func inSh(t *testing.T, folder string, env []string, words ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*harness.Patience)
	defer cancel()
	command := exec.CommandContext(ctx, words[0], words[1:]...)
	command.Dir, command.Env = folder, env
	out, err := command.CombinedOutput()
	return string(out), err
}

// must is inSh for what has to succeed.
func must(t *testing.T, folder string, env []string, words ...string) string {
	t.Helper()
	said, err := inSh(t, folder, env, words...)
	if err != nil {
		t.Fatalf("%v: %v\n%s", words, err, said)
	}
	return said
}

// serveReleases serves the files of a release as the forge does, those in changed with other bytes.
func serveReleases(t *testing.T, changed map[string]string) string {
	t.Helper()
	folder := releaseFolder(t)
	answer := func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("file")
		if text, is := changed[name]; is {
			_, _ = w.Write([]byte(text))
			return
		}
		http.ServeFile(w, r, filepath.Join(folder, name))
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /latest/download/{file}", answer)
	mux.HandleFunc("GET /download/v0.9.0/{file}", answer)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// onlyPrograms makes a folder for PATH with these programs of the machine in it.
func onlyPrograms(t *testing.T, names ...string) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range names {
		if err := os.Symlink(needs.Program(t, name), filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// basics are the programs that the script needs beside one that downloads and one that makes sums.
var basics = []string{"sh", "uname", "mkdir", "mktemp", "rm", "grep", "cut", "tar", "gzip", "cp", "mv", "chmod"}

// TestInstallScript: the script installs the program with its pages and completions, in each shell and with each program that it can use.
func TestInstallScript(t *testing.T) {
	server := serveReleases(t, nil)
	for name, with := range map[string]struct {
		shell []string
		path  []string
	}{
		"dash":    {[]string{"dash"}, []string{"curl", "sha256sum"}},
		"bash":    {[]string{"bash", "--posix"}, []string{"curl", "shasum", "perl"}},
		"zsh":     {[]string{"zsh", "--emulate", "sh"}, []string{"curl", "openssl"}},
		"wget":    {[]string{"dash"}, []string{"wget", "sha256sum"}},
		"busybox": {[]string{"busybox", "sh"}, []string{"curl", "sha256sum"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shell := needs.Program(t, with.shell[0])
			home := filepath.Join(t.TempDir(), "a home")
			env := []string{"HOME=" + home, "PATH=" + onlyPrograms(t, append(with.path, basics...)...), "FWRUN_RELEASES=" + server}
			words := append([]string{shell}, with.shell[1:]...)
			said := must(t, t.TempDir(), env, append(words, filepath.Join(releaseFolder(t), "install.sh"))...)
			if !strings.Contains(said, "as "+home+"/.local/bin/fwrun\n") || !strings.Contains(said, "is not in PATH") {
				t.Errorf("it said:\n%s", said)
			}
			if said := must(t, home, env, filepath.Join(home, ".local/bin/fwrun"), "version"); !strings.HasPrefix(said, "fwrun ") {
				t.Errorf("the program says %q", said)
			}
			for _, file := range []string{
				"man/man1/fwrun-serve.1", "bash-completion/completions/fwrun", "zsh/site-functions/_fwrun", "fish/vendor_completions.d/fwrun.fish",
			} {
				if _, err := os.Stat(filepath.Join(home, ".local/share", file)); err != nil {
					t.Error(err)
				}
			}
			left, err := os.ReadDir(filepath.Join(home, ".local/bin"))
			if err != nil || len(left) != 1 {
				t.Errorf("bin has %v, %v", left, err)
			}
		})
	}
}

// TestInstallScriptAgain: a pipe runs the script, as the guide has it; a version may be named; one that is there is replaced.
func TestInstallScriptAgain(t *testing.T) {
	t.Parallel()
	needs.Program(t, "curl")
	server := serveReleases(t, nil)
	prefix := filepath.Join(t.TempDir(), "opt")
	harness.WriteFile(t, filepath.Join(prefix, "bin", "fwrun"), "an old one")
	env := append(os.Environ(), "FWRUN_INSTALL="+prefix, "FWRUN_VERSION=0.9.0", "FWRUN_RELEASES="+server, "PATH="+prefix+"/bin:"+os.Getenv("PATH"))
	said := must(t, t.TempDir(), env, "sh", "-c", "curl -fsSL "+server+"/latest/download/install.sh | sh")
	if strings.Contains(said, "is not in PATH") {
		t.Errorf("it said:\n%s", said)
	}
	must(t, prefix, env, "sh", "-c", "fwrun version --json")
}

// TestInstallScriptRefuses: whatever goes wrong is said, and leaves the program that is there as it was, and nothing else.
func TestInstallScriptRefuses(t *testing.T) {
	platform := runtime.GOOS + "_" + runtime.GOARCH
	archive := "fwrun_0.9.0_" + platform + ".tar.gz"
	for name, with := range map[string]struct {
		changed map[string]string
		env     []string
		path    []string
		want    string
	}{
		"a damaged archive": {changed: map[string]string{archive: "damaged"}, want: archive + " is damaged: its SHA-256 is "},
		"another platform": {
			changed: map[string]string{release.Sums: strings.Repeat("a", 64) + "  fwrun_0.9.0_plan9_386.tar.gz\n"},
			want:    "there is no archive for " + platform,
		},
		"a page of HTML":  {changed: map[string]string{release.Sums: "<html>log in first</html>\n"}, want: "there is no archive for " + platform},
		"no such version": {env: []string{"FWRUN_VERSION=v9.9.9"}, want: "/download/v9.9.9/SHA256SUMS cannot be downloaded"},
		"no network": {env: []string{"FWRUN_RELEASES=http://127.0.0.1:1"}, want: "http://127.0.0.1:1/latest/download/SHA256SUMS cannot be " +
			"downloaded"},
		"nothing downloads":  {path: []string{"sha256sum"}, want: "neither curl nor wget is there"},
		"nothing makes sums": {path: []string{"curl"}, want: "the archive cannot be checked"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if with.path == nil {
				with.path = []string{"curl", "sha256sum"}
			}
			prefix := filepath.Join(t.TempDir(), "opt")
			harness.WriteFile(t, filepath.Join(prefix, "bin", "fwrun"), "an old one")
			env := append([]string{
				"FWRUN_INSTALL=" + prefix, "FWRUN_RELEASES=" + serveReleases(t, with.changed), "PATH=" + onlyPrograms(t, append(with.path, basics...)...),
			}, with.env...)
			said, err := inSh(t, t.TempDir(), env, "/bin/sh", filepath.Join(releaseFolder(t), "install.sh"))
			if failed := (*exec.ExitError)(nil); !errors.As(err, &failed) || failed.ExitCode() != 1 || !strings.Contains(said, with.want) {
				t.Errorf("it ended with %v and said:\n%s", err, said)
			}
			old, err := os.ReadFile(filepath.Join(prefix, "bin", "fwrun"))
			if err != nil || string(old) != "an old one" {
				t.Errorf("the program that was there is %q, %v", old, err)
			}
			if left, err := os.ReadDir(filepath.Join(prefix, "bin")); err != nil || len(left) != 1 {
				t.Errorf("bin has %v, %v", left, err)
			}
		})
	}
	t.Run("a folder that cannot be written", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "file")
		harness.WriteFile(t, file, "")
		said, err := inSh(t, t.TempDir(), append(os.Environ(), "FWRUN_INSTALL="+file), "sh", filepath.Join(releaseFolder(t), "install.sh"))
		if err == nil || !strings.Contains(said, file+"/bin cannot be created: set FWRUN_INSTALL") {
			t.Errorf("it ended with %v and said:\n%s", err, said)
		}
	})
}

// TestScriptsAreClean: shellcheck finds nothing in the script, nor in the steps of the action.
func TestScriptsAreClean(t *testing.T) {
	folder := t.TempDir()
	script, err := os.ReadFile("../../release/install.sh")
	if err != nil {
		t.Fatal(err)
	}
	harness.WriteFile(t, filepath.Join(folder, "install.sh"), string(script))
	harness.Checker(t, folder, "dash", "-n", "install.sh")
	harness.Checker(t, folder, "shellcheck", "-s", "sh", "install.sh")
	for i, step := range actionSteps(t) {
		name := "step" + string(rune('0'+i)) + ".sh"
		harness.WriteFile(t, filepath.Join(folder, name), step.Run)
		harness.Checker(t, folder, "shellcheck", "-s", "sh", name)
	}
}
