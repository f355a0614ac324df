package manifest

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// beans finds every bean: supplied by the host, carrying a stereotype, or produced by a
// @Bean method.
func (b *builder) beans() {
	for _, h := range b.HostBeans {
		b.add(&Bean{Name: h.Name, Stereotype: Supplied, TypeName: h.Type, types: []string{hostType(h.Type)}})
	}
	for _, owner := range b.ordered {
		if owner.class != nil && b.scans(owner) {
			b.component(owner)
		}
	}
	for _, bean := range b.out.Beans {
		if bean.Stereotype == Configuration {
			b.produced(bean)
		}
	}
	b.duplicates()
}

func (b *builder) add(bean *Bean) {
	bean.Index = len(b.out.Beans)
	b.out.Beans = append(b.out.Beans, bean)
}

// component registers a class that carries a stereotype. An abstract one is a base
// for others, not a bean.
func (b *builder) component(owner *declared) {
	var found *Declaration
	for _, s := range []Stereotype{RestController, Service, Component, Configuration} {
		d := owner.find(string(s))
		if d == nil {
			continue
		}
		if found != nil {
			b.report(fault.Diagnostic{
				Code: "bean-stereotypes", Place: b.placeOf(owner, d),
				Message: fmt.Sprintf("%s carries both @%s and @%s", owner.name(), found.Decorator, d.Decorator),
				Hint:    "a class has one stereotype; keep the more specific one",
			})
			return
		}
		found = d
	}
	if found == nil {
		b.withoutStereotype(owner)
		return
	}
	if owner.class.Abstract {
		return
	}
	bean := &Bean{
		Name: found.Options.text("name"), Stereotype: Stereotype(found.Decorator),
		Class: owner.ref, TypeName: owner.name(), Place: owner.place(),
		decl: owner.class, types: b.typesOf(owner.file, owner.class),
	}
	if strings.Contains(bean.Name, "/") {
		b.report(fault.Diagnostic{
			Code: "bean-name", Place: b.placeOf(owner, found),
			Message: fmt.Sprintf("@%s takes the bean's name, and %q looks like a path", found.Decorator, bean.Name),
			Hint:    fmt.Sprintf("write @RequestMapping(%q) beside it", bean.Name),
		})
	}
	if bean.Name == "" {
		bean.Name = BeanName(owner.name())
	}
	bean.Init = hooks(b.chain(owner), "PostConstruct")
	bean.Destroy = hooks(b.chain(owner), "PreDestroy")
	b.add(bean)
}

// BeanName is the default name of a bean: the class name with a small first letter.
func BeanName(class string) string {
	r, size := utf8.DecodeRuneInString(class)
	return string(unicode.ToLower(r)) + class[size:]
}

// withoutStereotype reports members that wait for a container that will not come: a
// mapped method in a class that is no controller is a 404 nobody understands.
func (b *builder) withoutStereotype(owner *declared) {
	if owner.class.Abstract || b.isBase(owner) {
		return
	}
	for _, d := range owner.members {
		if d.Target != OnMethod || d.Decorator == "JsonProperty" {
			continue
		}
		b.report(fault.Diagnostic{
			Code: "bean-no-stereotype", Place: b.placeOf(owner, d),
			Message: fmt.Sprintf("%s.%s carries @%s, but %s is no bean", owner.name(), d.Member, d.Decorator, owner.name()),
			Hint:    fmt.Sprintf("write @%s above `class %s`", stereotypeFor(d.Decorator), owner.name()),
		})
		return
	}
}

func stereotypeFor(decorator string) string {
	switch {
	case strings.HasSuffix(decorator, "Mapping"):
		return "RestController"
	case decorator == "Bean":
		return "Configuration"
	}
	return "Service"
}

// isBase tells whether another declared class extends this one.
func (b *builder) isBase(owner *declared) bool {
	for _, other := range b.ordered {
		if other == owner || other.class == nil {
			continue
		}
		for _, ancestor := range b.chain(other)[1:] {
			if ancestor.class == owner.class {
				return true
			}
		}
	}
	return false
}

// chain is a class and its base classes, nearest first, as far as the source shows them.
func (b *builder) chain(owner *declared) []*declared {
	list := []*declared{owner}
	for at := owner; at.class.Extends != nil && len(list) < 32; {
		found := b.Project.Lookup(at.file, at.class.Extends.Name)
		class := found.Class
		if class == nil {
			break
		}
		ref := Ref{found.File.Path, class.Export}
		next := b.classes[ref]
		if next == nil || class.Export == "" {
			next = &declared{ref: ref, file: found.File, class: class}
		}
		list = append(list, next)
		at = next
	}
	return list
}

