package bundled_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/bundled"
	"github.com/fwrun/fwrun/tests/needs"
)

// TestDistIsMade makes the scripts again: nobody has edited them, and they are of the versions that are pinned.
func TestDistIsMade(t *testing.T) {
	needs.Program(t, "npm")
	again := t.TempDir()
	command := exec.Command("go", "run", "./jsapi/bundled/make", "-o", again)
	command.Dir = filepath.Join("..", "..")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	made, err := os.ReadDir(again)
	if err != nil {
		t.Fatal(err)
	}
	committed, err := os.ReadDir("dist")
	if err != nil {
		t.Fatal(err)
	}
	if len(made) != len(committed) {
		t.Errorf("dist has %d files, and %d are made", len(committed), len(made))
	}
	for _, file := range made {
		want, _ := os.ReadFile(filepath.Join(again, file.Name()))
		got, _ := os.ReadFile(filepath.Join("dist", file.Name()))
		if !bytes.Equal(want, got) {
			t.Errorf("dist/%s is not what is made; run: go run ./jsapi/bundled/make", file.Name())
		}
	}
}

// TestEachCompiles: every script that requires nothing runs and exports something.
func TestEachCompiles(t *testing.T) {
	text, err := os.ReadFile("packages.json")
	if err != nil {
		t.Fatal(err)
	}
	var entries []struct {
		Name     string
		External []string
	}
	if err := json.Unmarshal(text, &entries); err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if len(entry.External) > 0 {
			continue // those who load it have what it requires
		}
		rt := goja.New()
		rt.Set("setTimeout", func(goja.FunctionCall) goja.Value { return goja.Undefined() })
		rt.Set("Intl", map[string]any{"DateTimeFormat": rt.Get("Date")}) // extended by a class, and not used
		exports, err := bundled.New(entry.Name).Load(rt, nil)
		if err != nil {
			t.Errorf("%s: %v", entry.Name, err)
			continue
		}
		if len(exports.ToObject(rt).Keys()) == 0 {
			t.Errorf("%s exports nothing", entry.Name)
		}
	}
}

// TestUnknown: a name that packages.json does not have is an error, not a crash.
func TestUnknown(t *testing.T) {
	if _, err := bundled.New("nothing").Load(goja.New(), nil); err == nil {
		t.Error("no error")
	}
}
