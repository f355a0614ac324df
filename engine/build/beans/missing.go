package beans

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// missing reports an injection point that no bean fits.
func (b *builder) missing(w injectionPoint) fault.Diagnostic {
	if w.qualifier != nil {
		name := w.qualifier.Options.Text("name")
		wanted, _ := b.wanted(w)
		if others := b.filter(func(bean *manifest.Bean) bool { return bean.Name == name && wanted.mismatch(bean) != "" }); len(others) > 0 {
			return otherArguments(b.SpotOf(w.owner, w.qualifier), w, wanted, others)
		}
		d := b.SpotOf(w.owner, w.qualifier).Problem("bean-missing",
			"%s needs the bean %q, but there is no bean with that name", w.what, name)
		names := b.beanNames()
		d.Meant("%q", name, names, "the beans are "+strings.Join(names, ", "))
		return d
	}
	wanted, ok := b.wanted(w)
	others := filter(b.byType[wanted.key], func(bean *manifest.Bean) bool { return wanted.mismatch(bean) != "" })
	switch {
	case len(others) > 0:
		return otherArguments(w.spot, w, wanted, others)
	case ok && !b.isData(w, wanted):
		d := w.spot.Problem("bean-missing", "%s needs %s, but there is no such bean", w.what, fault.Article(wanted.name))
		return b.withMissingHint(d, w, wanted)
	case ok || w.written != nil:
		d := w.spot.Problem("bean-missing", "%s needs %s, which is not a class", w.what, w.written)
		return fault.Explain(d, "beans are found by their class, base class or interface",
			"name a class that is a bean, @Value(\"${key}\") for a configured value, or @Qualifier(\"name\") for a bean by its name")
	}
	d := w.spot.Problem("bean-untyped", "%s does not say which bean it needs", w.what)
	d.Why = fmt.Sprintf("it has no type, and no bean is named %q", w.name)
	if w.name == "" {
		d.Why = "it has neither a name nor a type"
	}
	d.Hint = "declare its class: /** @type {UserService} */ above a field, @param {UserService} name above a constructor, " +
		"`: UserService` in TypeScript; or name it: @Qualifier(\"userService\")"
	return d
}

// otherArguments reports an injection point whose type some beans have with other type arguments only.
func otherArguments(s fault.Spot, w injectionPoint, wanted asked, beans []*manifest.Bean) fault.Diagnostic {
	d := s.Problem("bean-missing", "%s needs %s, but there is no such bean", w.what, fault.Article(wanted.name))
	var are []string
	for _, bean := range beans {
		are = append(are, fmt.Sprintf("%q is %s", bean.Name, fault.Article(wanted.mismatch(bean))))
		if bean.Place.File != "" {
			d.Notes = append(d.Notes, fault.Note{Place: bean.Place, Text: fmt.Sprintf("%q is declared here", bean.Name)})
		}
	}
	return fault.Explain(d, strings.Join(are, ", "),
		fmt.Sprintf("add a class with @Service that implements or extends %s, or ask for another type", wanted.name))
}

// displacing returns the bean of the application that has the name of a bean of the host of that type, or nil.
func (b *builder) displacing(typeName string) *manifest.Bean {
	for _, h := range b.HostBeans {
		if !h.Yields || h.Type != typeName {
			continue
		}
		named := b.filter(func(bean *manifest.Bean) bool { return bean.Name == h.Name && bean.Stereotype != manifest.Supplied })
		if len(named) > 0 {
			return named[0]
		}
	}
	return nil
}

// isData reports whether the type is one such as int, string and Date, which no bean has.
func (b *builder) isData(w injectionPoint, wanted asked) bool {
	if wanted.typ == nil {
		return false
	}
	t, problem := b.Types.Resolve(w.owner.File, wanted.typ)
	return problem == nil && t.Kind != schema.Object && t.Kind != schema.Host && t.Kind != schema.Shape
}

