package parcel

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	program "github.com/fwrun/fwrun/ship/binary"
)

// example is an application with files of several kinds.
func example() Application {
	sources, _ := program.OwnSources()
	return Application{
		Name: "shop", Compiled: []byte("what was compiled"), Sources: sources,
		Files: fstest.MapFS{
			"shop.js": {Data: []byte("export const a = 1;")}, "public/a b.html": {Data: []byte("<p>")}, "public/empty": {},
			"migrations/main/001.sql": {Data: bytes.Repeat([]byte("-- a line\n"), 1000)},
		},
		Paths: []string{"shop.js", "public/empty", "migrations/main/001.sql", "public/a b.html"},
	}
}

// written returns the file of the test's own program with an application, and where its trailer begins.
func written(t *testing.T, a Application) (file []byte, end int64) {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	opened, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = opened.Close() }()
	p, err := program.Read(opened)
	if err != nil {
		t.Fatal(err)
	}
	space, err := os.CreateTemp(t.TempDir(), "space")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = space.Close() }()
	var out bytes.Buffer
	if err := Write(&out, p, a, space); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), int64(out.Len() - trailerSize)
}

func opened(t *testing.T) *Inside {
	t.Helper()
	file, end := written(t, example())
	in, err := open(bytes.NewReader(file), int64(len(file)), end)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestRoundTrip(t *testing.T) {
	in := opened(t)
	if in.Name() != "shop" || string(in.Compiled()) != "what was compiled" || len(in.Paths()) != 4 {
		t.Errorf("it is %q with %q and %q", in.Name(), in.Compiled(), in.Paths())
	}
	folder, err := in.Unpack(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a := example()
	for _, path := range a.Paths {
		want, err := a.Files.(fstest.MapFS).ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(path))); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is %q, %v", path, got, err)
		}
	}
}

func TestSameBytes(t *testing.T) {
	one, _ := written(t, example())
	two, _ := written(t, example())
	if !bytes.Equal(one, two) {
		t.Error("two builds differ")
	}
}

// TestDamage: whatever is changed behind the program, and wherever the file is cut off, nothing of it is used.
func TestDamage(t *testing.T) {
	file, end := written(t, example())
	behind := file[end-500:]
	for i := range behind {
		behind[i] ^= 4
		if _, err := open(bytes.NewReader(file), int64(len(file)), end); err == nil {
			t.Errorf("byte %d of the last %d does not count", i, len(behind))
		}
		behind[i] ^= 4
	}
	for _, cut := range []int{1, trailerSize, trailerSize + 1, 400} {
		short := file[:len(file)-cut]
		if _, err := open(bytes.NewReader(short), int64(len(short)), end); err == nil {
			t.Errorf("%d bytes can be missing", cut)
		}
	}
	signed := append(bytes.Clone(file), "a signature"...)
	if _, err := open(bytes.NewReader(signed), int64(len(signed)), end); err != nil {
		t.Errorf("a file that was signed afterwards: %v", err)
	}
}

// TestOtherSources: what another version has compiled is refused.
func TestOtherSources(t *testing.T) {
	a := example()
	a.Sources = "0123"
	file, end := written(t, a)
	if _, err := open(bytes.NewReader(file), int64(len(file)), end); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("got %v", err)
	}
}

// TestUnpackedAgain: what is not as it was is replaced as a whole, and what is, is used.
func TestUnpackedAgain(t *testing.T) {
	in, parent := opened(t), t.TempDir()
	folder, err := in.Unpack(parent)
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(folder, "shop.js")
	first := identity(t, script)
	for name, damage := range map[string]func() error{
		"a changed file": func() error { return replace(script, "export const a = 2;") },
		"a missing file": func() error { return os.Remove(script) },
		"one more file":  func() error { return os.WriteFile(filepath.Join(folder, "more.js"), nil, 0o600) },
		"a link":         func() error { return link(script) },
	} {
		if err := damage(); err != nil {
			t.Fatal(name, err)
		}
		if again, err := in.Unpack(parent); err != nil || again != folder {
			t.Fatalf("%s: %s, %v", name, again, err)
		}
		if got, err := os.ReadFile(script); err != nil || string(got) != "export const a = 1;" || !in.same(folder) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	last := identity(t, script)
	if os.SameFile(first, last) {
		t.Error("the damaged folder was kept")
	}
	if _, err := in.Unpack(parent); err != nil {
		t.Fatal(err)
	}
	if same, err := os.Stat(script); err != nil || !os.SameFile(last, same) {
		t.Errorf("an undamaged folder was replaced: %v", err)
	}
	if left, err := os.ReadDir(filepath.Dir(folder)); err != nil || len(left) != 1 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// identity returns what tells a file from others. It keeps the file open until the test ends: the system gives the number of
// one that is gone to the next.
func identity(t *testing.T, path string) os.FileInfo {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func replace(path, text string) error {
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

func link(path string) error {
	if err := os.Rename(path, path+".away"); err != nil {
		return err
	}
	return os.Symlink(path+".away", path)
}

func TestManyUnpackAtOnce(t *testing.T) {
	in, parent := opened(t), t.TempDir()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			folder, err := in.Unpack(parent)
			if err != nil || !in.same(folder) {
				t.Errorf("%s, %v", folder, err)
			}
		})
	}
	all.Wait()
}

// TestNowhereToUnpack: a folder that others can write to is passed over.
func TestNowhereToUnpack(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	in, open, own := opened(t), t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(open, "unpacked"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(open, "unpacked"), 0o777); err != nil {
		t.Fatal(err)
	}
	if folder, err := in.Unpack("", open, own); err != nil || !strings.HasPrefix(folder, own) {
		t.Errorf("%s, %v", folder, err)
	}
	above := t.TempDir()
	if err := os.Chmod(above, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, parent := range []string{open, above} {
		if folder, err := in.Unpack("", parent); err == nil {
			t.Errorf("it is in %s", folder)
		}
	}
}

// TestFolder: an application in files is held against its index.
func TestFolder(t *testing.T) {
	folder := t.TempDir()
	err := example().Each(func(name string, content []byte) error {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, content, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	in, err := OpenFolder(folder)
	if err != nil || in.Name() != "shop" {
		t.Fatal(in, err)
	}
	if got, err := in.Unpack(); err != nil || filepath.Base(got) != "files" {
		t.Errorf("the files are in %s, %v", got, err)
	}
	for _, name := range []string{"compiled", "files/shop.js"} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append([]byte("x"), before[1:]...), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenFolder(folder); err == nil {
			t.Errorf("a changed %s is used", name)
		}
		if err := os.WriteFile(path, before, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
