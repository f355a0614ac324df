package release

import (
	"fmt"
	"strings"
)

// Notes returns the section of a changelog about a version, without its heading: "## 1.2.3", with or without a v and a date, or for lack of
// it "## Unreleased". It is an error if there is neither, or nothing in it.
func Notes(changelog, version string) (string, error) {
	number := strings.TrimPrefix(version, "v")
	for _, wanted := range []string{number, "Unreleased"} {
		section := sectionOf(changelog, wanted)
		if section != "" {
			return section + "\n", nil
		}
	}
	return "", fmt.Errorf("the changelog says nothing of %s: it has neither ## %s nor ## Unreleased, or nothing below it", version, number)
}

// sectionOf returns what is below a heading of the second level, up to the next one.
func sectionOf(text, wanted string) string {
	var lines []string
	inside := false
	for line := range strings.Lines(text) {
		if heading, is := strings.CutPrefix(line, "## "); is {
			if inside {
				break
			}
			words := strings.FieldsFunc(heading, func(r rune) bool { return strings.ContainsRune(" \t\r\n[]():,", r) })
			inside = len(words) > 0 && strings.TrimPrefix(words[0], "v") == wanted
			continue
		}
		if inside {
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, ""))
}