// withMissingHint adds a hint, which depends on whether the type is a class that is not a bean or an unknown name.
func (b *builder) withMissingHint(d fault.Diagnostic, w injectionPoint, wanted asked) fault.Diagnostic {
	if wanted.typ == nil {
		d.Hint = fmt.Sprintf("write @Service above `class %s`", wanted.name)
		return d
	}
	if why := b.whyLeftOut(wanted); why != "" {
		return fault.Explain(d, why, "fulfil the condition, declare a bean for the other case, or use @Autowired({ required: false })")
	}
	name := wanted.typ.Name
	found := b.Project.LookupType(w.owner.File, wanted.typ)
	switch {
	case found.Class != nil:
		s := declared.SpotOf(found.File.Path, found.Class.Pos, name)
		d.Notes = []fault.Note{{Place: s.Place, Text: name + " is declared here"}}
		d.Hint = b.classHint(b.DeclaredClass(found.File, found.Class))
	case found.Type != nil:
		d.Notes = []fault.Note{{Place: declared.At(found.File.Path, found.Type.Pos), Text: name + " is declared here"}}
		d.Hint = fmt.Sprintf("add a class with @Service that implements %s", name)
	case found.From == "fwrun" && declared.SuppliedToHandlers(name):
		d.Why = "it belongs to one request, but a bean serves all requests"
		d.Hint = fmt.Sprintf("make it a parameter of the handler: find(request: %s)", name)
	case found.From == "fwrun":
		if bean := b.displacing(name); bean != nil {
			d.Notes = []fault.Note{{Place: bean.Place, Text: "that bean is declared here"}}
			return fault.Explain(d, fmt.Sprintf("the application's bean with that name replaces the %s %q", name, bean.Name),
				"give that bean another name, or rename the datasource")
		}
		d.Why = fmt.Sprintf("with this configuration there is no %s", name)
		d.Hint = "configure what it needs, such as a datasource for a SqlTemplate"
	case found.FromPackage():
		d.Why = fmt.Sprintf("it comes from the package %q, whose classes have no stereotype", found.From)
		d.Hint = fmt.Sprintf("make a bean of it: a method @Bean %s() { return new %s(…); } in a @Configuration class",
			manifest.BeanName(name), name)
	case found.From != "":
		d.Why = fmt.Sprintf("it is imported from %q, but there is no such file", found.From)
		d.Hint = "correct the path of the import"
		if files := b.Project.Exporters(name); len(files) == 1 {
			d.Hint = fmt.Sprintf("%s is exported by %s: correct the path of the import", name, files[0])
		}
	default:
		d.Why, d.Hint, d.Notes = declared.Unknown(b.Project, w.owner.File, found, b.typeNames())
		d.Mend = declared.Meant(w.owner.File, found)
		if found.File != nil && found.File != w.owner.File {
			d.Lacks = []string{found.Name}
		}
		d.Hint = cmp.Or(d.Hint, "correct the name: no file of the application declares it")
	}
	return d
}

// classHint says what a class lacks to be a bean.
func (b *builder) classHint(class *declared.Owner) string {
	name := class.Name()
	switch {
	case class.Class.Abstract:
		return fmt.Sprintf("%s is abstract: add a class with @Service that extends it", name)
	case !b.Scans(class):
		return fmt.Sprintf("%s is outside framework.scan: add its folder there, or make a bean of it with a @Bean method",
			class.Ref.File)
	case class.Class.Export == "":
		return fmt.Sprintf("write @Service above it and export it: @Service export class %s", name)
	}
	return fmt.Sprintf("write @Service above `class %s`", name)
}

func (b *builder) beanNames() []string {
	var names []string
	for _, bean := range b.out.Beans {
		names = append(names, bean.Name)
	}
	slices.Sort(names)
	return names
}

func (b *builder) typeNames() []string {
	var names []string
	for _, bean := range b.out.Beans {
		names = append(names, bean.TypeName)
	}
	return names
}

func ambiguous(w injectionPoint, candidates []*manifest.Bean) fault.Diagnostic {
	var names []string
	var notes []fault.Note
	for _, bean := range candidates {
		names = append(names, fmt.Sprintf("%q (%s)", bean.Name, bean.TypeName))
		if bean.Place.File != "" {
			notes = append(notes, fault.Note{Place: bean.Place, Text: fmt.Sprintf("%q is declared here", bean.Name)})
		}
	}
	d := w.spot.Problem("bean-ambiguous", "%s fits %d beans: %s", w.what, len(candidates), strings.Join(names, ", "))
	d.Hint = fmt.Sprintf("choose one: @Qualifier(%q)", candidates[0].Name)
	if candidates[0].Primary {
		d.Why = "each of them has @Primary, which marks the preferred bean"
		d.Hint = fmt.Sprintf("leave @Primary on one of them, or choose one: @Qualifier(%q)", candidates[0].Name)
	}
	d.Notes = notes
	return d
}
