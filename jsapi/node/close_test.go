package node_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/engine"
)

// TestFilesAreClosedWithTheVM: a reload or a stop leaves no file open.
func TestFilesAreClosedWithTheVM(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("only Linux tells which files a process has open")
	}
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := pageIn(t, folder)
	p.Eval(`use("fs").writeFileSync("left.txt", "x"); for (let i = 0; i < 3; i++) use("fs").openSync("left.txt", "r+")`)
	if n := open(t, filepath.Join(folder, "left.txt")); n != 3 {
		t.Fatalf("%d files are open", n)
	}
	for _, part := range p.Realm.Parts() {
		if dropper, ok := part.(engine.Dropper); ok {
			dropper.Drop()
		}
	}
	if n := open(t, filepath.Join(folder, "left.txt")); n != 0 {
		t.Errorf("%d files are open after the VM was dropped", n)
	}
}

// open counts how often the process has a file open.
func open(t *testing.T, path string) (n int) {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		if target, err := os.Readlink("/proc/self/fd/" + one.Name()); err == nil && target == path {
			n++
		}
	}
	return n
}
