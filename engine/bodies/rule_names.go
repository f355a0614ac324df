package bodies

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// nameRule reports names that nobody declares, each where it is used first.
type nameRule struct{ rule }

// judge reports names that nobody declares, each where it is used first.
func (r *nameRule) judge() {
	reported := map[string]bool{}
	if r.asksForSurroundings() {
		for _, name := range strings.Fields(surroundings) {
			reported[name] = true
		}
	}
	for _, n := range r.names.free {
		if n.Name == "eval" {
			return // which may declare anything
		}
	}
	var imports forgotten
	for _, n := range r.names.free {
		if reported[n.Name] || r.isKnown(n.Name) {
			continue
		}
		reported[n.Name] = true
		if from := r.exporter(n.Name); from != "" {
			imports.add(from, n)
			continue
		}
		hint, mend := r.meant(n)
		r.report.add(problem{
			code: codeName, message: n.Name + " is not defined", hint: hint, mend: mend, lacks: []string{n.Name}, from: n.At, to: n.End,
		})
	}
	for i, from := range imports.from {
		r.reportForgotten(from, imports.nodes[i])
	}
}

// forgotten are names that only have to be imported, by the file that exports them.
type forgotten struct {
	from  []string
	nodes [][]*source.Node
}

func (f *forgotten) add(from string, n *source.Node) {
	i := slices.Index(f.from, from)
	if i < 0 {
		i = len(f.from)
		f.from, f.nodes = append(f.from, from), append(f.nodes, nil)
	}
	f.nodes[i] = append(f.nodes[i], n)
}

// reportForgotten reports what one import brings in, where the first of the names is used.
func (r *nameRule) reportForgotten(from string, nodes []*source.Node) {
	sortNodes(nodes)
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.Name
	}
	all := strings.Join(names, ", ")
	p := problem{
		code: codeName, message: names[0] + " is not defined", lacks: names, from: nodes[0].At, to: nodes[0].End,
		hint: fmt.Sprintf("import it: import { %s } from %q;", all, from), mend: r.importing(all, from),
	}
	switch len(names) {
	case 1:
	case 2:
		p.why = "it is not imported; nor is " + names[1]
	default:
		p.why = "it is not imported; nor are " + strings.Join(names[1:], ", ")
	}
	r.report.add(p)
}

// asksForSurroundings reports whether the file finds out where it runs.
func (r *nameRule) asksForSurroundings() bool {
	for name := range r.names.asked {
		if isOneOf(name, surroundings) {
			return true
		}
	}
	return false
}

func (r *nameRule) isKnown(name string) bool {
	return Globals()[name] || r.world.globals[name] || r.names.asked[name] || !r.tree.Module && isOneOf(name, ofFiles)
}

// meant returns what was most likely meant by a name, and the replacement if that is certain.
func (r *nameRule) meant(n *source.Node) (hint string, mend *fault.Mend) {
	if owner := r.methodAround(n); owner != "" {
		return fmt.Sprintf("write %s.%s, which is a member of the class", owner, n.Name), r.report.mend(n.At, n.At, owner+".")
	}
	if near := fault.Nearest(n.Name, r.visible(n)); near != "" {
		return "did you mean " + near + "?", r.report.mend(n.At, n.End, near)
	}
	if hint := elsewhere(n.Name); hint != "" {
		return hint, nil
	}
	return "declare it, import it, or check the spelling", nil
}

// exporter returns the specifier from which a name can be imported: "fwrun", or the only file that exports it; "" if there is none.
func (r *nameRule) exporter(name string) string {
	found := ""
	if r.world.exports[name] {
		return "fwrun"
	}
	for file, j := range r.world.files {
		if file == r.file.Path || !j.facts().exports[name] || name == "default" {
			continue
		}
		if found != "" {
			return ""
		}
		found = file
	}
	if found == "" {
		return ""
	}
	return source.Specifier(r.file.Path, found)
}

// importing returns the replacement that imports a name: into the braces of an import that is there, or as a line of its own.
func (r *nameRule) importing(name, from string) *fault.Mend {
	first := int32(-1)
	for _, n := range r.tree.Body {
		if n.Kind != source.NodeImport {
			continue
		}
		if n.Name == from && n.NameAt > 0 {
			return r.report.mend(n.NameAt, n.NameAt, name+", ")
		}
		if first < 0 {
			first = n.At
		}
	}
	if first < 0 {
		first = int32(len(r.tree.Text) - len(strings.TrimPrefix(r.tree.Text, "\ufeff")))
		if strings.HasPrefix(r.tree.Text, "#!") {
			first = int32(strings.IndexByte(r.tree.Text+"\n", '\n')) + 1
		}
	}
	if int(first) > len(r.tree.Text) {
		return nil
	}
	return r.report.mend(first, first, fmt.Sprintf("import { %s } from %q;\n", name, from))
}

// methodAround returns this, or the class, if a name is that of a member of the class in which it is used; "" otherwise.
func (r *nameRule) methodAround(n *source.Node) string {
	for _, c := range r.file.Classes {
		if c.Pos.Offset > int(n.At) || c.End.Offset < int(n.At) {
			continue
		}
		this := r.thisNear(n)
		if this == nil || this.class != c {
			return ""
		}
		if p, _ := r.members.member(this, n.Name); p != nil && !p.hidden {
			return "this"
		}
	}
	return ""
}

// visible lists the names that can be used at a node.
func (r *nameRule) visible(n *source.Node) (names []string) {
	for s := r.names.scopes[n]; s != nil; s = s.outer {
		for name := range s.names {
			names = append(names, name)
		}
	}
	for name := range Globals() {
		if len(name) > 3 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// thisNear returns what this is where a name is used.
func (r *nameRule) thisNear(n *source.Node) *value {
	if s := r.names.scopes[n]; s != nil {
		return s.this
	}
	return nil
}
