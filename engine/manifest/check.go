package manifest

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// check holds a declaration against the listing: where it may stand and what it takes.
func (b *builder) check(owner *declared, d *Declaration) bool {
	known := lookup(d.Decorator)
	place := b.placeOf(owner, d)
	if d.Target&known.Targets == 0 {
		b.report(wrongTarget(known, d.Target, owner.name(), place))
		return false
	}
	if d.Static && d.Target != OnParam {
		b.report(fault.Diagnostic{
			Code: "decorator-static", Place: place,
			Message: fmt.Sprintf("@%s stands on the static member %s; a bean's members are instance members", d.Decorator, d.Member),
			Hint:    "remove `static`",
		})
		return false
	}
	return b.checkOptions(known, d, place)
}

func wrongTarget(known Decorator, target Target, what string, place fault.Place) fault.Diagnostic {
	return fault.Diagnostic{
		Code: "decorator-target", Place: place,
		Message: fmt.Sprintf("@%s stands on %s, %s, but belongs on %s", known.Name, target, what, known.Targets),
	}
}

func (b *builder) checkOptions(known Decorator, d *Declaration, place fault.Place) bool {
	ok := true
	for name, value := range d.Options {
		kind, found := known.option(name)
		if !found {
			b.report(unknownOption(known, name, place))
			ok = false
			continue
		}
		if want := kind.misfit(value); want != "" {
			b.report(fault.Diagnostic{
				Code: "decorator-option", Place: place,
				Message: fmt.Sprintf("the option %q of @%s must be %s, and is %s", name, d.Decorator, want, describe(value)),
			})
			ok = false
		}
	}
	return ok
}

func unknownOption(known Decorator, name string, place fault.Place) fault.Diagnostic {
	names := make([]string, len(known.Options))
	for i, o := range known.Options {
		names[i] = o.Name
	}
	d := fault.Diagnostic{
		Code: "decorator-option", Place: place,
		Message: fmt.Sprintf("@%s has no option %q", known.Name, name),
		Hint:    fmt.Sprintf("@%s takes %s", known.Name, strings.Join(names, ", ")),
	}
	if near := fault.Nearest(name, names); near != "" {
		d.Hint = fmt.Sprintf("did you mean %q?", near)
	}
	if len(names) == 0 {
		d.Hint = "it takes no options"
	}
	return d
}

func lookup(name string) Decorator {
	for _, d := range Decorators() {
		if d.Name == name {
			return d
		}
	}
	return Decorator{Name: name}
}

func (d Decorator) option(name string) (OptionKind, bool) {
	for _, o := range d.Options {
		if o.Name == name {
			return o.Kind, true
		}
	}
	return 0, false
}

// misfit says what a value of the kind would be, or "" when the value fits.
func (k OptionKind) misfit(value any) string {
	if value == nil {
		return ""
	}
	_, isText := value.(string)
	_, isFlag := value.(bool)
	_, isClass := value.(Ref)
	switch k {
	case Text:
		return unless(isText, "a text")
	case Texts:
		return unless(isText || allTexts(value), "a text or an array of texts")
	case Flag:
		return unless(isFlag, "true or false")
	case Class:
		return unless(isClass, "an exported class")
	case Type:
		return unless(isText || isClass, "a type as text, such as \"int\", or an exported class")
	case Params:
		return unless(allParams(value), "an object of parameter decorators, such as {page: RequestParam()}")
	}
	return ""
}

func unless(ok bool, want string) string {
	if ok {
		return ""
	}
	return want
}

func allTexts(value any) bool {
	list, ok := value.([]any)
	for _, item := range list {
		if _, isText := item.(string); !isText {
			return false
		}
	}
	return ok
}

func allParams(value any) bool {
	entries, ok := value.(map[string]any)
	for _, entry := range entries {
		if _, isParam := entry.(ParamDecorator); !isParam {
			return false
		}
	}
	return ok
}

// describe names a value's type for people, never the value itself.
func describe(value any) string {
	switch value.(type) {
	case string:
		return "a text"
	case bool:
		return "true or false"
	case int64, float64:
		return "a number"
	case []any:
		return "an array"
	case Ref:
		return "a class"
	case map[string]any:
		return "an object"
	}
	return "something else"
}

// placeOf finds where a decorator is written: the decorator itself if the source shows
// it, else what it stands on.
func (b *builder) placeOf(owner *declared, d *Declaration) fault.Place {
	switch d.Target {
	case OnClass:
		return b.decoratorPlace(owner, owner.class.Decorators, d.Decorator, owner.class.Pos)
	case OnFunction:
		return b.decoratorPlace(owner, owner.function.Wrappers, d.Decorator, owner.function.Pos)
	}
	for _, m := range owner.class.Members {
		if m.Name != d.Member || m.Static != d.Static {
			continue
		}
		if d.Target != OnParam {
			return b.decoratorPlace(owner, m.Decorators, d.Decorator, m.Pos)
		}
		if d.Param < len(m.Params) {
			return b.decoratorPlace(owner, m.Params[d.Param].Decorators, d.Decorator, m.Params[d.Param].Pos)
		}
	}
	return owner.place()
}

// decoratorPlace finds a decorator by name among those that are written.
func (b *builder) decoratorPlace(owner *declared, written []source.Decorator, name string, fallback source.Pos) fault.Place {
	for _, w := range written {
		if known, ok := b.ours(owner.file, w); ok && known.Name == name {
			return at(owner.ref.File, w.Pos)
		}
	}
	return at(owner.ref.File, fallback)
}

// ours tells which decorator of "fwrun" a written one is, whatever name it was imported
// under: @Get for import {GetMapping as Get}, @fw.GetMapping for import * as fw.
func (b *builder) ours(file *source.File, written source.Decorator) (Decorator, bool) {
	found := b.Project.Lookup(file, written.Name)
	if found.From != "fwrun" {
		return Decorator{}, false
	}
	known := lookup(found.Name)
	return known, known.Targets != 0
}

// foreign tells whether decorators of the application's own are among those written.
func (b *builder) foreign(file *source.File, written []source.Decorator) bool {
	for _, w := range written {
		if _, ours := b.ours(file, w); !ours {
			return true
		}
	}
	return false
}
