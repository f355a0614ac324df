package declared

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Requires reports whether a function cannot be called without arguments.
func Requires(params []*source.Param) bool {
	return slices.ContainsFunc(params, func(p *source.Param) bool { return !p.HasDefault && !p.Optional && !p.Rest })
}

// Owner is a class or function with its decorators.
type Owner struct {
	Ref      manifest.Ref
	File     *source.File
	Class    *source.Class    // nil for a function
	Function *source.Function // nil for a class
	Own      []*Declaration   // on the class or function itself
	Members  []*Declaration
}

// Name returns the name for messages. A default export without a name is named after its file.
func (o *Owner) Name() string {
	switch {
	case o.Class != nil && o.Class.Name != "":
		return o.Class.Name
	case o.Function != nil && o.Function.Name != "":
		return o.Function.Name
	case o.Ref.Export == "default":
		return nameOfFile(o.Ref.File)
	}
	return o.Ref.Export
}

// nameOfFile derives UserService from users/user-service.js.
func nameOfFile(file string) string {
	stem, _, _ := strings.Cut(path.Base(file), ".")
	var name strings.Builder
	for word := range strings.FieldsFuncSeq(stem, func(r rune) bool { return r == '-' || r == '_' || r == ' ' }) {
		first, size := utf8.DecodeRuneInString(word)
		name.WriteString(string(unicode.ToUpper(first)) + word[size:])
	}
	return cmp.Or(name.String(), "Default")
}

// Spot returns the spot of the name.
func (o *Owner) Spot() fault.Spot {
	if o.Class != nil {
		return SpotOf(o.Ref.File, o.Class.Pos, o.Class.Name)
	}
	return SpotOf(o.Ref.File, o.Function.Pos, o.Function.Name)
}

// At returns the spot of the name of a member.
func (o *Owner) At(m *source.Member) fault.Spot { return SpotOf(o.Ref.File, m.Pos, m.Name) }

// AtParam returns the spot of the name of a parameter.
func (o *Owner) AtParam(p *source.Param) fault.Spot { return SpotOf(o.Ref.File, p.Pos, p.Name) }

// Find returns the first declaration of a decorator on the owner itself.
func (o *Owner) Find(decorator string) *Declaration { return First(o.Own, decorator) }

// On returns the declarations on a member, without those on its parameters.
func (o *Owner) On(member string) []*Declaration {
	var list []*Declaration
	for _, d := range o.Members {
		if d.Member == member && d.Target != OnParam {
			list = append(list, d)
		}
	}
	return list
}

// OnParam returns the declarations on a parameter of a member.
func (o *Owner) OnParam(member string, index int) []*Declaration {
	var list []*Declaration
	for _, d := range o.Members {
		if d.Target == OnParam && d.Member == member && d.Param == index {
			list = append(list, d)
		}
	}
	return list
}

// First returns the first declaration of a decorator, or nil.
func First(list []*Declaration, decorator string) *Declaration {
	i := slices.IndexFunc(list, func(d *Declaration) bool { return d.Decorator == decorator })
	if i < 0 {
		return nil
	}
	return list[i]
}

// Member returns an instance member by name.
func (o *Owner) Member(name string) *source.Member {
	if o.Class == nil {
		return nil
	}
	i := slices.IndexFunc(o.Class.Members, func(m *source.Member) bool { return m.Name == name && !m.Static })
	if i < 0 {
		return nil
	}
	return o.Class.Members[i]
}

// Chain returns a class and its base classes, nearest first, as far as the source shows them.
func (src *Source) Chain(owner *Owner) []*Owner {
	list := []*Owner{owner}
	for last := owner; last.Class.Extends != nil && len(list) < maxHeritage; {
		found := src.Project.LookupType(last.File, last.Class.Extends)
		if found.Class == nil {
			break
		}
		last = src.DeclaredClass(found.File, found.Class)
		list = append(list, last)
	}
	return list
}

// Function returns an exported function with its decorators; nil if it has none.
func (src *Source) Function(ref manifest.Ref) *Owner { return src.functions[ref] }

// EachMember visits the instance members of a bean's class and of its base classes, with the class that declares
// each. A member that a class redeclares hides that of its base class.
func (src *Source) EachMember(bean *manifest.Bean, visit func(owner *Owner, m *source.Member)) {
	owner := src.Classes[bean.Class]
	if bean.Class.IsZero() || owner == nil || owner.Class == nil {
		return
	}
	seen := map[string]bool{}
	for _, link := range src.Chain(owner) {
		for _, m := range link.Class.Members {
			if !m.Static && !seen[m.Name] {
				seen[m.Name] = true
				visit(link, m)
			}
		}
	}
}

// maxHeritage bounds chains of classes and interfaces, which may be circular in the source.
const maxHeritage = 64

// DeclaredClass returns a class with its decorators, if it has any.
func (src *Source) DeclaredClass(file *source.File, class *source.Class) *Owner {
	ref := manifest.Ref{File: file.Path, Export: class.Export}
	if known := src.Classes[ref]; known != nil && known.Class == class {
		return known
	}
	return &Owner{Ref: ref, File: file, Class: class}
}

// IsBase reports whether another declared class extends this one.
func (src *Source) IsBase(owner *Owner) bool {
	if src.bases == nil {
		src.bases = src.extended()
	}
	return src.bases[owner.Class]
}

// extended returns the classes that other declared classes extend.
func (src *Source) extended() map[*source.Class]bool {
	bases := map[*source.Class]bool{}
	for _, other := range src.Ordered {
		if other.Class == nil {
			continue
		}
		for _, ancestor := range src.Chain(other)[1:] {
			if ancestor.Class != other.Class { // as in a circle
				bases[ancestor.Class] = true
			}
		}
	}
	return bases
}

// Scans reports whether the stereotypes and mappings of a file count.
func (src *Source) Scans(o *Owner) bool { return src.scanned[o.Ref.File] }
