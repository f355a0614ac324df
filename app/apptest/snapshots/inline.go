package snapshots

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/jsapi/testapi"
	"github.com/fwrun/fwrun/platform/fault"
)

// text is a file with calls of toMatchInlineSnapshot.
type text struct {
	content []byte // as it ran; nil until something is to be written
	seen    map[[2]int]string
	edits   map[[2]int]edit // by line and column
}

// edit replaces a part of a text.
type edit struct {
	from, to int
	by       string
}

// only refuses a second text for the same call, as that of a row of it.each.
func (s *State) only(in *testapi.Inline, snapshot string) error {
	file := s.sources[in.Place.File]
	if file == nil {
		file = &text{seen: map[[2]int]string{}, edits: map[[2]int]edit{}}
		s.sources[in.Place.File] = file
	}
	at := [2]int{in.Place.Line, in.Place.Col}
	before, again := file.seen[at]
	if again && before != snapshot {
		if _, noted := file.edits[at]; noted {
			delete(file.edits, at)
			s.Added--
		}
		return fault.New("snapshots.inline", fault.Invalid, in.Method+" was called at this place before, with another value").
			WithHint("use toMatchSnapshot where several tests run the same call")
	}
	file.seen[at] = snapshot
	return nil
}

// change notes that the argument of a call is to become a text.
func (s *State) change(in *testapi.Inline, snapshot string) error {
	file, name := s.sources[in.Place.File], in.Place.File
	if file.content == nil {
		root, err := os.OpenRoot(s.folder)
		if err != nil {
			return err
		}
		defer func() { _ = root.Close() }()
		info, err := root.Stat(filepath.FromSlash(name))
		if err != nil {
			return unwritten(name, err)
		}
		if info.ModTime().After(s.ran) {
			return changed(name)
		}
		if file.content, err = root.ReadFile(filepath.FromSlash(name)); err != nil {
			return unwritten(name, err)
		}
	}
	made, ok := editOf(name, file.content, in, snapshot)
	if !ok {
		return fault.New("snapshots.inline", fault.Invalid, "the snapshot cannot be written into "+in.Place.String()).
			WithHint("call it as " + in.Method + "(), with a plain text, or with an object and a text")
	}
	file.edits[[2]int{in.Place.Line, in.Place.Col}] = made
	return nil
}

func changed(name string) error {
	return fault.New("snapshots.inline", fault.Conflict, name+" has changed since it was run, so no snapshot was written into it").
		WithHint("run the tests again")
}

// editOf returns the edit that makes a text the argument of the call at a place.
func editOf(name string, content []byte, in *testapi.Inline, snapshot string) (edit, bool) {
	tree := source.ParseTree(name, content)
	if tree == nil {
		return edit{}, false
	}
	line, col := in.Place.Line, in.Place.Col
	if line == 1 && strings.HasPrefix(tree.Text, "\ufeff") {
		col-- // places at run time count the byte order mark
	}
	var call *source.Node
	var find func(*source.Node)
	find = func(n *source.Node) {
		if n.Kind == source.NodeCall && n.A.Kind == source.NodeMember && n.A.Name == in.Method {
			if at := tree.At(n.A.NameAt); at.Line == line && at.Col == col {
				call = n
			}
		}
		n.Each(find)
	}
	for _, n := range tree.Body {
		find(n)
	}
	if call == nil {
		return edit{}, false
	}
	quoted := inlined(content, int(call.A.NameAt), snapshot)
	args := call.List
	if len(args) > 0 && !isText(args[0]) && in.Properties {
		if len(args) == 1 {
			return edit{int(args[0].End), int(call.End) - 1, ", " + quoted}, true
		}
		args = args[1:]
	}
	switch {
	case len(args) == 0:
		return edit{int(call.End) - 1, int(call.End) - 1, quoted}, true
	case isText(args[0]):
		return edit{int(args[0].At), int(args[0].End), quoted}, true
	}
	return edit{}, false
}

func isText(n *source.Node) bool {
	return n.Kind == source.NodeLiteral && n.Op == "string" || n.Kind == source.NodeTemplate && len(n.List) == 0
}

// inlined returns a text as a template, indented as the line of the call is, with the ends of lines that the file has there.
func inlined(content []byte, at int, snapshot string) string {
	line := string(content[strings.LastIndexByte(string(content[:at]), '\n')+1:])
	line, _, _ = strings.Cut(line, "\n")
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	inner, end := indent+"  ", "\n"
	if strings.Contains(indent, "\t") {
		inner = indent + "\t"
	}
	if strings.HasSuffix(line, "\r") {
		end = "\r\n"
	}
	lines := strings.Split(escapes.Replace(trim(snapshot)), "\n")
	if len(lines) == 1 {
		return "`" + lines[0] + "`"
	}
	for i, one := range lines {
		if one != "" {
			lines[i] = inner + one
		}
	}
	return "`" + end + strings.Join(lines, end) + end + indent + "`"
}

// unindented removes what inlined has added.
func unindented(text string) string {
	lines := strings.Split(text, "\n")
	if len(lines) < 3 || trim(lines[0]) != "" || trim(lines[len(lines)-1]) != "" {
		return text
	}
	indent := ""
	for _, line := range lines[1:] {
		if trim(line) != "" {
			indent = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
			break
		}
	}
	for i, line := range lines[1 : len(lines)-1] {
		rest, ok := strings.CutPrefix(line, indent)
		if !ok && line != "" {
			return text
		}
		lines[i+1] = rest
	}
	lines[len(lines)-1] = ""
	return strings.Join(lines, "\n")
}

// writeSources makes the edits of each file, unless it has changed.
func (s *State) writeSources(root *os.Root) error {
	for name, file := range s.sources {
		if len(file.edits) == 0 {
			continue
		}
		path := filepath.FromSlash(name)
		if now, err := root.ReadFile(path); err != nil || string(now) != string(file.content) {
			return changed(name)
		}
		info, err := root.Stat(path)
		if err == nil {
			err = root.WriteFile(path, edited(file), info.Mode().Perm())
		}
		if err != nil {
			return unwritten(name, err)
		}
	}
	return nil
}

func edited(file *text) []byte {
	var edits []edit
	for _, one := range file.edits {
		edits = append(edits, one)
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(b.from, a.from) })
	content := string(file.content)
	for _, one := range edits {
		content = content[:one.from] + one.by + content[one.to:]
	}
	return []byte(content)
}
