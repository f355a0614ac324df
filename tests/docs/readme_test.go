package docs

import (
	"os"
	"regexp"
	"testing"
)

// TestReadmeLinks: every relative link of the documents has a target.
func TestReadmeLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	for folder, files := range map[string][]string{
		"../..":      {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"},
		"../../docs": {"adding.md", "architecture.md", "dependencies.md", "known.md", "packages.md", "testing.md"},
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
