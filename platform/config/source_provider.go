package config

import (
	"os"
	"path/filepath"

	"github.com/fwrun/fwrun/platform/fault"
)

// provider reads a source into a tree, which is merged over the tree read so far. The tree is nil
// if there is nothing to merge.
type provider func(l *loader, s *source) (*node, fault.List)

// providers maps the names used in declarations to providers.
func providers() map[string]provider {
	return map[string]provider{
		"env": fromFile, "ini": fromFile, "properties": fromFile, "json": fromFile, "yaml": fromFile,
		commandProvider: fromCommand, scriptProvider: fromScript,
	}
}

// The providers that run a program.
const (
	commandProvider = "command"
	scriptProvider  = "script"
)

// format parses a text to a tree, which is placed below the prefix of its source.
type format func(l *loader, s *source, f *file) (*node, fault.List)

func formats() map[string]format {
	return map[string]format{
		"env": dotenvTree, "ini": flatFormat(parseINI), "properties": flatFormat(parseProperties),
		"json": jsonTree, "yaml": yamlTree,
	}
}

// fromFile reads a file of the application, or any file if its path is absolute.
func fromFile(l *loader, s *source) (*node, fault.List) {
	fsys, name := l.fsys, s.file
	if filepath.IsAbs(s.file) {
		fsys, name = os.DirFS(filepath.Dir(s.file)), filepath.Base(s.file)
	}
	l.sourceFiles = append(l.sourceFiles, s.file)
	f, problem := readFile(fsys, name)
	if problem != nil {
		problem.Place.File = s.file
		return nil, fault.List{*problem}
	}
	if f == nil {
		s.absent()
		return nil, nil
	}
	f.path = s.file
	if IsSecret(s.prefix) {
		f.mask = nothingShown
	}
	if l.files[f.path] == nil || f.mask != nil {
		l.files[f.path] = f
	}
	return formats()[s.format](l, s, f)
}

// absent reports a missing file, unless the source is optional.
func (s *source) absent() {
	if !s.optional {
		s.Reject("file", "names a file that does not exist: "+s.file, "create the file, or write optional: true")
	}
}

// nothingShown masks a file in which every value is a secret.
func nothingShown(int) string { return "" }

// yamlTree reads a file as if it were an application.yml.
func yamlTree(_ *loader, s *source, f *file) (*node, fault.List) {
	tree, problems := parseYAML(f)
	return s.below(f, tree), problems
}

// below places a tree below the prefix of a source.
func (s *source) below(f *file, tree *node) *node {
	if tree == nil {
		return nil
	}
	return newMap(nil, f.originAt(f.place(1, 1))).with(splitKey(s.prefix), tree)
}

// asLiteral returns a copy in which no text is searched for placeholders.
func (n *node) asLiteral() *node {
	c := *n
	c.literal = n.kind != List && n.kind != Map
	c.items, c.fields = nil, nil
	for _, item := range n.items {
		c.items = append(c.items, item.asLiteral())
	}
	for _, f := range n.fields {
		f.value = f.value.asLiteral()
		c.fields = append(c.fields, f)
	}
	return &c
}
