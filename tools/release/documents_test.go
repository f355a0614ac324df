package release

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPublished(t *testing.T) {
	const text = "# A\n\n<!-- before the first release -->\nnow\n<!-- after the first release:\nlater\n-->\n\nrest\n\n" +
		"<!-- before the first release -->\n<!-- after the first release:\nmore\n-->\n"
	if got, err := Published(text); err != nil || got != "# A\n\nlater\n\nrest\n\nmore\n" {
		t.Errorf("got %q, %v", got, err)
	}
	for name, wrong := range map[string]string{
		"no text for later":     "<!-- before the first release -->\nnow\n",
		"no end":                "<!-- before the first release -->\nnow\n<!-- after the first release:\nlater\n",
		"no text for now":       "<!-- after the first release:\nlater\n-->\n",
		"a second without text": strings.Replace(text, "<!-- after the first release:\nmore\n-->\n", "", 1),
	} {
		if got, err := Published(wrong); err == nil {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// TestPublish: one switch turns the documents of the repository round, and does nothing the second time.
func TestPublish(t *testing.T) {
	root := t.TempDir()
	for _, name := range Documents {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), before) {
			t.Errorf("%s says nothing of the time before the first release", name)
		}
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var first string
	for range 2 {
		if err := Publish(root); err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, name := range Documents {
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "first release") || !strings.Contains(string(text), "\n    curl -fsSL ") {
				t.Errorf("%s does not install by download:\n%.600s", name, text)
			}
			all.Write(text)
		}
		if first != "" && all.String() != first {
			t.Error("the second time something was changed")
		}
		first = all.String()
	}
}
