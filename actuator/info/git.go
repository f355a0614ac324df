package info

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Git returns the contributor of the branch and the commit of the repository that a folder belongs to. It reads the repository's
// files once, and runs nothing. For a folder without a repository it adds nothing.
func Git(folder string) Contributor {
	read := sync.OnceValue(func() map[string]any { return in("git", gitOf(folder)) })
	return Contributor{Name: "git", Tell: func(context.Context) (map[string]any, error) { return read(), nil }}
}

// repository is where git keeps what is read here.
type repository struct {
	own    string // HEAD is there
	common string // references and objects are there; another folder for a further work tree
}

// gitOf returns the values of the section.
func gitOf(folder string) map[string]any {
	r, ok := findRepository(folder)
	if !ok {
		return nil
	}
	branch, id := r.head()
	if id == "" {
		return nil
	}
	commit := map[string]any{"id": id[:min(len(id), shortID)]}
	if at, ok := r.timeOf(id); ok {
		commit["time"] = at.UTC().Format(time.RFC3339)
	}
	values := map[string]any{"commit": commit}
	if branch != "" {
		values["branch"] = branch
	}
	return values
}

const (
	shortID  = 7 // digits of an id that are shown, as Spring Boot does
	mostText = 1 << 20
)

// findRepository finds the repository of a folder, there or above.
func findRepository(folder string) (r repository, ok bool) {
	for {
		name := filepath.Join(folder, ".git")
		if info, err := os.Stat(name); err == nil {
			if !info.IsDir() {
				target, isLink := strings.CutPrefix(textOf(name), "gitdir: ")
				if !isLink {
					return r, false
				}
				name = beside(folder, target)
			}
			r = repository{name, name}
			if common := textOf(filepath.Join(name, "commondir")); common != "" {
				r.common = beside(name, common)
			}
			return r, true
		}
		above := filepath.Dir(folder)
		if above == folder {
			return r, false
		}
		folder = above
	}
}

// beside returns a path that may be relative to a folder.
func beside(folder, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

// textOf returns a small file without white space around it; empty if it cannot be read.
func textOf(name string) string {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostText {
		return ""
	}
	text, _ := os.ReadFile(name) // empty if that fails
	return strings.TrimSpace(string(text))
}

// head returns the branch and the id of the commit that is checked out. Without a branch, it is the id that HEAD has.
func (r repository) head() (branch, id string) {
	ref, isRef := strings.CutPrefix(textOf(filepath.Join(r.own, "HEAD")), "ref: ")
	if !isRef {
		if isID(ref) {
			return ref, ref
		}
		return "", ""
	}
	if strings.Contains(ref, "..") || !strings.HasPrefix(ref, "refs/") {
		return "", ""
	}
	branch = strings.TrimPrefix(ref, "refs/heads/")
	for _, folder := range []string{r.own, r.common} {
		if id = textOf(filepath.Join(folder, filepath.FromSlash(ref))); isID(id) {
			return branch, id
		}
	}
	return branch, r.packed(ref)
}

// packed returns the id of a reference from the file that holds many, or "".
func (r repository) packed(ref string) string {
	text, err := os.ReadFile(filepath.Join(r.common, "packed-refs"))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if id, name, _ := strings.Cut(strings.TrimSpace(line), " "); name == ref && isID(id) {
			return id
		}
	}
	return ""
}

// isID reports whether a text is the id of an object, by SHA-1 or SHA-256.
func isID(text string) bool {
	return (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == ""
}
