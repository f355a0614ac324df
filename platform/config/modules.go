package config

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// modules reads the module config files: other YAML files of the folder, which may declare connections to search
// clusters. A connection of a later file replaces one of the same name.
func (l *loader) modules() {
	if l.options.Below != nil {
		l.modulesOf(l.options.Below, defaultFolder, inExecutable)
	}
	l.modulesOf(l.fsys, l.options.Folder, "")
}

func (l *loader) modulesOf(fsys fs.FS, folder, shown string) {
	entries, _ := fs.ReadDir(fsys, folder) // a folder that does not exist has none
	for _, entry := range entries {
		if !isModule(entry) {
			continue
		}
		f, problem := readFile(fsys, path.Join(folder, entry.Name()))
		if problem != nil {
			l.problems = append(l.problems, *problem)
		}
		if f != nil {
			f.path = shown + f.path
		}
		if f == nil || !declaresConnections(f.text) {
			continue
		}
		tree, problems := parseYAML(f)
		l.problems = append(l.problems, problems...)
		if tree == nil {
			continue
		}
		declared, ok := tree.field(connections)
		if !ok || declared.value.kind != List {
			continue
		}
		l.files[f.path] = f
		l.keep(f, newMap([]field{declared}, declared.origin))
		l.tree = l.tree.with(splitKey(connections), l.replaced(declared.value))
	}
}

// connections is the one section that module config files have.
const connections = "opensearch"

func isModule(entry fs.DirEntry) bool {
	name, ending := entry.Name(), path.Ext(entry.Name())
	return !entry.IsDir() && (ending == ".yml" || ending == ".yaml") && !strings.HasPrefix(name, "application.") &&
		!strings.HasPrefix(name, "application-") && !strings.HasPrefix(name, ".")
}

// declaresConnections reports whether a file has the section at all: others belong to whatever else keeps YAML
// files in the folder, and are not judged.
func declaresConnections(text string) bool {
	return strings.HasPrefix(text, connections+":") || strings.Contains(text, "\n"+connections+":")
}

// replaced returns the list of connections so far with others in the place of those of the same name, or behind them.
func (l *loader) replaced(declared *node) *node {
	var items []*node
	if before, ok := l.tree.field(connections); ok && before.value.kind == List {
		items = slices.Clone(before.value.items)
	}
	for _, item := range declared.items {
		name := nameIn(item)
		at := slices.IndexFunc(items, func(other *node) bool { return name != "" && nameIn(other) == name })
		if at >= 0 {
			items[at] = item
		} else {
			items = append(items, item)
		}
	}
	return newList(items, declared.origin)
}

// nameIn returns the name of a connection.
func nameIn(n *node) string {
	name, ok := n.field("name")
	if !ok {
		return ""
	}
	return name.value.plainText()
}
