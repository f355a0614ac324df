package app

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/fwrun/fwrun/images"
)

// TestImageBudgetOutlivesAReload: work of both generations shares one budget while its limits have not changed.
func TestImageBudgetOutlivesAReload(t *testing.T) {
	generationOf := func(s imageSettings, before *generation) *generation {
		g := &generation{settings: settings{images: s}}
		g.shareImages(before)
		return g
	}
	first := generationOf(imageSettings{limits: images.Limits{MaxPixels: 5}}, nil)
	for name, c := range map[string]struct {
		next imageSettings
		same bool
	}{
		"nothing changed": {imageSettings{limits: images.Limits{MaxPixels: 5}}, true},
		"a folder":        {imageSettings{limits: images.Limits{MaxPixels: 5}, folders: []string{"/media"}}, true},
		"a limit":         {imageSettings{limits: images.Limits{MaxPixels: 5, Timeout: time.Second}}, false},
	} {
		if got := generationOf(c.next, first).images == first.images; got != c.same {
			t.Errorf("%s: the same is %v", name, got)
		}
	}
}

func TestImageSettings(t *testing.T) {
	folder := t.TempDir()
	outside := filepath.Join(t.TempDir(), "media")
	for _, c := range []struct {
		key    string
		value  any
		memory int64
	}{
		{"server.memory-limit", "1GiB", 192 << 20},
		{"server.memory-limit", "100MiB", 50 << 20},
		{"images.memory", "1GiB", 1 << 30},
	} {
		if got := settingsWith(t, folder, c.key, c.value).images.limits.Memory; got != c.memory {
			t.Errorf("%s: %v: %d, want %d", c.key, c.value, got, c.memory)
		}
	}
	got := settingsWith(t, folder, "images.folders", []string{outside, "../shared/"}).images.folders
	if len(got) != 2 || got[0] != outside || got[1] != filepath.Join(filepath.Dir(folder), "shared") {
		t.Errorf("folders: %v", got)
	}
}
