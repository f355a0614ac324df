package release_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tools/release"
)

func TestNotes(t *testing.T) {
	const changelog = "# Changelog\n\n## Unreleased\n\n- **New**\n\n## [v1.2.0] - 2026-01-02\n\n### A\n\n- a\n\n## 1.1.0\n\n" +
		"## 1.0.0 – 2026-01-01\n\n- b\n"
	for version, want := range map[string]string{"v1.2.0": "### A\n\n- a\n", "v1.3.0": "- **New**\n", "v1.1.0": "- **New**\n", "v1.0.0": "- b\n"} {
		if got, err := release.Notes(changelog, version); got != want || err != nil {
			t.Errorf("the notes of %s are %q, %v", version, got, err)
		}
	}
	if _, err := release.Notes("# Changelog\n\n## 1.1.0\n", "v1.1.0"); err == nil {
		t.Error("a section with nothing in it is no notes")
	}
}

// TestChangelog: a version has its number and its date, so that a release finds its notes.
func TestChangelog(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	heading, versions := regexp.MustCompile(`^## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d\n$`), 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "## ") || line == "## Unreleased\n" {
			continue
		}
		version := heading.FindStringSubmatch(line)
		if version == nil {
			t.Errorf("the heading %q is not as in ## 1.2.3 – 2026-01-02", line)
			continue
		}
		versions++
		if notes, err := release.Notes(string(text), "v"+version[1]); err != nil || notes == "" {
			t.Errorf("the notes of %s: %v", version[1], err)
		}
	}
	if versions == 0 {
		t.Error("the changelog has no version")
	}
}

func TestParsePlatforms(t *testing.T) {
	if list, err := release.ParsePlatforms(""); len(list) != 6 || err != nil {
		t.Errorf("all platforms are %v, %v", list, err)
	}
	if list, err := release.ParsePlatforms("linux/amd64, darwin/arm64"); len(list) != 2 || list[1] != (release.Platform{OS: "darwin", Arch: "arm64"}) ||
		err != nil {
		t.Errorf("two platforms are %v, %v", list, err)
	}
	for _, text := range []string{"linux", "linux/386", "linux/amd64,linux/amd64", ","} {
		if list, err := release.ParsePlatforms(text); err == nil {
			t.Errorf("%q is %v", text, list)
		}
	}
}
