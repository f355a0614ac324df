package snapshot

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/engine/bundle"
)

// Survey collects what a build depends on. Only after the build does the bundler report which files it has
// read, and files may change while it reads: so what can be determined before is determined before, too.
type Survey struct {
	folder  string
	began   time.Time
	before  map[question]Sum
	list    []question
	asked   map[question]bool
	visited map[string]bool   // folders
	bundled map[question]bool // a file that must exist
}

// NewSurvey begins a survey of a build of the given files; paths are relative to the folder.
func NewSurvey(folder string, paths []string) *Survey {
	s := &Survey{
		folder: folder, began: time.Now(), before: map[question]Sum{},
		asked: map[question]bool{}, visited: map[string]bool{}, bundled: map[question]bool{},
	}
	for _, path := range paths {
		s.target(folder, "./"+path)
	}
	for at := folder; ; at = filepath.Dir(at) {
		for _, name := range plugAndPlay() {
			s.file(filepath.Join(at, name))
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	for _, q := range s.list {
		if a, err := q.ask(); err == nil {
			s.before[q] = a.sum
		}
	}
	return s
}

// plugAndPlay lists the manifests with which Yarn replaces folders by archives.
func plugAndPlay() []string { return []string{".pnp.data.json", ".pnp.cjs", ".pnp.js"} }

// The time of a file may be behind the clock: by a tick of the system, or by the rounding of a file system
// that counts in seconds.
const (
	tick       = 20 * time.Millisecond
	coarseTick = 2 * time.Second
)

// Facts returns what the build depended on, besides the files whose sums are known. The error is the reason
// why that cannot be determined; the build must not be kept then.
func (s *Survey) Facts(parts []bundle.Part, known map[string]Sum) ([]Fact, error) {
	for path := range known {
		s.file(absolute(s.folder, path))
	}
	for _, part := range parts {
		s.part(part)
	}
	var facts []Fact
	for i := 0; i < len(s.list); i++ { // an answer may add questions
		q := s.list[i]
		a, err := q.ask()
		if err != nil {
			return nil, err
		}
		if err := s.follow(q, a); err != nil {
			return nil, err
		}
		fact := Fact{s.relative(q.path), q.names, a.sum}
		sum, isKnown := known[fact.Path]
		if isKnown = isKnown && !q.names; !isKnown {
			facts = append(facts, fact)
		}
		if isKnown && sum != a.sum || !isKnown && !s.isSettled(q, a) {
			return nil, fmt.Errorf("%s may have changed during the build", fact.Path)
		}
	}
	return facts, nil
}

// isSettled reports whether an answer is certainly the one that the bundler got.
func (s *Survey) isSettled(q question, a answer) bool {
	if before, wasAsked := s.before[q]; wasAsked {
		return before == a.sum
	}
	lag := tick
	if a.modified.Nanosecond() == 0 {
		lag = coarseTick
	}
	return a.modified.Before(s.began.Add(-lag))
}

// part adds the questions that determine one file of the bundle and the targets of its imports.
func (s *Survey) part(part bundle.Part) {
	file := absolute(s.folder, part.File)
	s.file(file)
	s.bundled[question{path: file}] = true
	s.file(strings.TrimSuffix(file, filepath.Ext(file))) // it would take precedence
	s.around(filepath.Dir(file))
	for _, specifier := range part.Imports {
		s.target(filepath.Dir(file), specifier)
	}
}

// target adds questions about the folders in which an import is looked up.
func (s *Survey) target(from, specifier string) {
	path := filepath.FromSlash(specifier)
	fixed, _, isPattern := strings.Cut(path, "*")
	switch {
	case isPattern:
		s.below(filepath.Dir(filepath.Join(from, fixed+"x")))
	case filepath.IsAbs(path):
		s.around(filepath.Dir(path))
	case strings.HasPrefix(specifier, "."):
		s.around(filepath.Dir(filepath.Join(from, path)))
	case !strings.HasPrefix(specifier, "#"): // a package.json defines these
		s.inPackages(from, path)
	}
}

// below adds questions about everything in a folder and its subfolders: import(`./lib/${name}.js`) means
// every file there.
func (s *Survey) below(folder string) {
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			s.around(path)
		}
		return nil // a folder that cannot be read cannot be imported from
	})
}

