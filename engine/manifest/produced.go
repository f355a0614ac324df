package manifest

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// produced registers what a configuration's @Bean methods make, those of its base classes
// included; a method that the class writes again hides the base's.
func (b *beansBuilder) produced(configuration *Bean) {
	seen := map[string]bool{}
	for _, owner := range b.chain(b.classes[configuration.Class]) {
		for _, d := range owner.members {
			method := owner.member(d.Member)
			if method == nil || seen[d.Member] {
				continue
			}
			switch {
			case d.Decorator == "Bean":
				b.produce(configuration, owner, d, method)
			case slices.Contains(modifiers, d.Decorator):
				b.modifiesNothing(owner, d)
			}
		}
		for _, m := range owner.class.Members {
			seen[m.Name] = true
		}
	}
}

func (b *beansBuilder) produce(configuration *Bean, owner *declared, d *Declaration, method *source.Member) {
	s := owner.at(method)
	bean := &Bean{
		Name: d.Options.Text("name"), Stereotype: Produced, Factory: configuration.Index, FactoryMethod: d.Member,
		Place: s.Place, Width: s.Length, TypeName: "what " + owner.name() + "." + d.Member + " returns",
		Init: b.lifecycle(owner, d, "initMethod"), Destroy: b.lifecycle(owner, d, "destroyMethod"),
		Primary: first(owner.on(d.Member), "Primary") != nil, Lazy: first(owner.on(d.Member), "Lazy") != nil,
	}
	if bean.Name == "" {
		bean.Name = d.Member
	}
	class := b.producedType(bean, owner, d, method)
	if class != nil {
		b.checkLifecycle(owner, d, class, "initMethod")
		b.checkLifecycle(owner, d, class, "destroyMethod")
	}
	if why, is := b.unmet(owner, owner.on(d.Member)); is {
		b.leaveOut(LeftOut{Name: owner.nameOf(d), Why: why, Place: s.Place}, bean.Types)
		return
	}
	b.makers[bean] = owner
	b.add(bean)
}

func (b *beansBuilder) lifecycle(owner *declared, d *Declaration, option string) []Hook {
	if name := d.Options.Text(option); name != "" {
		return []Hook{{name, b.spotOf(owner, d).Place}}
	}
	return nil
}

// producedType tells by what a produced bean can be asked for: the option `type`, else
// the method's return type. It returns the class, if that is one of the application.
func (b *beansBuilder) producedType(bean *Bean, owner *declared, d *Declaration, method *source.Member) *declared {
	written := optionType(d.Options)
	if ref, ok := d.Options["type"].(Ref); ok {
		if file := b.Project.File(ref.File); file != nil {
			if class := exportedClass(file, ref.Export); class != nil {
				return b.madeOf(bean, file, class)
			}
		}
		return nil
	}
	if written == nil && method.Type != nil {
		written = unwrapPromise(method.Type)
	}
	if written == nil || written.Kind != source.TypeName {
		if written != nil {
			bean.TypeName = written.String()
		}
		return nil // can be asked for by name only
	}
	bean.TypeName = written.String()
	found := b.Project.LookupType(owner.file, written)
	if found.Class != nil {
		return b.madeOf(bean, found.File, found.Class)
	}
	bean.Types = []string{b.typeKeyOf(owner.file, written)}
	return nil
}

func (b *beansBuilder) madeOf(bean *Bean, file *source.File, class *source.Class) *declared {
	bean.Class = Ref{file.Path, class.Export}
	bean.TypeName = class.Name
	bean.Types = b.typesOf(file, class)
	return b.declaredClass(file, class)
}

// checkLifecycle reports initMethod and destroyMethod that the class does not have.
func (b *beansBuilder) checkLifecycle(owner *declared, d *Declaration, class *declared, option string) {
	name := d.Options.Text(option)
	if name == "" {
		return
	}
	var methods []string
	for _, link := range b.chain(class) {
		if link.class.Extends != nil && !b.Project.LookupType(link.file, link.class.Extends).Found() {
			return // a base class that is not read may have it
		}
		for _, m := range link.class.Members {
			if m.Kind == source.Method && !m.Static {
				methods = append(methods, m.Name)
			}
		}
	}
	if slices.Contains(methods, name) {
		return
	}
	problem := b.spotOf(owner, d).Problem("bean-hook",
		"%s of %s is %q, and %s has no such method", option, owner.nameOf(d), name, class.name())
	problem.Hint = fault.DidYouMean("%q", name, methods, fmt.Sprintf("name a method of %s, or remove %s", class.name(), option))
	b.report(problem)
}

// unwrapPromise returns what a promise is of, and any other type as it is.
func unwrapPromise(t *source.Type) *source.Type {
	if t.Kind == source.TypeName && t.Name == "Promise" && len(t.Args) == 1 {
		return t.Args[0]
	}
	return t
}
