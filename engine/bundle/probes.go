package bundle

import (
	"encoding/json"
	"fmt"
	"iter"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/dop251/goja/ast"

	"github.com/fwrun/fwrun/engine/instrument"
)

// probing reads what probes need, while the program is parsed. The function that it returns puts them into the tree.
func (in Input) probing(code, sourceMap []byte) func(tree *ast.Program) (*instrument.Table, error) {
	if !in.Probes {
		return nil
	}
	read := sync.OnceValues(func() (*instrument.Sources, error) { return in.readSources(code, sourceMap) })
	go func() { _, _ = read() }()
	return func(tree *ast.Program) (*instrument.Table, error) {
		sources, err := read()
		if err != nil {
			return nil, err
		}
		return instrument.Probes(tree, sources), nil
	}
}

func (in Input) readSources(code, sourceMap []byte) (*instrument.Sources, error) {
	var read struct {
		Sources        []string
		SourcesContent []*string
		Mappings       string
	}
	if err := json.Unmarshal(sourceMap, &read); err != nil {
		return nil, fmt.Errorf("reading the source map: %w", err)
	}
	files := make([]instrument.Source, len(read.Sources))
	for i, name := range read.Sources {
		var content *string
		if i < len(read.SourcesContent) {
			content = read.SourcesContent[i]
		}
		files[i] = in.sourceOf(path.Clean(name), content)
	}
	return instrument.ReadSources(instrument.Input{Code: code, Segments: placesOf(read.Mappings), Files: files}), nil
}

// sourceOf returns a file of the source map. Its text is that on the disk: that in the map is what plugins have made of it.
func (in Input) sourceOf(name string, content *string) instrument.Source {
	found := instrument.Source{File: instrument.File{Path: name}}
	if isAdded(name) || strings.Contains(name, Module+":") {
		found.Foreign = true
		return found
	}
	text, err := in.text(filepath.Join(in.Folder, filepath.FromSlash(name)))
	switch {
	case err == nil:
		found.Text = string(text)
		if file := filepath.Join(in.Folder, filepath.FromSlash(name)); in.isCommon(file, found.Text) {
			before, _ := in.computed(found.Text).replaced(found.Text)
			found.Before = units(in.before(file, found.Text, before))
		}
	case content != nil:
		found.Text = *content
	default:
		found.Foreign = true
	}
	return found
}

// placesOf reads mappings as the pass needs them.
func placesOf(mappings string) iter.Seq[instrument.Segment] {
	return func(yield func(instrument.Segment) bool) {
		for s := range segments(moved(mappings)) {
			if !yield(instrument.Segment{Line: s.line, Column: s.column, File: s.to[0], FromLine: s.to[1] + 1, FromColumn: s.to[2]}) {
				return
			}
		}
	}
}
