package release_test

import (
	"testing"

	"github.com/fwrun/fwrun/release"
)

func TestNotes(t *testing.T) {
	const changelog = "# Changelog\n\n## Unreleased\n\n- **New**\n\n## [v1.2.0] - 2026-01-02\n\n### A\n\n- a\n\n## 1.1.0\n"
	for version, want := range map[string]string{"v1.2.0": "### A\n\n- a\n", "v1.3.0": "- **New**\n", "v1.1.0": "- **New**\n"} {
		if got, err := release.Notes(changelog, version); got != want || err != nil {
			t.Errorf("the notes of %s are %q, %v", version, got, err)
		}
	}
	if _, err := release.Notes("# Changelog\n\n## 1.1.0\n", "v1.1.0"); err == nil {
		t.Error("a section with nothing in it is no notes")
	}
}

func TestParsePlatforms(t *testing.T) {
	if list, err := release.ParsePlatforms(""); len(list) != 6 || err != nil {
		t.Errorf("all platforms are %v, %v", list, err)
	}
	if list, err := release.ParsePlatforms("linux/amd64, darwin/arm64"); len(list) != 2 || list[1] != (release.Platform{OS: "darwin", Arch: "arm64"}) || err != nil {
		t.Errorf("two platforms are %v, %v", list, err)
	}
	for _, text := range []string{"linux", "linux/386", "linux/amd64,linux/amd64", ","} {
		if list, err := release.ParsePlatforms(text); err == nil {
			t.Errorf("%q is %v", text, list)
		}
	}
}
