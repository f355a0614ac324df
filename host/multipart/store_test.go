package multipart

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestStoreIsForTheUserAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("rights are told otherwise there")
	}
	s := testStore(t)
	file, err := s.create()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for path, want := range map[string]os.FileMode{file.Name(): 0o600, filepath.Dir(file.Name()): 0o700 | os.ModeDir} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if name := filepath.Base(file.Name()); len(name) != 32 {
		t.Errorf("the name %s can be guessed", name)
	}
}

func TestStoreIsMadeAgain(t *testing.T) {
	s := testStore(t)
	first, err := s.create()
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if err := os.RemoveAll(filepath.Dir(first.Name())); err != nil {
		t.Fatal(err)
	}
	second, err := s.create()
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
}

func TestAClosedStoreIsEmpty(t *testing.T) {
	s := NewStore(t.TempDir())
	file, err := s.create()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(s.parent); len(entries) > 0 {
		t.Errorf("%v is left", entries)
	}
	if _, err := s.create(); err == nil {
		t.Error("a closed store makes files")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestSweep kills a process that holds a store, while another one is alive.
func TestSweep(t *testing.T) {
	if os.Getenv("HOLD_A_STORE") != "" {
		s := NewStore(os.Getenv("HOLD_A_STORE"))
		if _, err := s.create(); err != nil {
			t.Fatal(err)
		}
		_, _ = os.Stdout.WriteString("holding\n")
		select {}
	}
	if runtime.GOOS == "windows" {
		t.Skip("no lock ends with its process there")
	}
	alive := testStore(t)
	kept, err := alive.create()
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	other := exec.Command(os.Args[0], "-test.run=^TestSweep$")
	other.Env = append(os.Environ(), "HOLD_A_STORE="+alive.parent)
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "holding\n" {
		t.Fatal(line, err)
	}
	NewStore(alive.parent).Sweep()
	if n := left(t, alive); n != 2 {
		t.Errorf("a sweep leaves %d files of two processes that are alive", n)
	}
	_ = other.Process.Kill()
	_ = other.Wait()
	NewStore(alive.parent).Sweep()
	if n := left(t, alive); n != 1 {
		t.Errorf("a sweep leaves %d files", n)
	}
	if _, err := os.Stat(kept.Name()); err != nil {
		t.Error(err)
	}
}

func TestSweepLeavesOthersAlone(t *testing.T) {
	parent := t.TempDir()
	for _, name := range []string{"fwrun-new-1", "fwrun", "fwrun-uploads"} {
		if err := os.Mkdir(filepath.Join(parent, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	target := t.TempDir()
	if err := os.Symlink(target, filepath.Join(parent, heldPrefix+"link")); err != nil {
		t.Fatal(err)
	}
	NewStore(parent).Sweep()
	NewStore(filepath.Join(parent, "none")).Sweep()
	entries, _ := os.ReadDir(parent)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != "fwrun fwrun-new-1 fwrun-uploads fwrun-uploads-link" {
		t.Error(got)
	}
}
