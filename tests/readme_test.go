package tests

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeShowsTheExample compares the controller on the first screen with the file that its command
// serves.
func TestReadmeShowsTheExample(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```js\n(.*?)```").FindSubmatch(readme)
	if block == nil {
		t.Fatal("the README shows no controller")
	}
	example, err := os.ReadFile("../scripts/examples/hello/hello.js")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(example), string(block[1])) {
		t.Errorf("the README shows a controller that is not in the example:\n%s", block[1])
	}
}

// TestReadmeLinks: every relative link of the documents has a target.
func TestReadmeLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	for folder, files := range map[string][]string{
		"..":      {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"},
		"../docs": {"architecture.md", "dependencies.md"},
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
