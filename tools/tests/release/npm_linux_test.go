package release

import (
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// platformFolder has the package with the binary.
const platformFolder = "node_modules/@fwrun"

// TestNpm: the package is installed from a registry into an empty folder, and its command does what fwrun does: by the binary itself where npm
// runs install scripts, by Node where it does not.
func TestNpm(t *testing.T) {
	nodejs.RequireNPM(t)
	for name, option := range map[string]string{"install scripts": "--ignore-scripts=false", "no install scripts": "--ignore-scripts"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder, env := t.TempDir(), npmEnv(t, newRegistry(t).url)
			must(t, folder, env, "npm", "install", option, "fwrun")
			command := filepath.Join(folder, "node_modules", "fwrun", "bin", "fwrun")
			if sameFile(t, command, binaryIn(t, folder)) != (name == "install scripts") {
				t.Error("the command is the binary if, and only if, install scripts are run")
			}
			must(t, folder, env, "npx", "fwrun", "new", "shop")
			must(t, folder, env, "npx", "fwrun", "check", "shop")
			if said := must(t, folder, env, "npx", "fwrun", "test", "shop"); !strings.Contains(said, "passed") {
				t.Errorf("the tests said:\n%s", said)
			}
			if said, err := inSh(t, folder, env, "npx", "fwrun", "check", "nowhere"); exitCode(err) != 2 {
				t.Errorf("it ended with %v and said:\n%s", err, said)
			}
			serveByNpm(t, folder, env)
		})
	}
}

// serveByNpm starts the application through the command, asks it, and stops it.
func serveByNpm(t *testing.T, folder string, env []string) {
	t.Helper()
	command := exec.Command(filepath.Join(folder, "node_modules", ".bin", "fwrun"), "serve", "shop", "--port", "0", "--log-format", "json")
	command.Dir, command.Env = folder, env
	app, err := harness.Launch(command, filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer app.Kill()
	url := harness.UntilListens(t, app)
	if _, err := harness.Get(&http.Client{Timeout: harness.Patience}, url+"/tasks"); err != nil {
		t.Error(err)
	}
	harness.MustEnd(t, app)
}

func sameFile(t *testing.T, a, b string) bool {
	t.Helper()
	first, err := os.Stat(a)
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.Stat(b)
	if err != nil {
		t.Fatal(err)
	}
	return os.SameFile(first, second)
}

// binaryIn returns the installed binary.
func binaryIn(t *testing.T, folder string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, platformFolder, "*", "bin", "fwrun"))
	if err != nil || len(found) != 1 {
		t.Fatalf("the binaries are %v, %v", found, err)
	}
	return found[0]
}

// TestNpmFiles: the packages are installed from their files, without a network; so npm accepts them as they are.
func TestNpmFiles(t *testing.T) {
	t.Parallel()
	nodejs.RequireNPM(t)
	folder, env := t.TempDir(), npmEnv(t, "http://127.0.0.1:1")
	words := []string{"npm", "install", "--offline", "--ignore-scripts"}
	for _, file := range npmFiles(t) {
		if !strings.HasPrefix(file, "create-") {
			words = append(words, filepath.Join(releaseFolder(t), "npm", file))
		}
	}
	must(t, folder, env, words...)
	if said := must(t, folder, env, "npx", "fwrun", "version"); !strings.HasPrefix(said, "fwrun ") {
		t.Errorf("it says %q", said)
	}
	if said, err := inSh(t, folder, env, "node", "-e", `require("fwrun")`); err == nil || !strings.Contains(said, "npx fwrun <folder>") {
		t.Errorf("an import in Node says:\n%s", said)
	}
}

