package coverage

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// node is a row of a report: everything, a folder or a file.
type node struct {
	name     string // relative to the node above; empty for everything
	depth    int
	file     *File // nil for everything and for folders
	totals   Totals
	children []*node
}

// treeOf groups files by their folders, which are named from the innermost folder that has them all, as Istanbul groups packages. Files of one
// folder need no row for it.
func treeOf(folder string, files []*File) *node {
	root := &node{totals: none()}
	folders := map[string]*node{}
	common := commonFolder(folder, files)
	for _, f := range files {
		dir := path.Dir(relative(folder, f.Path))
		if folders[dir] == nil {
			folders[dir] = &node{name: dir, depth: 1, totals: none()}
			root.children = append(root.children, folders[dir])
		}
		totals := f.Totals()
		folders[dir].children = append(folders[dir].children, &node{name: path.Base(f.Path), depth: 2, file: f, totals: totals})
		folders[dir].totals = folders[dir].totals.plus(totals)
		root.totals = root.totals.plus(totals)
	}
	if len(root.children) == 1 {
		root.children = root.children[0].children
		for _, file := range root.children {
			file.depth = 1
		}
	}
	prefix := ""
	if folders[common] != nil {
		prefix = cmp.Or(strings.Trim(path.Base(path.Join(filepath.ToSlash(folder), common)), "/."), "root")
	}
	root.rename(common, prefix)
	return root
}

// rename names folders relative to the common one, with its own name before them if that has files of its own.
func (n *node) rename(common, prefix string) {
	for _, child := range n.children {
		if child.file != nil {
			continue
		}
		below, _ := strings.CutPrefix(child.name, common)
		child.name = path.Join(prefix, strings.TrimPrefix(below, "/"))
		child.sort()
	}
	n.sort()
}

func (n *node) sort() {
	slices.SortFunc(n.children, func(a, b *node) int { return cmp.Compare(a.name, b.name) })
}

// commonFolder returns the innermost folder that has all files, relative to the folder of the application; "." for that.
func commonFolder(folder string, files []*File) string {
	var common []string
	for i, f := range files {
		dirs := strings.Split(path.Dir(relative(folder, f.Path)), "/")
		if i == 0 {
			common = dirs
			continue
		}
		same := 0
		for same < min(len(common), len(dirs)) && common[same] == dirs[same] {
			same++
		}
		common = common[:same]
	}
	return cmp.Or(strings.Join(common, "/"), ".")
}

// files returns the files below the node, by folder.
func (n *node) files() (list []*File) {
	n.each(func(n *node) {
		if n.file != nil {
			list = append(list, n.file)
		}
	})
	return list
}

// each calls a function for the node and all below it.
func (n *node) each(visit func(*node)) {
	visit(n)
	for _, child := range n.children {
		child.each(visit)
	}
}
