package ship_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/ship"
	"github.com/fwrun/fwrun/ship/parcel"
	"github.com/fwrun/fwrun/tests/needs"
)

// asks is the variable by which the test's own program, with an application behind it, says what it carries.
const asks = "FWRUN_TEST_CARRIES"

func TestMain(m *testing.M) {
	if os.Getenv(asks) == "" {
		os.Exit(m.Run())
	}
	inside, err := parcel.OpenOwn()
	said, code := "nothing", 0
	switch {
	case err != nil:
		said, code = err.Error(), 1
	case inside != nil:
		said = fmt.Sprint(inside.Name(), " ", inside.Paths())
	}
	_, _ = os.Stdout.WriteString(said) // the test misses it
	os.Exit(code)
}

// prepared is an application of two files.
func prepared(t *testing.T) *ship.Prepared {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "My Shop")
	for name, text := range map[string]string{
		"shop.js": "import { GetMapping } from \"fwrun\";\nexport const hello = GetMapping(\"/\")(() => \"hello\");\n", "public/index.html": "<p>",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := ship.Prepare(t.Context(), ship.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// executable is the test's own program with an application behind it.
func executable(t *testing.T) *ship.Built {
	t.Helper()
	built, err := ship.Build(prepared(t), ship.BuildOptions{Output: filepath.Join(t.TempDir(), "shop.exe")})
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// carries runs a file, and returns what it says that it carries.
func carries(t *testing.T, file string) (said string, ok bool) {
	t.Helper()
	command := exec.CommandContext(t.Context(), file)
	command.Env = append(os.Environ(), asks+"=1")
	out, err := command.CombinedOutput()
	return strings.TrimSpace(string(out)), err == nil
}

const whole = "My Shop [public/index.html shop.js]"

func TestBuild(t *testing.T) {
	one, two := executable(t), executable(t)
	if one.SHA256 != two.SHA256 || one.Platform != runtime.GOOS+"/"+runtime.GOARCH {
		t.Errorf("two builds differ: %+v, %+v", one, two)
	}
	if info, err := os.Stat(one.Path); err != nil || info.Size() != one.Bytes {
		t.Errorf("the file is %v, %v; want %d bytes", info, err, one.Bytes)
	}
	if left, err := os.ReadDir(filepath.Dir(one.Path)); err != nil || len(left) != 1 {
		t.Errorf("beside it is %v, %v", left, err)
	}
	if said, ok := carries(t, one.Path); !ok || said != whole {
		t.Errorf("it carries %s", said)
	}
}

// TestDamagedExecutable: an executable that is not whole says so, and one that something was appended to is whole.
func TestDamagedExecutable(t *testing.T) {
	file, err := os.ReadFile(executable(t).Path)
	if err != nil {
		t.Fatal(err)
	}
	const trailer = 64 // where the archive is, its length, the layout, the sum, a text
	end := len(file) - trailer
	begin, length := int(binary.BigEndian.Uint64(file[end:])), int(binary.BigEndian.Uint64(file[end+8:]))
	if begin+length != end {
		t.Fatalf("the archive is said to be at %d, with %d bytes, before %d", begin, length, end)
	}
	missing, damaged := "is not there: the file has ", "is damaged"
	for name, c := range map[string]struct {
		spoil func(file []byte) []byte
		want  string
	}{
		"whole":             {func(file []byte) []byte { return file }, whole},
		"appended":          {func(file []byte) []byte { return append(file, "a signature"...) }, whole},
		"truncated":         {func(file []byte) []byte { return file[:len(file)-1] }, missing},
		"half":              {func(file []byte) []byte { return file[:begin+length/2] }, missing},
		"no application":    {func(file []byte) []byte { return file[:begin] }, missing},
		"a changed byte":    {func(file []byte) []byte { file[begin+length/2] ^= 1; return file }, damaged},
		"another length":    {func(file []byte) []byte { file[end+15]++; return file }, damaged},
		"another place":     {func(file []byte) []byte { file[end+7]--; return file }, damaged},
		"another sum":       {func(file []byte) []byte { file[end+40] ^= 1; return file }, damaged},
		"another text":      {func(file []byte) []byte { file[end+60] ^= 1; return file }, damaged},
		"something between": {func(file []byte) []byte { return bytes.Join([][]byte{file[:end], file[end:]}, []byte("x")) }, damaged},
	} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "darwin" {
				t.Skip("a program for macOS has no mark, and cannot know what is missing")
			}
			spoilt := filepath.Join(t.TempDir(), "shop.exe")
			if err := os.WriteFile(spoilt, c.spoil(bytes.Clone(file)), 0o755); err != nil {
				t.Fatal(err)
			}
			if said, ok := carries(t, spoilt); ok != (c.want == whole) || !strings.Contains(said, c.want) {
				t.Errorf("it says %q, want %q", said, c.want)
			}
		})
	}
}

