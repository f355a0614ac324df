package docs

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeFirstScreen: nothing but the name is above the sentence, the line that installs, a controller and its answer, and all of that is
// on the first screen. The examples run what is shown.
func TestReadmeFirstScreen(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	first := regexp.MustCompile("(?s)^# fwrun\n\n[^\n]+\\.\n\n    curl ([^\n]+)\n\n```js\n// [^\n]+\n(.*?)```\n\n```console\n\\$ fwrun \\.\n\\$ curl (.*?)```\n").FindSubmatch(readme)
	if first == nil {
		t.Fatal("the README does not begin with a sentence, a line that installs, a controller and its answer")
	}
	if lines := strings.Count(string(first[0]), "\n"); lines > 30 {
		t.Errorf("the first screen has %d lines", lines)
	}
	if !strings.Contains(readGuide(t, "installation"), "\n    curl "+string(first[1])+"\n") {
		t.Errorf("the guide installs in another way than with: curl %s", first[1])
	}
}

// TestReadmeLinks: every relative link of the documents has a target.
func TestReadmeLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	for folder, files := range map[string][]string{
		"../..":      {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"},
		"../../docs": {"architecture.md", "dependencies.md"},
	} {
		for _, file := range files {
			text, err := os.ReadFile(folder + "/" + file)
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range link.FindAllSubmatch(text, -1) {
				if _, err := os.Stat(folder + "/" + string(match[1])); err != nil {
					t.Errorf("%s links to %s, which is not there", file, match[1])
				}
			}
		}
	}
}