// inPackages adds questions about every place of a package with that name.
func (s *Survey) inPackages(from, path string) {
	name, rest, _ := strings.Cut(path, string(filepath.Separator))
	if strings.HasPrefix(name, "@") {
		second, _, _ := strings.Cut(rest, string(filepath.Separator))
		name = filepath.Join(name, second)
	}
	for at := from; at != filepath.Dir(at); at = filepath.Dir(at) {
		packages := filepath.Join(at, nodeModules)
		if _, err := os.Lstat(filepath.Join(packages, name)); err == nil {
			s.around(filepath.Join(packages, name))
			s.around(filepath.Dir(filepath.Join(packages, path)))
		}
	}
}

// around adds questions about a folder and those above it, up to the root of its package: a package may name
// a file by its folder. Above that, the bundler looks for each package.json and node_modules up to the root.
func (s *Survey) around(folder string) {
	if s.visited[folder] {
		return
	}
	s.visited[folder] = true
	within, top := true, s.packageOf(folder)
	for at := folder; ; at = filepath.Dir(at) {
		if within {
			s.names(at)
		}
		within = within && at != top
		if filepath.Base(at) != nodeModules {
			s.file(filepath.Join(at, "package.json"))
			s.names(filepath.Join(at, nodeModules))
		}
		if at == filepath.Dir(at) {
			return
		}
	}
}

// packageOf returns the root folder of the package that a folder belongs to; the folder itself if it does not
// belong to a package.
func (s *Survey) packageOf(folder string) string {
	for at := folder; ; at = filepath.Dir(at) {
		_, err := os.Lstat(filepath.Join(at, "package.json"))
		switch {
		case err == nil, at == s.folder, filepath.Base(filepath.Dir(at)) == nodeModules:
			return at
		case at == filepath.Dir(at):
			return folder
		}
	}
}

// follow adds the questions that follow from an answer: a file may name its source map. It returns an error
// for a bundled path that is not a file, and for archives that replace folders.
func (s *Survey) follow(q question, a answer) error {
	base := filepath.Base(q.path)
	switch {
	case q.names:
		return nil
	case s.bundled[q] && a.content == nil:
		return fmt.Errorf("%s is not a file", s.relative(q.path))
	case slices.Contains(plugAndPlay(), base) && a.sum != Sum{}:
		return errors.New("there is a " + base)
	}
	link, err := url.Parse(lastComment(a.content, "sourceMappingURL="))
	switch {
	case err != nil || link.Path == "" || link.Scheme != "" && link.Scheme != "file":
		return nil // the bundler does not follow it either
	case link.Scheme == "file" || link.Host != "" || path.IsAbs(link.Path):
		return fmt.Errorf("the source map of %s is elsewhere", s.relative(q.path))
	}
	s.file(filepath.Join(filepath.Dir(q.path), filepath.FromSlash(link.Path)))
	return nil
}

// lastComment returns the text after the last occurrence of a word, up to the end of the line.
func lastComment(text []byte, word string) string {
	i := bytes.LastIndex(text, []byte(word))
	if i < 0 {
		return ""
	}
	comment, _, _ := strings.Cut(string(text[i+len(word):]), "\n")
	return strings.TrimRight(comment, " \t\r*/")
}

func (s *Survey) file(path string)  { s.ask(question{path, false}) }
func (s *Survey) names(path string) { s.ask(question{path, true}) }

func (s *Survey) ask(q question) {
	if !s.asked[q] {
		s.asked[q] = true
		s.list = append(s.list, q)
	}
}

// absolute returns the absolute path for a path that is relative to a folder, or already absolute: on other
// drives there are no relative paths.
func absolute(folder, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

func (s *Survey) relative(path string) string {
	if rel, err := filepath.Rel(s.folder, path); err == nil {
		path = rel
	}
	return filepath.ToSlash(path)
}

// Changed returns a file or folder for which a fact is no longer true; empty if all are true.
func Changed(folder string, facts []Fact) string {
	var changed atomic.Pointer[Fact]
	Each(len(facts), func(i int) {
		if changed.Load() != nil {
			return
		}
		fact := &facts[i]
		a, err := question{absolute(folder, fact.Path), fact.Names}.ask()
		if err != nil || a.sum != fact.Sum {
			changed.Store(fact)
		}
	})
	if fact := changed.Load(); fact != nil {
		return fact.Path
	}
	return ""
}
