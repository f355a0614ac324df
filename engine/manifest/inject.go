package manifest

import (
	"fmt"
	"sort"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// inject finds for every bean what it asks for: constructor parameters or parameters
// of its @Bean method, and decorated fields.
func (b *builder) inject() {
	for _, bean := range b.out.Beans {
		switch bean.Stereotype {
		case Supplied:
		case Produced:
			owner := b.classes[b.out.Beans[bean.Factory].Class]
			bean.Arguments = b.arguments(owner, owner.member(bean.FactoryMethod))
		default:
			b.injectClass(bean)
		}
	}
}

func (b *builder) injectClass(bean *Bean) {
	chain := b.chain(b.classes[bean.Class])
	for _, owner := range chain {
		if constructor := owner.member("constructor"); constructor != nil && constructor.Kind == source.Constructor {
			bean.Arguments = b.arguments(owner, constructor)
			break // a class without one passes its arguments on to its base
		}
	}
	seen := map[string]bool{}
	for _, owner := range chain {
		for _, member := range owner.class.Members {
			if member.Static || seen[member.Name] {
				continue
			}
			seen[member.Name] = true
			if injection, ok := b.field(owner, member); ok {
				bean.Fields = append(bean.Fields, injection)
			}
		}
	}
}

// wish is one injection point, before anybody looked for the bean.
type wish struct {
	owner       *declared
	what        string // "UserController.users", for people
	name        string // of the field or parameter
	written     *source.Type
	autowired   *Declaration
	qualifier   *Declaration
	value       *Declaration
	hasDefault  bool
	defaultAs   source.ValueKind
	defaultText string
	optional    bool
	place       fault.Place
}

func (b *builder) field(owner *declared, member *source.Member) (Injection, bool) {
	on := owner.on(member.Name)
	w := wish{
		owner: owner, what: owner.name() + "." + member.Name, name: member.Name, written: member.Type,
		autowired: first(on, "Autowired"), qualifier: first(on, "Qualifier"), value: first(on, "Value"),
		hasDefault: member.HasDefault, defaultAs: member.DefaultAs, defaultText: member.Default, optional: member.Optional,
		place: at(owner.ref.File, member.Pos),
	}
	if w.autowired == nil && w.qualifier == nil && w.value == nil {
		return Injection{}, false
	}
	injection := b.grant(w)
	injection.Field = member.Name
	return injection, true
}

func (b *builder) arguments(owner *declared, method *source.Member) []Injection {
	var list []Injection
	for i, p := range method.Params {
		on := owner.onParam(method.Name, i)
		what := owner.name() + "." + method.Name
		if p.Name != "" {
			what += "(" + p.Name + ")"
		}
		list = append(list, b.grant(wish{
			owner: owner, what: what, name: p.Name, written: p.Type,
			autowired: first(on, "Autowired"), qualifier: first(on, "Qualifier"), value: first(on, "Value"),
			hasDefault: p.HasDefault, defaultAs: p.DefaultAs, defaultText: p.Default, optional: p.Optional,
			place: at(owner.ref.File, p.Pos),
		}))
	}
	return list
}

// grant turns a wish into an injection, or reports why that cannot be.
func (b *builder) grant(w wish) Injection {
	if w.value != nil {
		return b.property(w)
	}
	injection := Injection{Bean: -1, Place: w.place}
	candidates := b.candidates(w)
	switch len(candidates) {
	case 1:
		injection.Bean = candidates[0].Index
	case 0:
		injection.Keep = true
		if !b.mayMiss(w) {
			b.report(b.missing(w))
		}
	default:
		b.report(ambiguous(w, candidates))
	}
	return injection
}

func (b *builder) mayMiss(w wish) bool {
	if w.optional || w.hasDefault || (w.written != nil && w.written.Nullable) {
		return true
	}
	if w.autowired == nil {
		return false
	}
	required, given := w.autowired.Options.flag("required")
	return given && !required
}

// candidates are the beans that fit: by Qualifier's name, else by type; among several
// of a type the primary one, else the one named like the field.
func (b *builder) candidates(w wish) []*Bean {
	if w.qualifier != nil {
		name := w.qualifier.Options.text("name")
		return b.filter(func(bean *Bean) bool { return bean.Name == name })
	}
	key, _ := b.wanted(w)
	if key == "" {
		return b.filter(func(bean *Bean) bool { return w.written == nil && bean.Name == w.name })
	}
	fits := b.filter(func(bean *Bean) bool { return contains(bean.types, key) })
	if len(fits) < 2 {
		return fits
	}
	for _, bean := range fits {
		if b.isPrimary(bean) {
			return []*Bean{bean}
		}
	}
	for _, bean := range fits {
		if bean.Name == w.name {
			return []*Bean{bean}
		}
	}
	return fits
}

func (b *builder) isPrimary(bean *Bean) bool {
	for _, h := range b.HostBeans {
		if bean.Stereotype == Supplied && h.Name == bean.Name {
			return h.Primary
		}
	}
	return false
}

func (b *builder) filter(keep func(*Bean) bool) []*Bean {
	var list []*Bean
	for _, bean := range b.out.Beans {
		if keep(bean) {
			list = append(list, bean)
		}
	}
	return list
}

// wanted names the type that is asked for: Autowired's own, else the written one.
func (b *builder) wanted(w wish) (key, name string) {
	if w.autowired != nil {
		switch t := w.autowired.Options["type"].(type) {
		case Ref:
			if class := exportedClass(b.Project.File(t.File), t.Export); class != nil {
				return typeKey(t.File, class.Name), class.Name
			}
		case string:
			return b.typeKeyOf(w.owner.file, t), t
		}
	}
	if w.written == nil || w.written.Kind != source.TypeName {
		return "", ""
	}
	return b.typeKeyOf(w.owner.file, w.written.Name), w.written.Name
}

func (b *builder) missing(w wish) fault.Diagnostic {
	d := fault.Diagnostic{Code: "bean-missing", Place: w.place}
	if w.qualifier != nil {
		name := w.qualifier.Options.text("name")
		d.Message = fmt.Sprintf("%s asks for the bean %q, and there is none of that name", w.what, name)
		d.Hint = "the beans are " + strings.Join(b.beanNames(), ", ")
		if near := fault.Nearest(name, b.beanNames()); near != "" {
			d.Hint = fmt.Sprintf("did you mean %q?", near)
		}
		return d
	}
	key, name := b.wanted(w)
	switch {
	case key == "" && w.written != nil:
		d.Message = fmt.Sprintf("%s asks for a %s, which is not a class", w.what, w.written)
		d.Hint = "name a class that is a bean, or use @Qualifier(\"name\")"
	case key == "":
		d.Message = w.what + " does not say which bean it wants"
		d.Hint = "write its class: /** @type {UserService} */ above it in JavaScript, `: UserService` in TypeScript, or @Qualifier(\"name\")"
	default:
		d.Message = fmt.Sprintf("%s asks for a %s, and no bean is one", w.what, name)
		d.Hint, d.Notes = b.missingHint(w, name)
	}
	return d
}

// missingHint tells a class that is no bean from a name that means nothing.
func (b *builder) missingHint(w wish, name string) (string, []fault.Note) {
	found := b.Project.Lookup(w.owner.file, name)
	switch {
	case found.Class != nil:
		note := []fault.Note{{Place: at(found.File.Path, found.Class.Pos), Text: name + " is declared here"}}
		if found.Class.Abstract {
			return fmt.Sprintf("%s is abstract: add a class that extends it and carries @Service", name), note
		}
		return fmt.Sprintf("write @Service above `class %s`, export it, and keep its file inside framework.scan", name), note
	case found.Type != nil:
		return fmt.Sprintf("add a class that implements %s and carries @Service", name), nil
	}
	if found.FromPackage() && found.From != "fwrun" {
		return fmt.Sprintf("%s comes from the package %q; make a bean of it with a @Bean method in a @Configuration class", name, found.From), nil
	}
	if near := fault.Nearest(name, b.typeNames()); near != "" {
		return fmt.Sprintf("did you mean %q? Import it, so that the name means something in this file", near), nil
	}
	return fmt.Sprintf("import %s in this file, so that the name means something", name), nil
}

func (b *builder) beanNames() []string {
	var names []string
	for _, bean := range b.out.Beans {
		names = append(names, bean.Name)
	}
	sort.Strings(names)
	return names
}

func (b *builder) typeNames() []string {
	var names []string
	for _, bean := range b.out.Beans {
		names = append(names, bean.TypeName)
	}
	return names
}

func ambiguous(w wish, candidates []*Bean) fault.Diagnostic {
	var names []string
	var notes []fault.Note
	for _, bean := range candidates {
		names = append(names, fmt.Sprintf("%q (%s)", bean.Name, bean.TypeName))
		if bean.Place.File != "" {
			notes = append(notes, fault.Note{Place: bean.Place, Text: fmt.Sprintf("%q is declared here", bean.Name)})
		}
	}
	return fault.Diagnostic{
		Code: "bean-ambiguous", Place: w.place,
		Message: fmt.Sprintf("%s fits %d beans: %s", w.what, len(candidates), strings.Join(names, ", ")),
		Hint:    fmt.Sprintf("say which: @Qualifier(\"%s\")", candidates[0].Name),
		Notes:   notes,
	}
}

// property resolves a @Value.
func (b *builder) property(w wish) Injection {
	injection := Injection{Bean: -1, IsValue: true, Place: w.place}
	place := b.placeOf(w.owner, w.value)
	value, missing, problem := b.Expand(w.value.Options.text("key"), place)
	if missing && (w.hasDefault || w.optional) {
		injection.Keep = true
		return injection
	}
	if problem != nil {
		b.report(*problem)
		return injection
	}
	t, d := b.valueType(w)
	if d != nil {
		b.report(*d)
		return injection
	}
	cast, ok := castProperty(t, value)
	if !ok {
		b.report(fault.Diagnostic{
			Code: "value-type", Place: place,
			Message: fmt.Sprintf("%s is a %s, and the configured value of %s is not", w.what, t.Name, w.value.Options.text("key")),
			Hint:    "mend the value in config/application.yml, or the type of the field",
		})
		return injection
	}
	injection.Value = cast
	return injection
}

// valueType is the written type, else the decorator's, else that of the default.
func (b *builder) valueType(w wish) (*schema.Type, *fault.Diagnostic) {
	if w.written != nil {
		return b.Types.Resolve(w.owner.file, w.written)
	}
	if text := w.value.Options.text("type"); text != "" {
		return b.Types.Resolve(w.owner.file, schema.ParseType(text))
	}
	return schema.FromDefault(w.defaultAs, w.defaultText), nil
}
