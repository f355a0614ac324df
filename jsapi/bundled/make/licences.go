package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// licences collects the packages that files belong to.
type licences struct {
	folder string
	seen   map[string]bool // folders of packages, relative to folder
}

// add notes the packages of files. A package inside of another one's node_modules is one of its own.
func (l licences) add(files []string) {
	for _, file := range files {
		const mark = "node_modules/"
		at := strings.LastIndex(file, mark) + len(mark)
		parts := strings.SplitN(file[at:], "/", 3)
		name := parts[0]
		if strings.HasPrefix(name, "@") {
			name += "/" + parts[1]
		}
		l.seen[file[:at]+name] = true
	}
}

// text returns the names, versions and licences of the packages.
func (l licences) text() (string, error) {
	var out strings.Builder
	folders := make([]string, 0, len(l.seen))
	for folder := range l.seen {
		folders = append(folders, folder)
	}
	slices.Sort(folders)
	for _, folder := range folders {
		about, err := os.ReadFile(filepath.Join(l.folder, folder, "package.json"))
		if err != nil {
			return "", err
		}
		var known struct{ Name, Version, License string }
		if err := json.Unmarshal(about, &known); err != nil {
			return "", fmt.Errorf("%s: %w", folder, err)
		}
		fmt.Fprintf(&out, "%s %s (%s)\n\n", known.Name, known.Version, known.License)
		found, _ := filepath.Glob(filepath.Join(l.folder, folder, "[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*"))
		if len(found) == 0 {
			return "", fmt.Errorf("%s has no file with its licence", folder)
		}
		text, err := os.ReadFile(found[0])
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "%s\n\n", strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
	return out.String(), nil
}