// TestNpmCreate: npm create makes an application that npm's own commands install, test and check.
func TestNpmCreate(t *testing.T) {
	t.Parallel()
	nodejs.RequireNPM(t)
	folder, env := t.TempDir(), npmEnv(t, newRegistry(t).url)
	said := must(t, folder, env, "npm", "create", "--yes", "fwrun", "My Shop")
	if !strings.Contains(said, "wrote My Shop/package.json") {
		t.Errorf("it said:\n%s", said)
	}
	shop := filepath.Join(folder, "My Shop")
	must(t, shop, env, "npm", "install")
	must(t, shop, env, "npm", "run", "check")
	if said := must(t, shop, env, "npm", "test"); !strings.Contains(said, "passed") {
		t.Errorf("the tests said:\n%s", said)
	}
	for _, f := range nodejs.TSC(t, nodejs.ConfigOf(t, shop)) { // with the typings of the package beside those of the folder
		t.Error(f)
	}
	if said, err := inSh(t, folder, env, "npm", "create", "--yes", "fwrun", "My Shop"); exitCode(err) == 0 {
		t.Errorf("a folder that is there was created again:\n%s", said)
	}
	must(t, folder, env, "npm", "create", "--yes", "fwrun", "other", "--", "--ts")
	if _, err := os.Stat(filepath.Join(folder, "other", "tsconfig.json")); err != nil {
		t.Error("--ts does not create TypeScript:", err)
	}
}

// TestNpmTypings: imports of "fwrun" and "fwrun/test" resolve as in any package, by each way in which editors look.
func TestNpmTypings(t *testing.T) {
	t.Parallel()
	nodejs.RequireNPM(t)
	folder, env := t.TempDir(), npmEnv(t, newRegistry(t).url)
	must(t, folder, env, "npm", "install", "--ignore-scripts", "fwrun")
	harness.WriteFile(t, filepath.Join(folder, "app.ts"), `import { GetMapping } from "fwrun";
		export const twice = GetMapping("/{n}")((n: int): list<int> => [n, n]);
		export const wrong: string = GetMapping;
	`)
	harness.WriteFile(t, filepath.Join(folder, "app.test.ts"), `import { expect, it } from "fwrun/test";
		it("counts", () => { expect(1).toBe(1); });
		it(2);
	`)
	for name, options := range map[string]string{
		"bundler": `"module": "Preserve"`, "node16": `"module": "Node16"`, "node10": `"module": "CommonJS", "moduleResolution": "node10"`,
	} {
		for _, file := range []string{"app.ts", "app.test.ts"} {
			config := filepath.Join(folder, name+"-"+file+".json")
			harness.WriteFile(t, config, `{"compilerOptions": {"target": "ES2022", "lib": ["ES2022"], "types": [], "strict": true, `+
				`"experimentalDecorators": true, `+options+
				`}, "files": ["`+file+`"]}`)
			if found := nodejs.TSC(t, config); len(found) != 1 || found[0].Line != 3 || strings.Contains(found[0].Text, "TS2307") {
				t.Errorf("%s of %s: found %v, want the mistake in line 3", file, name, found)
			}
		}
	}
}

