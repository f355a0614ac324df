package images

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/images"
)

// TestOpen: work of both generations shares one budget while its limits have not changed, and the folders are always the new ones.
func TestOpen(t *testing.T) {
	first := Open(Settings{limits: images.Limits{MaxPixels: 5}}, nil)
	for name, c := range map[string]struct {
		next Settings
		same bool
	}{
		"nothing changed": {Settings{limits: images.Limits{MaxPixels: 5}}, true},
		"a folder":        {Settings{limits: images.Limits{MaxPixels: 5}, folders: []string{"/media"}}, true},
		"a limit":         {Settings{limits: images.Limits{MaxPixels: 5, Timeout: time.Second}}, false},
	} {
		next := Open(c.next, first)
		if got := next.processor == first.processor; got != c.same {
			t.Errorf("%s: the same is %v", name, got)
		}
		if bean := next.Bean("/a", nil); len(bean.Folders) != len(c.next.folders) || bean.Processor != next.processor {
			t.Errorf("%s: %+v", name, bean)
		}
	}
}

func TestRead(t *testing.T) {
	application := t.TempDir()
	read := func(text string, memory uint64) (Settings, *config.Reader) {
		t.Helper()
		props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(text)}}, config.Options{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		r := props.Reader()
		return Read(r, application, memory), r
	}
	for _, c := range []struct {
		text   string
		memory uint64
		want   int64
	}{
		{"{}", 0, 192 << 20},
		{"{}", 1 << 30, 192 << 20},
		{"{}", 100 << 20, 50 << 20},
		{"images: { memory: 1GiB }", 100 << 20, 1 << 30},
	} {
		if got, _ := read(c.text, c.memory); got.limits.Memory != c.want {
			t.Errorf("%s with %d: %d, want %d", c.text, c.memory, got.limits.Memory, c.want)
		}
	}
	there := t.TempDir()
	got, r := read("images: { folders: ['"+there+"', ../shared/] }", 0)
	if len(got.folders) != 2 || got.folders[0] != there || got.folders[1] != filepath.Join(filepath.Dir(application), "shared") {
		t.Errorf("folders: %v", got.folders)
	}
	if problems := r.Problems(); len(problems) != 1 || !strings.Contains(problems[0].Message, "is not a folder") {
		t.Errorf("problems: %v", problems)
	}
}
