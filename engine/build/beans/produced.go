package beans

import (
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
)

// produced registers the beans of a configuration's @Bean methods, including those of its base classes; a method
// that the class redeclares hides that of its base class.
func (b *builder) produced(configuration *manifest.Bean) {
	seen := map[string]bool{}
	for _, owner := range b.Chain(b.Classes[configuration.Class]) {
		for _, d := range owner.Members {
			method := owner.Member(d.Member)
			if method == nil || seen[d.Member] {
				continue
			}
			switch {
			case d.Decorator == "Bean":
				b.produce(configuration, owner, d, method)
			case slices.Contains(declared.Modifiers, d.Decorator):
				b.modifiesNothing(owner, d)
			}
		}
		for _, m := range owner.Class.Members {
			seen[m.Name] = true
		}
	}
}

func (b *builder) produce(configuration *manifest.Bean, owner *declared.Owner, d *declared.Declaration, method *source.Member) {
	s := owner.At(method)
	bean := &manifest.Bean{
		Name: d.Options.Text("name"), Stereotype: manifest.Produced, Factory: configuration.Index, FactoryMethod: d.Member,
		Place: s.Place, Width: s.Length, TypeName: "what " + owner.Name() + "." + d.Member + " returns",
		Init: b.lifecycle(owner, d, "initMethod"), Destroy: b.lifecycle(owner, d, "destroyMethod"),
		Primary: declared.First(owner.On(d.Member), "Primary") != nil, Lazy: declared.First(owner.On(d.Member), "Lazy") != nil,
	}
	if bean.Name == "" {
		bean.Name = d.Member
	}
	class := b.producedType(bean, owner, d, method)
	if class != nil {
		b.checkLifecycle(owner, d, class, "initMethod")
		b.checkLifecycle(owner, d, class, "destroyMethod")
	}
	if why, is := b.unmet(owner, owner.On(d.Member)); is {
		b.leaveOut(manifest.LeftOut{Name: owner.NameOf(d), Why: why, Place: s.Place}, bean.Types)
		return
	}
	b.Makers[bean] = owner
	b.add(bean)
}

func (b *builder) lifecycle(owner *declared.Owner, d *declared.Declaration, option string) []manifest.Hook {
	if name := d.Options.Text(option); name != "" {
		return []manifest.Hook{{Method: name, Place: b.SpotOf(owner, d).Place}}
	}
	return nil
}

// producedType sets the types that a produced bean can be injected as: the option `type`, or else the method's
// return type. It returns the class, if it belongs to the application.
func (b *builder) producedType(bean *manifest.Bean, owner *declared.Owner, d *declared.Declaration, method *source.Member) *declared.Owner {
	written := declared.OptionType(d.Options)
	if ref, ok := d.Options["type"].(manifest.Ref); ok {
		if file := b.Project.File(ref.File); file != nil {
			if class := declared.ExportedClass(file, ref.Export); class != nil {
				return b.madeOf(bean, file, class)
			}
		}
		return nil
	}
	if written == nil && method.Type != nil {
		written = declared.UnwrapPromise(method.Type)
	}
	if written == nil || written.Kind != source.TypeName {
		if written != nil {
			bean.TypeName = written.String()
		}
		return nil // it can only be looked up by name
	}
	bean.TypeName = written.String()
	found, arguments := b.Project.LookupType(owner.File, written), b.Arguments(owner.File, written, nil)
	if found.Class != nil {
		return b.madeOf(bean, found.File, found.Class, arguments...)
	}
	key := b.TypeKeyOf(owner.File, written)
	bean.Types = []string{key}
	if len(arguments) > 0 {
		bean.Types = append(bean.Types, key+declared.ArgumentsKey(arguments))
	}
	return nil
}

func (b *builder) madeOf(bean *manifest.Bean, file *source.File, class *source.Class, arguments ...string) *declared.Owner {
	bean.Class = manifest.Ref{File: file.Path, Export: class.Export}
	bean.TypeName = class.Name
	bean.Types = b.TypesOf(file, class, arguments...)
	return b.DeclaredClass(file, class)
}

// checkLifecycle reports an initMethod or destroyMethod that the class does not have.
func (b *builder) checkLifecycle(owner *declared.Owner, d *declared.Declaration, class *declared.Owner, option string) {
	name := d.Options.Text(option)
	if name == "" {
		return
	}
	var methods []string
	for _, link := range b.Chain(class) {
		if link.Class.Extends != nil && !b.Project.LookupType(link.File, link.Class.Extends).Found() {
			return // a base class that was not read may have it
		}
		for _, m := range link.Class.Members {
			if m.Kind == source.Method && !m.Static {
				methods = append(methods, m.Name)
			}
		}
	}
	if slices.Contains(methods, name) {
		return
	}
	problem := b.SpotOf(owner, d).Problem("bean-hook",
		"%s of %s is %q, and %s has no such method", option, owner.NameOf(d), name, class.Name())
	problem.Meant("%q", name, methods, fmt.Sprintf("name a method of %s, or remove %s", class.Name(), option))
	b.Report(problem)
}
