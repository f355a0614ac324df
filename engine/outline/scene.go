package outline

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Scene is a line of a file, of whose expressions it is asked what they are.
type Scene struct {
	Outline *Outline
	File    string
	Line    int
	// Variable returns what a variable was given before, as an expression, and the name of the type that it is declared with; each is
	// empty if it is not known.
	Variable func(name string) (given, declared string)
}

// Thing is what an expression is, as far as the sources say. The zero value is unknown.
type Thing struct {
	class    *Class
	static   bool   // it is the class itself, not an instance
	promises string // the name of the function that returned it as a promise; what it becomes is an instance
}

// Promised returns the name of the function that returns the promise that it is, or "".
func (t Thing) Promised() string { return t.promises }

// Known reports whether its class is known.
func (t Thing) Known() bool { return t.class != nil }

// deepest is how many expressions stand for one another.
const deepest = 8

// Of returns what an expression is.
func (s Scene) Of(expression string) Thing { return s.of(expression, deepest) }

func (s Scene) of(expression string, depth int) Thing {
	expression = strings.TrimSpace(expression)
	if s.Outline.File(s.File) == nil || depth == 0 || expression == "" {
		return Thing{}
	}
	if awaited, ok := strings.CutPrefix(expression, "await "); ok {
		t := s.of(awaited, depth-1)
		t.promises = ""
		return t
	}
	steps := steps(expression)
	t := s.first(steps[0], depth)
	for _, step := range steps[1:] {
		if t.class == nil || t.promises != "" {
			return Thing{}
		}
		t = s.Outline.member(t, step)
	}
	return t
}

// first returns what the beginning of an expression is: this, a variable, a class, a call, something in parentheses.
func (s Scene) first(step string, depth int) Thing {
	file := s.Outline.File(s.File)
	name, rest := word(step)
	switch {
	case strings.HasPrefix(step, "(") && strings.HasSuffix(step, ")"):
		inner, _, _ := strings.Cut(step[1:len(step)-1], " as ")
		return s.of(inner, depth-1)
	case name == "this" && rest == "":
		return Thing{class: file.classAt(s.Line)}
	case name == "new":
		class, _ := word(strings.TrimSpace(rest))
		return Thing{class: s.Outline.class(file, class)}
	case strings.HasPrefix(rest, "("):
		return s.Outline.call(file, name)
	case rest != "" || name == "":
		return Thing{}
	}
	given, declared := s.Variable(name)
	switch {
	case declared != "":
		return Thing{class: s.Outline.class(file, declared)}
	case given != "":
		return s.of(given, depth-1)
	default:
		return Thing{class: s.Outline.class(file, name), static: true}
	}
}

// NearestMethod returns the method whose name is most similar to a name, of those that a thing has, and the class that has it; "" if none is.
func (o *Outline) NearestMethod(t Thing, name string) (near, class string) {
	return o.nearest(t, name, func(m member) bool { return m.kind == source.Method })
}

// NearestMember returns the name of a member of a thing that is most similar to a name, or "" if none is, or one has that name.
func (o *Outline) NearestMember(t Thing, name string) string {
	near, _ := o.nearest(t, name, func(m member) bool { return m.kind != source.Constructor })
	return near
}

func (o *Outline) nearest(t Thing, name string, fits func(member) bool) (near, class string) {
	owners := map[string]string{}
	var names []string
	for _, c := range o.chain(t.class) {
		for _, m := range c.members {
			switch {
			case m.static != t.static || m.hidden && !strings.HasPrefix(name, "#"):
			case m.name == name:
				return "", ""
			case fits(m) && owners[m.name] == "":
				owners[m.name] = c.Name
				names = append(names, m.name)
			}
		}
	}
	near = fault.Nearest(name, names)
	return near, owners[near]
}

// member returns what a step behind a thing is.
func (o *Outline) member(t Thing, step string) Thing {
	name, rest := word(step)
	called := strings.HasPrefix(rest, "(")
	if rest != "" && !called {
		return Thing{}
	}
	for _, c := range o.chain(t.class) {
		for _, m := range c.members {
			if m.name != name || m.static != t.static {
				continue
			}
			if called != (m.kind == source.Method) {
				return Thing{}
			}
			return o.made(c.file, m.typ, m.promises, name)
		}
	}
	return Thing{}
}

// call returns what a call of a function is.
func (o *Outline) call(file *File, name string) Thing {
	for _, fn := range file.Functions {
		if fn.Name == name {
			return o.made(file, fn.typ, fn.promises, name)
		}
	}
	for _, im := range file.imports {
		if im.local != name {
			continue
		}
		if from := source.Resolve(o.paths, file.Path, im.from, o.byPath); from != nil {
			for _, fn := range from.Functions {
				if fn.Export == im.name {
					return o.made(from, fn.typ, fn.promises, name)
				}
			}
		}
		return Thing{}
	}
	for _, f := range host().all() {
		for _, fn := range f.Functions {
			if fn.Name == name && fn.Export == "" {
				return o.made(f, fn.typ, fn.promises, name)
			}
		}
	}
	return Thing{}
}

// made returns what a function of a file returns, or a field has.
func (o *Outline) made(file *File, typ string, promises bool, name string) Thing {
	t := Thing{class: o.class(file, typ)}
	if promises {
		t.promises = name
	}
	return t
}

// chain returns a class and those that it extends, as far as they are known.
func (o *Outline) chain(class *Class) (list []*Class) {
	for class != nil && !slices.Contains(list, class) {
		list = append(list, class)
		class = o.class(class.file, class.extends)
	}
	return list
}

// class returns the class that a name means in a file, or nil.
func (o *Outline) class(file *File, name string) *Class {
	if file == nil || name == "" {
		return nil
	}
	for i := range file.Classes {
		if file.Classes[i].Name == name {
			return &file.Classes[i]
		}
	}
	for _, im := range file.imports {
		switch {
		case im.local != name:
		case isHost(im.from):
			return hostClass(im.name, true)
		default:
			if from := source.Resolve(o.paths, file.Path, im.from, o.byPath); from != nil {
				class, _ := o.Declares(from.Path, im.name)
				return class
			}
			return nil
		}
	}
	if host().File(file.Path) == file { // fwrun's own files share their names
		if class := hostClass(name, true); class != nil {
			return class
		}
	}
	return hostClass(name, false)
}

// classAt returns the innermost class around a line, or nil.
func (f *File) classAt(line int) (inner *Class) {
	for i := range f.Classes {
		if c := &f.Classes[i]; line >= int(c.begin) && line <= int(c.end) && (inner == nil || c.begin >= inner.begin) {
			inner = c
		}
	}
	return inner
}

// word returns the name with which a text begins, and the rest.
func word(text string) (name, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '$' || r == '#' || r >= 0x80)
	})
	if end < 0 {
		return text, ""
	}
	return text[:end], text[end:]
}

// steps splits an expression at the points that are in no bracket, without ? and !.
func steps(expression string) (list []string) {
	depth, begin := 0, 0
	for i := range len(expression) {
		switch expression[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '.':
			if depth == 0 {
				list = append(list, strings.TrimRight(expression[begin:i], "?!"))
				begin = i + 1
			}
		}
	}
	return append(list, strings.TrimRight(expression[begin:], "?!"))
}
