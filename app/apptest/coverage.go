package apptest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/app/coverage"
	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/instrument"
)

// covered adds up what the files of a run have covered, which run side by side. One that is nil takes nothing.
type covered struct {
	settings *coverage.Settings

	mu     sync.Mutex
	files  map[string]*coverage.File // by path, relative to the application
	unread map[string]bool
}

// newCovered returns nil if nothing is counted.
func newCovered(s *coverage.Settings) *covered {
	if s == nil {
		return nil
	}
	return &covered{settings: s, files: map[string]*coverage.File{}, unread: map[string]bool{}}
}

// add adds what an application of one file of tests has counted.
func (c *covered) add(folder string, counts *instrument.Counts) {
	if c == nil || counts == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range counts.Files {
		file := &counts.Files[i]
		switch {
		case file.Ignored || !counted(file.Path, c.settings):
		case file.Unread:
			c.unread[file.Path] = true
		case c.files[file.Path] != nil:
			c.files[file.Path].Add(fileOf(folder, file, counts))
		default:
			c.files[file.Path] = fileOf(folder, file, counts)
		}
	}
}

// all returns the files with their texts, and the paths of those in which nothing could be counted.
func (c *covered) all() (files []*coverage.File, unread []string) {
	if c == nil {
		return nil, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.files {
		text, _ := os.ReadFile(f.Path) // a page without a text shows the figures
		f.Text = string(text)
		files = append(files, f)
	}
	return files, slices.Sorted(maps.Keys(c.unread))
}

// keep keeps what was covered in a folder, where the console finds it.
func (r *Report) keep(into, application string, part bool) error {
	application, err := filepath.EvalSymlinks(application)
	if err != nil {
		return err
	}
	counts := r.Counts()
	return coverage.Keep(into, &coverage.Run{
		Application: application, Began: r.Began, Took: r.Took, Part: part, Files: r.Covered,
		Passed: counts[Passed], Failed: counts[Failed], Skipped: counts[Skipped] + counts[Todo] + counts[NotRun],
	})
}

// counted reports whether a script is reported: tests are not.
func counted(name string, s *coverage.Settings) bool {
	matches := func(pattern string) bool { return bundle.Matches(name, pattern) }
	return !IsTest(name) && (len(s.Include) == 0 || slices.ContainsFunc(s.Include, matches)) && !slices.ContainsFunc(s.Exclude, matches)
}

// fileOf returns what a script has counted, in the terms of reports.
func fileOf(folder string, f *instrument.CountedFile, counts *instrument.Counts) *coverage.File {
	count := func(counter int) int { return int(counts.Of(counter)) }
	file := &coverage.File{Path: filepath.Join(folder, filepath.FromSlash(f.Path))}
	for _, s := range f.Statements {
		file.Statements = append(file.Statements, coverage.Statement{Range: rangeOf(s.At), Count: count(s.Counter)})
	}
	for i, fn := range f.Functions {
		name := fn.Name
		if name == "" {
			name = fmt.Sprintf("(anonymous_%d)", i)
		}
		file.Functions = append(file.Functions, coverage.Function{
			Name: name, Decl: rangeOf(fn.Declared), Loc: rangeOf(fn.Body), Count: count(fn.Counter),
		})
	}
	for _, b := range f.Branches {
		branch := coverage.Branch{Kind: b.Kind, Loc: rangeOf(b.At)}
		for _, path := range b.Paths {
			branch.Arms = append(branch.Arms, coverage.Arm{Range: rangeOf(path.At), Count: count(path.Counter)})
		}
		file.Branches = append(file.Branches, branch)
	}
	return file
}

func rangeOf(r instrument.Range) coverage.Range {
	return coverage.Range{
		Start: coverage.Position{Line: int(r.Line), Column: int(r.Column)}, End: coverage.Position{Line: int(r.EndLine), Column: int(r.EndColumn)},
	}
}
