package apptest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/fwrun/fwrun/app/coverage"
	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/instrument"
)

// covered adds up what the files of a run have covered, which run side by side.
type covered struct {
	mu    sync.Mutex
	files map[string]*coverage.File // by path, relative to the application
}

// add adds what an application of one file of tests has counted.
func (c *covered) add(folder string, counts *instrument.Counts, s *coverage.Settings) {
	if counts == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.files == nil {
		c.files = map[string]*coverage.File{}
	}
	for i := range counts.Files {
		file := &counts.Files[i]
		if !counted(file.Path, s) {
			continue
		}
		found := fileOf(folder, file, counts)
		if before := c.files[file.Path]; before != nil {
			before.Add(found)
		} else {
			c.files[file.Path] = found
		}
	}
}

// all returns the files with their texts.
func (c *covered) all() (files []*coverage.File) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.files {
		text, _ := os.ReadFile(f.Path) // a page without a text shows the figures
		f.Text = string(text)
		files = append(files, f)
	}
	return files
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
