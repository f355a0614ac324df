package folders

import (
	"path/filepath"
	"testing"
)

// TestInside: paths lead inside by their first name, however they are written, and beside the executable otherwise.
func TestInside(t *testing.T) {
	home, unpacked := t.TempDir(), t.TempDir()
	f := Folders{Application: home, Key: "files.folders", Inside: NewInside(unpacked, []string{"public/a/b.html", "shop.js", "public/c.css"})}
	for path, want := range map[string]string{
		"public/a/b.html": unpacked, "./public/../public/x": unpacked, "public": unpacked, "shop.js": unpacked,
		"data/x": home, "publicity": home, "x/../data": home, "x/../public/y": unpacked,
		filepath.Join(home, "public", "x"):     unpacked, // as process.cwd() makes it
		filepath.Join(home, "data"):            home,
		filepath.Join(unpacked, "public", "x"): unpacked, // as realpath makes it
		Mount + "/node_modules/tz/x":           unpacked,
	} {
		folder, _, err := f.LocateFor(path)
		if err != nil || folder != want {
			t.Errorf("%s leads into %s, %v", path, folder, err)
		}
		if changeable := f.Changeable(path) == nil; changeable != (want == home) {
			t.Errorf("%s is changeable: %v", path, changeable)
		}
	}
	for _, path := range []string{"..", "../x", "/etc/passwd", Mount + "/../etc", Mount + "x"} {
		if folder, below, err := f.LocateFor(path); err == nil {
			t.Errorf("%s leads to %s in %s", path, below, folder)
		}
	}
	var none *Inside
	if none.Holds("public/x") || none.Folder("public", home) != home || none.Over("x", home) != home {
		t.Error("a folder has something inside")
	}
	if _, _, is := none.Find(Mount + "/x"); is {
		t.Error("a folder has something at the mount")
	}
}
