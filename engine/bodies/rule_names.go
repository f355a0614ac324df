package bodies

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// judgeNames reports names that nobody declares, each where it is used first.
func (q *inquiry) judgeNames() {
	reported := map[string]bool{}
	if q.asksForSurroundings() {
		for _, name := range strings.Fields(surroundings) {
			reported[name] = true
		}
	}
	for _, n := range q.free {
		if n.Name == "eval" {
			return // which may declare anything
		}
	}
	var imports forgotten
	for _, n := range q.free {
		if reported[n.Name] || q.isKnown(n.Name) {
			continue
		}
		reported[n.Name] = true
		if from := q.exporter(n.Name); from != "" {
			imports.add(from, n)
			continue
		}
		hint, mend := q.meant(n)
		q.report(problem{
			code: codeName, message: n.Name + " is not defined", hint: hint, mend: mend, lacks: []string{n.Name}, from: n.At, to: n.End,
		})
	}
	for i, from := range imports.from {
		q.reportForgotten(from, imports.nodes[i])
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
func (q *inquiry) reportForgotten(from string, nodes []*source.Node) {
	sortNodes(nodes)
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.Name
	}
	all := strings.Join(names, ", ")
	p := problem{
		code: codeName, message: names[0] + " is not defined", lacks: names, from: nodes[0].At, to: nodes[0].End,
		hint: fmt.Sprintf("import it: import { %s } from %q;", all, from), mend: q.importing(all, from),
	}
	switch len(names) {
	case 1:
	case 2:
		p.why = "it is not imported; nor is " + names[1]
	default:
		p.why = "it is not imported; nor are " + strings.Join(names[1:], ", ")
	}
	q.report(p)
}

// asksForSurroundings reports whether the file finds out where it runs.
func (q *inquiry) asksForSurroundings() bool {
	for name := range q.asked {
		if isOneOf(name, surroundings) {
			return true
		}
	}
	return false
}

func (q *inquiry) isKnown(name string) bool {
	return Globals()[name] || q.globals[name] || q.asked[name] || !q.tree.Module && isOneOf(name, ofFiles)
}

// meant returns what was most likely meant by a name, and the replacement if that is certain.
func (q *inquiry) meant(n *source.Node) (hint string, mend *fault.Mend) {
	if owner := q.methodAround(n); owner != "" {
		return fmt.Sprintf("write %s.%s, which is a member of the class", owner, n.Name), q.mend(n.At, n.At, owner+".")
	}
	if near := fault.Nearest(n.Name, q.visible(n)); near != "" {
		return "did you mean " + near + "?", q.mend(n.At, n.End, near)
	}
	if hint := Elsewhere(n.Name); hint != "" {
		return hint, nil
	}
	return "declare it, import it, or check the spelling", nil
}

// exporter returns the specifier from which a name can be imported: "fwrun", or the only file that exports it; "" if there is none.
func (q *inquiry) exporter(name string) string {
	found := ""
	if q.exports[name] {
		return "fwrun"
	}
	for file, j := range q.files {
		if file == q.file.Path || !j.facts.exports[name] || name == "default" {
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
	return source.Specifier(q.file.Path, found)
}

// importing returns the replacement that imports a name: into the braces of an import that is there, or as a line of its own.
func (q *inquiry) importing(name, from string) *fault.Mend {
	first := int32(-1)
	for _, n := range q.tree.Body {
		if n.Kind != source.NodeImport {
			continue
		}
		if n.Name == from && n.NameAt > 0 {
			return q.mend(n.NameAt, n.NameAt, name+", ")
		}
		if first < 0 {
			first = n.At
		}
	}
	if first < 0 {
		first = int32(len(q.tree.Text) - len(strings.TrimPrefix(q.tree.Text, "\ufeff")))
		if strings.HasPrefix(q.tree.Text, "#!") {
			first = int32(strings.IndexByte(q.tree.Text+"\n", '\n')) + 1
		}
	}
	if int(first) > len(q.tree.Text) {
		return nil
	}
	return q.mend(first, first, fmt.Sprintf("import { %s } from %q;\n", name, from))
}

// methodAround returns this, or the class, if a name is that of a member of the class in which it is used; "" otherwise.
func (q *inquiry) methodAround(n *source.Node) string {
	for _, c := range q.file.Classes {
		if c.Pos.Offset > int(n.At) || c.End.Offset < int(n.At) {
			continue
		}
		this := q.thisNear(n)
		if this == nil || this.class != c {
			return ""
		}
		if p, _ := q.member(this, n.Name); p != nil && !p.hidden {
			return "this"
		}
	}
	return ""
}

// visible lists the names that can be used at a node.
func (q *inquiry) visible(n *source.Node) (names []string) {
	for s := q.scopes[n]; s != nil; s = s.outer {
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
func (q *inquiry) thisNear(n *source.Node) *value {
	if s := q.scopes[n]; s != nil {
		return s.this
	}
	return nil
}
