package manifest

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// declared is a class or function with the decorators that stand on it.
type declared struct {
	ref      Ref
	file     *source.File
	class    *source.Class    // nil for a function
	function *source.Function // nil for a class
	own      []*Declaration   // on the class or function itself
	members  []*Declaration
}

// name is what people call it. A default export without a name is called after its file.
func (o *declared) name() string {
	switch {
	case o.class != nil && o.class.Name != "":
		return o.class.Name
	case o.function != nil && o.function.Name != "":
		return o.function.Name
	case o.ref.Export == "default":
		return nameOfFile(o.ref.File)
	}
	return o.ref.Export
}

// nameOfFile makes UserService of users/user-service.js.
func nameOfFile(file string) string {
	stem, _, _ := strings.Cut(path.Base(file), ".")
	var name strings.Builder
	for word := range strings.FieldsFuncSeq(stem, func(r rune) bool { return r == '-' || r == '_' || r == ' ' }) {
		first, size := utf8.DecodeRuneInString(word)
		name.WriteString(string(unicode.ToUpper(first)) + word[size:])
	}
	return cmp.Or(name.String(), "Default")
}

// spot is that of the name.
func (o *declared) spot() fault.Spot {
	if o.class != nil {
		return spotOf(o.ref.File, o.class.Pos, o.class.Name)
	}
	return spotOf(o.ref.File, o.function.Pos, o.function.Name)
}

// at is the spot of the name of a member.
func (o *declared) at(m *source.Member) fault.Spot { return spotOf(o.ref.File, m.Pos, m.Name) }

// atParam is the spot of the name of a parameter.
func (o *declared) atParam(p *source.Param) fault.Spot { return spotOf(o.ref.File, p.Pos, p.Name) }

// find returns the first declaration of a decorator on the owner itself.
func (o *declared) find(decorator string) *Declaration { return first(o.own, decorator) }

// on returns the declarations that stand on a member, parameters not included.
func (o *declared) on(member string) []*Declaration {
	var list []*Declaration
	for _, d := range o.members {
		if d.Member == member && d.Target != OnParam {
			list = append(list, d)
		}
	}
	return list
}

// onParam returns the declarations that stand on a parameter of a member.
func (o *declared) onParam(member string, index int) []*Declaration {
	var list []*Declaration
	for _, d := range o.members {
		if d.Target == OnParam && d.Member == member && d.Param == index {
			list = append(list, d)
		}
	}
	return list
}

// first returns the first declaration of a decorator, or nil.
func first(list []*Declaration, decorator string) *Declaration {
	i := slices.IndexFunc(list, func(d *Declaration) bool { return d.Decorator == decorator })
	if i < 0 {
		return nil
	}
	return list[i]
}

// member finds an instance member by name.
func (o *declared) member(name string) *source.Member {
	if o.class == nil {
		return nil
	}
	i := slices.IndexFunc(o.class.Members, func(m *source.Member) bool { return m.Name == name && !m.Static })
	if i < 0 {
		return nil
	}
	return o.class.Members[i]
}

// chain is a class and its base classes, nearest first, as far as the source shows them.
func (src *Source) chain(owner *declared) []*declared {
	list := []*declared{owner}
	for last := owner; last.class.Extends != nil && len(list) < maxHeritage; {
		found := src.Project.LookupType(last.file, last.class.Extends)
		if found.Class == nil {
			break
		}
		last = src.declaredClass(found.File, found.Class)
		list = append(list, last)
	}
	return list
}

// eachMember visits the instance members of a bean's class and of its base classes, with the class that declares each. A
// member that a class writes again hides the base's.
func (src *Source) eachMember(bean *Bean, visit func(owner *declared, m *source.Member)) {
	owner := src.classes[bean.Class]
	if bean.Class.IsZero() || owner == nil || owner.class == nil {
		return
	}
	seen := map[string]bool{}
	for _, link := range src.chain(owner) {
		for _, m := range link.class.Members {
			if !m.Static && !seen[m.Name] {
				seen[m.Name] = true
				visit(link, m)
			}
		}
	}
}

// maxHeritage bounds chains of classes and interfaces, which may be written in a circle.
const maxHeritage = 64

// declaredClass is a class with its decorators, or without when it has none.
func (src *Source) declaredClass(file *source.File, class *source.Class) *declared {
	ref := Ref{file.Path, class.Export}
	if known := src.classes[ref]; known != nil && known.class == class {
		return known
	}
	return &declared{ref: ref, file: file, class: class}
}

// isBase reports whether another declared class extends this one.
func (src *Source) isBase(owner *declared) bool {
	for _, other := range src.ordered {
		if other.class == nil || other == owner {
			continue
		}
		for _, ancestor := range src.chain(other)[1:] {
			if ancestor.class == owner.class {
				return true
			}
		}
	}
	return false
}

// scans reports whether the stereotypes and mappings of a file count.
func (src *Source) scans(o *declared) bool { return slices.Contains(src.Scan, o.ref.File) }
