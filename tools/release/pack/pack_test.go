package pack_test

import (
	"bytes"
	"os/exec"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/needs"
	"github.com/fwrun/fwrun/tools/release/pack"
)

// TestSameBytes: an archive depends on nothing but what is handed in, and its time on no time zone.
func TestSameBytes(t *testing.T) {
	files := []pack.File{{Name: "a/b", Data: []byte("text"), Run: true}, {Name: "a/ü", Data: make([]byte, 100_000)}}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, archive := range map[string]func([]pack.File, time.Time) ([]byte, error){"tar": pack.TarGz, "zip": pack.Zip} {
		first, err := archive(files, at)
		if err != nil {
			t.Fatal(name, err)
		}
		second, err := archive(files, at.In(time.FixedZone("far", 9*60*60)))
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("two archives by %s differ: %v", name, err)
		}
		third, err := archive(files, at.Add(time.Hour))
		if err != nil || bytes.Equal(first, third) {
			t.Errorf("the time is not in an archive by %s: %v", name, err)
		}
	}
}

// TestOthersRead: tar and gzip, as systems have them, read what is written.
func TestOthersRead(t *testing.T) {
	needs.Program(t, "tar")
	packed, err := pack.TarGz([]pack.File{{Name: "folder/program", Data: []byte("text"), Run: true}}, time.Unix(1_700_000_000, 0))
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("tar", "-xzOf", "-", "folder/program")
	command.Stdin = bytes.NewReader(packed)
	if out, err := command.CombinedOutput(); err != nil || string(out) != "text" {
		t.Errorf("tar says %q, %v", out, err)
	}
}