// TestStripped: strip(1) takes the application away, and the executable says so.
func TestStripped(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("strip of other systems knows other files")
	}
	needs.Program(t, "strip")
	built := executable(t)
	if out, err := exec.CommandContext(t.Context(), "strip", built.Path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if said, ok := carries(t, built.Path); ok || !strings.Contains(said, "as if it was stripped") {
		t.Errorf("it says %q", said)
	}
}

// TestBuildRefuses: nothing is made of a program that cannot carry the application, and what was there stays.
func TestBuildRefuses(t *testing.T) {
	p, folder := prepared(t), t.TempDir()
	write := func(name string, data []byte) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	otherSources := bytes.ReplaceAll(program, []byte("\tgithub.com/fwrun/fwrun\t(devel)"), []byte("\tgithub.com/fwrun/fwrun\tv1.2.34"))
	if bytes.Equal(otherSources, program) {
		t.Fatal("nothing is recorded of what the test was built from")
	}
	here := runtime.GOOS + "/" + runtime.GOARCH
	for name, c := range map[string]struct {
		o    ship.BuildOptions
		want string
	}{
		"another platform":    {ship.BuildOptions{Target: "plan9/mips"}, "this program is for " + here + ", not for plan9/mips"},
		"for another one":     {ship.BuildOptions{Target: "plan9/mips", With: own}, " is for " + here + ", not for plan9/mips"},
		"no fwrun":            {ship.BuildOptions{With: write("text", []byte("text"))}, " is not a fwrun that can carry an application"},
		"nothing":             {ship.BuildOptions{With: filepath.Join(folder, "nothing")}, "cannot be opened"},
		"one that carries":    {ship.BuildOptions{With: executable(t).Path}, " carries an application already"},
		"other sources":       {ship.BuildOptions{With: write("others", otherSources)}, "they are built from different sources"},
		"a folder":            {ship.BuildOptions{Output: folder}, " is a folder"},
		"a folder that lacks": {ship.BuildOptions{Output: filepath.Join(folder, "no", "shop.exe")}, " cannot be written"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.o.Output == "" {
				c.o.Output = write("shop.exe", []byte("an old one"))
			}
			if built, err := ship.Build(p, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it made %+v, %v; want %q", built, err, c.want)
			}
			if old, err := os.ReadFile(filepath.Join(folder, "shop.exe")); err == nil && string(old) != "an old one" {
				t.Errorf("what was there has now %d bytes", len(old))
			}
		})
	}
}

// TestPrepareRefuses: a script with a key in it cannot be left out, so nothing is made.
func TestPrepareRefuses(t *testing.T) {
	folder := t.TempDir()
	text := "export const key = `\n-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----`;\n"
	if err := os.WriteFile(filepath.Join(folder, "shop.js"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ship.Prepare(t.Context(), ship.Options{Folder: folder}); err == nil ||
		!strings.Contains(err.Error(), "shop.js is a script of the application, and cannot go along") {
		t.Errorf("got %v", err)
	}
}

// TestImageRefuses: images are for Linux, each platform once.
func TestImageRefuses(t *testing.T) {
	out := filepath.Join(t.TempDir(), "shop.tar")
	for want, platforms := range map[string][]string{
		"there are images for Linux only, not for darwin/arm64": {"darwin/arm64"}, "this program is for ": {"linux/riscv64"},
	} {
		if _, err := ship.Image(nil, ship.ImageOptions{Output: out, Platforms: platforms}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v; want %q", platforms, err, want)
		}
	}
	if runtime.GOOS == "linux" {
		here := "linux/" + runtime.GOARCH
		if _, err := ship.Image(nil, ship.ImageOptions{Output: out, Platforms: []string{here, here}}); err == nil ||
			!strings.Contains(err.Error(), here+" is named twice") {
			t.Errorf("one platform twice: %v", err)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("there is an image")
	}
}
