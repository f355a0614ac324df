package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestScaledApplicationsHoldWhatIsMeasured: each controller has its three files, and the last has the text that a reload replaces.
func TestScaledApplicationsHoldWhatIsMeasured(t *testing.T) {
	folder := t.TempDir()
	const controllers = 120
	if err := writeScaleApp(folder, controllers); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.ts"))
	if err != nil || len(files) != 3*controllers {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil || strings.Contains(string(text), "%!") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	last, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(scaleEdited(controllers-1))))
	if err != nil || strings.Count(string(last), `"Shop 119"`) != 1 || strings.Count(string(last), "Mapping") != 10 {
		t.Errorf("%v\n%s", err, last)
	}
}

func TestScaleSizes(t *testing.T) {
	if got, err := scaleSizes("10,3000"); err != nil || !slices.Equal(got, []int{10, 3000}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, wrong := range []string{"", "ten", "0", "-1", "10,"} {
		if got, err := scaleSizes(wrong); err == nil {
			t.Errorf("%q: %v", wrong, got)
		}
	}
}