// TestNpmWithoutBinary: a package that is missing or damaged is named, with what to do.
func TestNpmWithoutBinary(t *testing.T) {
	t.Parallel()
	nodejs.RequireNPM(t)
	r := newRegistry(t)
	folder, env := t.TempDir(), npmEnv(t, r.url)
	must(t, folder, env, "npm", "install", "--ignore-scripts", "fwrun")
	fails := func(want string, words ...string) {
		t.Helper()
		said, err := inSh(t, folder, env, words...)
		if exitCode(err) != 1 || !strings.HasPrefix(said, "fwrun: ") || !strings.Contains(said, want) || !strings.Contains(said, "\n  → ") {
			t.Errorf("%v ended with %v and said:\n%s\nwant %q", words, err, said, want)
		}
	}
	fails("there is no package for linux-riscv64", "node", "-e", `Object.defineProperty(process, "arch", { value: "riscv64" }); `+
		`require("fwrun/launcher.js").run([])`)

	binary, command := binaryIn(t, folder), filepath.Join(folder, "node_modules", ".bin", "fwrun")
	if err := os.Truncate(binary, 1000); err != nil {
		t.Fatal(err)
	}
	fails(" is damaged: it has 1000 bytes instead of ", command, "version")
	if err := os.RemoveAll(filepath.Join(folder, platformFolder)); err != nil {
		t.Fatal(err)
	}
	fails(" is not installed. It is an optional dependency of fwrun", command, "version")

	t.Run("a platform without a package", func(t *testing.T) { // npm leaves out what it cannot have
		r := newRegistry(t)
		for name := range r.docs {
			if strings.HasPrefix(name, "@fwrun/") {
				delete(r.docs, name)
			}
		}
		folder, env := t.TempDir(), npmEnv(t, r.url)
		must(t, folder, env, "npm", "install", "--ignore-scripts=false", "fwrun")
		if said, err := inSh(t, folder, env, filepath.Join(folder, "node_modules", ".bin", "fwrun")); exitCode(err) != 1 ||
			!strings.Contains(said, " is not installed") {
			t.Errorf("it ended with %v and said:\n%s", err, said)
		}
	})
	t.Run("a corrupted download", func(t *testing.T) { // npm checks what it gets
		r := newRegistry(t)
		for file, data := range r.data {
			if strings.HasPrefix(file, "fwrun-linux-") {
				r.data[file] = data[:len(data)/2]
			}
		}
		folder, env := t.TempDir(), npmEnv(t, r.url)
		said, err := inSh(t, folder, env, "npm", "install", "--ignore-scripts=false", "fwrun")
		if err == nil { // npm takes a failure of an optional dependency for one that does not fit
			said, err = inSh(t, folder, env, filepath.Join(folder, "node_modules", ".bin", "fwrun"))
		}
		if err == nil || !strings.Contains(said, "EINTEGRITY") && !strings.Contains(said, "is not installed") {
			t.Errorf("it ended with %v and said:\n%s", err, said)
		}
	})
}

// TestNpmLauncher: the program that the launcher runs has its standard input and its signals, and ends as it would without it.
func TestNpmLauncher(t *testing.T) {
	nodejs.RequireNPM(t)
	launcher := harness.Absolute(t, "../../release/npm/fwrun/bin/fwrun")
	if _, err := os.Stat(filepath.Join(filepath.Dir(launcher), "..", "package.json")); err == nil {
		t.Fatal("the sources have a package.json, which the release writes")
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../../release/npm/fwrun")); err != nil {
		t.Fatal(err)
	}
	harness.WriteFile(t, filepath.Join(folder, "package.json"), `{"version": "1.2.3"}`)
	program := filepath.Join(folder, "program")
	harness.WriteFile(t, program, `#!/bin/sh
case $1 in
input) cat; exit 7 ;;
killed) kill -KILL $$ ;;
wait)
  trap 'echo ended by TERM; exit 3' TERM
  trap 'echo ended by INT; exit 4' INT
  echo "$2|$3"
  while :; do sleep 0.05; done ;;
esac
`)
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	start := func(input string, args ...string) *exec.Cmd {
		command := exec.CommandContext(t.Context(), "node", append([]string{filepath.Join(folder, "bin", "fwrun")}, args...)...)
		command.Env, command.Stdin = append(os.Environ(), "FWRUN_BINARY="+program), strings.NewReader(input)
		return command
	}
	if said, err := start("some text", "input").CombinedOutput(); exitCode(err) != 7 || string(said) != "some text" {
		t.Errorf("it ended with %v and said %q", err, said)
	}
	failed := (*exec.ExitError)(nil)
	if err := start("", "killed").Run(); !errors.As(err, &failed) || failed.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Errorf("a program that is killed ends with %v", err)
	}
	for signal, want := range map[syscall.Signal]string{syscall.SIGTERM: "ended by TERM\n3", syscall.SIGINT: "ended by INT\n4"} {
		command := start("", "wait", "a b", `"c"`)
		out, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		words := make([]byte, len("a b|\"c\"\n"))
		if _, err := io.ReadFull(out, words); err != nil || string(words) != "a b|\"c\"\n" {
			t.Errorf("the program got the words %q, %v", words, err)
		}
		if err := command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(out)
		if code := exitCode(command.Wait()); string(rest)+string(rune('0'+code)) != want {
			t.Errorf("after %v it said %q and ended with %d", signal, rest, code)
		}
	}
}
