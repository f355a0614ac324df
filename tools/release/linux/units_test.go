package linux

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/needs"
)

// TestUnitsAreThoseOfTheGuide: the units are what docs/guide/operations.md shows for one application, made for any.
func TestUnitsAreThoseOfTheGuide(t *testing.T) {
	page, err := os.ReadFile("../../../docs/guide/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	anyOf := strings.NewReplacer("# shop.", "# fwrun@.", "/usr/local/bin", "/usr/bin", "/etc/shop.env", "/etc/fwrun/%i.env", "/var/cache/shop",
		"/var/cache/fwrun/%i",
		"CacheDirectory=shop", "CacheDirectory=fwrun/%i", "shop", "%i")
	for _, kind := range []string{"service", "socket"} {
		shown := regexp.MustCompile("(?ms)^```ini\n(# shop\\." + kind + "\n.*?)^```$").FindSubmatch(page)
		if shown == nil {
			t.Fatalf("the guide shows no shop.%s", kind)
		}
		if unit := unitOf(t, "fwrun@."+kind); unit != anyOf.Replace(string(shown[1])) {
			t.Errorf("fwrun@.%s is not what the guide shows:\n%s", kind, unit)
		}
	}
}

// TestUnitsVerify: systemd finds nothing wrong with the units.
func TestUnitsVerify(t *testing.T) {
	needs.Program(t, "systemd-analyze")
	folder := t.TempDir()
	entries, err := units.ReadDir("systemd")
	if err != nil || len(entries) != 4 {
		t.Fatalf("there are %d units, %v", len(entries), err)
	}
	for _, entry := range entries { // a program that is there, in place of fwrun
		text := strings.ReplaceAll(unitOf(t, entry.Name()), "/usr/bin/fwrun", "/bin/true")
		if err := os.WriteFile(filepath.Join(folder, entry.Name()), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, entry := range entries {
		name := filepath.Join(folder, strings.Replace(entry.Name(), "@.", "@shop.", 1))
		said, err := exec.CommandContext(t.Context(), "systemd-analyze", "verify", "--man=no", "--recursive-errors=no", name).CombinedOutput()
		if err != nil || len(said) > 0 {
			t.Errorf("%s: %v\n%s", entry.Name(), err, said)
		}
	}
}

func unitOf(t *testing.T, name string) string {
	t.Helper()
	text, err := units.ReadFile("systemd/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
