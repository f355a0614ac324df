package folder

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"
)

// TestConfigFiles: the configuration is found in the application, where the command says, and beside an executable.
func TestConfigFiles(t *testing.T) {
	application, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "production")
	for _, name := range []string{filepath.Join(application, "settings"), elsewhere} {
		if err := os.MkdirAll(name, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		filepath.Join(application, "application.yml"):             "beside",
		filepath.Join(application, "settings", "application.yml"): "inside",
		filepath.Join(elsewhere, "application.yml"):               "elsewhere",
		filepath.Join(elsewhere, "other.yml"):                     "file",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		config string
		packed bool
		want   string
	}{
		"inside":    {filepath.Join(application, "settings"), false, "inside"},
		"elsewhere": {elsewhere, false, "elsewhere"},
		"a file":    {filepath.Join(elsewhere, "other.yml"), false, "file"},
		"packed":    {"", true, "beside"},
	} {
		files, folder := ConfigFiles(os.DirFS(application), application, c.config, c.packed)
		if text, err := fs.ReadFile(files, path.Join(folder, "application.yml")); err != nil || string(text) != c.want {
			t.Errorf("%s: %s: %s, %v", name, folder, text, err)
		}
		if problems := MissingConfig(c.config); len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
		}
	}
	if _, folder := ConfigFiles(os.DirFS(application), application, "", false); folder != "" {
		t.Errorf("the folder is %s", folder)
	}
	if problems := MissingConfig(filepath.Join(elsewhere, "nowhere")); len(problems) != 1 {
		t.Errorf("got %v", problems)
	}
}