// typesOf lists every class and interface an instance can be asked for by.
func (b *builder) typesOf(file *source.File, class *source.Class) []string {
	var types []string
	for depth := 0; class != nil && depth < 32; depth++ {
		types = append(types, typeKey(file.Path, class.Name))
		for _, i := range class.Implements {
			types = append(types, b.typeKeyOf(file, i.Name))
		}
		if class.Extends == nil {
			break
		}
		found := b.Project.Lookup(file, class.Extends.Name)
		base := found.Class
		if base == nil {
			types = append(types, b.typeKeyOf(file, class.Extends.Name))
			break
		}
		file, class = found.File, base
	}
	return types
}

// typeKeyOf names the type that a name means in a file: one key per declaration.
func (b *builder) typeKeyOf(file *source.File, name string) string {
	found := b.Project.Lookup(file, name)
	switch {
	case found.Class != nil:
		return typeKey(found.File.Path, found.Class.Name)
	case found.Type != nil:
		return typeKey(found.File.Path, found.Type.Name)
	case !found.FromPackage():
		return hostType(name)
	}
	return typeKey(found.From, found.Name)
}

func typeKey(file, name string) string { return file + "#" + name }

func hostType(name string) string { return typeKey("fwrun", name) }

// hooks lists the methods with a lifecycle decorator, base classes' first, each once.
func hooks(chain []*declared, decorator string) []string {
	var names []string
	for i := len(chain) - 1; i >= 0; i-- {
		for _, d := range chain[i].members {
			if d.Decorator == decorator && !contains(names, d.Member) {
				names = append(names, d.Member)
			}
		}
	}
	return names
}

func contains(list []string, s string) bool {
	for _, item := range list {
		if item == s {
			return true
		}
	}
	return false
}

// produced registers what a configuration's @Bean methods make.
func (b *builder) produced(configuration *Bean) {
	owner := b.classes[configuration.Class]
	for _, d := range owner.members {
		if d.Decorator != "Bean" {
			continue
		}
		method := owner.member(d.Member)
		if method == nil {
			continue
		}
		bean := &Bean{
			Name: d.Options.text("name"), Stereotype: Produced, Factory: configuration.Index, FactoryMethod: d.Member,
			Place: b.placeOf(owner, d), TypeName: "what " + owner.name() + "." + d.Member + " returns",
			Init: lifecycle(d, "initMethod"), Destroy: lifecycle(d, "destroyMethod"),
		}
		if bean.Name == "" {
			bean.Name = d.Member
		}
		b.producedType(bean, owner, d, method)
		b.add(bean)
	}
}

func lifecycle(d *Declaration, option string) []string {
	if name := d.Options.text(option); name != "" {
		return []string{name}
	}
	return nil
}

// producedType tells by what a produced bean can be asked for: the option `type`, else
// the method's return type.
func (b *builder) producedType(bean *Bean, owner *declared, d *Declaration, method *source.Member) {
	name := d.Options.text("type")
	if ref, ok := d.Options["type"].(Ref); ok {
		file := b.Project.File(ref.File)
		if class := exportedClass(file, ref.Export); class != nil {
			bean.Class, bean.TypeName, bean.types = ref, class.Name, b.typesOf(file, class)
		}
		return
	}
	if name == "" && method.Type != nil {
		name = unwrapPromise(method.Type).Name
	}
	if name == "" {
		return // can be asked for by name only
	}
	bean.TypeName = name
	found := b.Project.Lookup(owner.file, name)
	if class := found.Class; class != nil {
		bean.Class = Ref{found.File.Path, class.Export}
		bean.types = b.typesOf(found.File, class)
		return
	}
	bean.types = []string{b.typeKeyOf(owner.file, name)}
}

func unwrapPromise(t *source.Type) *source.Type {
	if t.Kind == source.TypeName && t.Name == "Promise" && len(t.Args) == 1 {
		return t.Args[0]
	}
	return t
}

// duplicates reports beans of one name.
func (b *builder) duplicates() {
	seen := map[string]*Bean{}
	for _, bean := range b.out.Beans {
		other, taken := seen[bean.Name]
		if !taken {
			seen[bean.Name] = bean
			continue
		}
		d := fault.Diagnostic{
			Code: "bean-duplicate", Place: bean.Place,
			Message: fmt.Sprintf("two beans are named %q: %s and %s", bean.Name, other.TypeName, bean.TypeName),
			Hint:    fmt.Sprintf("give one of them a name of its own: @%s(\"%s2\")", bean.Stereotype, bean.Name),
		}
		if other.Place.File != "" {
			d.Notes = []fault.Note{{Place: other.Place, Text: "the other one is here"}}
		} else {
			d.Why = "the name belongs to a bean of the host"
		}
		b.report(d)
	}
}
