package engine

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/console"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// atHand holds the names that a session begins with.
type atHand struct {
	scope *goja.Object
	of    map[string]string // by name: what defines it, for messages
	notes []string          // which of two things of the same name counts
}

// namesAtHand makes the scope of a session. A name that is added later replaces an earlier one.
func (in *instance) namesAtHand() *atHand {
	h := &atHand{scope: in.vm.Runtime.CreateObject(nil), of: map[string]string{}}
	define(h.scope, "require", in.vm.Runtime.ToValue(in.require), true) // import() is compiled to a call of it
	host := in.realm.Exports()
	for _, name := range host.Keys() {
		h.put(name, host.Get(name), `the export of "fwrun"`)
	}
	for i, bean := range in.app.manifest.Beans {
		value, err := in.bean(i)
		if err != nil {
			continue // a lazy one, which cannot be made now
		}
		for _, name := range in.app.namesOf(bean) {
			h.put(name, value, "the bean "+bean.Name)
		}
	}
	for _, ref := range in.exportsInOrder() {
		name := ref.Export
		if name == "default" {
			name = in.exports[ref].Get("name").String()
		}
		h.put(name, in.exports[ref], "the export of "+ref.File)
	}
	slices.Sort(h.notes)
	return h
}

func (h *atHand) put(name string, value Value, of string) {
	if !isIdentifier(name) {
		return
	}
	before := h.scope.Get(name)
	if before != nil && before.SameAs(value) {
		return
	}
	if before != nil {
		h.notes = append(h.notes, fmt.Sprintf("%s is %s, not %s", name, of, h.of[name]))
	}
	h.of[name] = of
	define(h.scope, name, value, true)
}

// exportsInOrder lists the exports of the application, with those of the first file last.
func (in *instance) exportsInOrder() []manifest.Ref {
	return slices.SortedFunc(maps.Keys(in.exports), func(a, b manifest.Ref) int {
		return cmp.Or(cmp.Compare(b.File, a.File), cmp.Compare(b.Export, a.Export))
	})
}

// Notes say which of several things with the same name the name means.
func (s *Session) Notes() []string { return s.hand.notes }

// NamesOf returns the names of a bean at the prompt, except those that mean something else.
func (s *Session) NamesOf(bean *manifest.Bean) []string {
	return slices.DeleteFunc(s.app.namesOf(bean), func(name string) bool { return s.hand.of[name] != "the bean "+bean.Name })
}

// namesOf returns the names of a bean at the prompt: main-template is mainTemplate, and a bean of the host that is
// injected by class is also named like the class.
func (a *Application) namesOf(bean *manifest.Bean) []string {
	names := []string{camelCase(bean.Name)}
	if bean.Stereotype != manifest.Supplied {
		return names
	}
	ofType := func(b manifest.HostBean) bool { return b.Type == bean.TypeName }
	all := a.options.API.Beans()
	first := slices.IndexFunc(all, ofType)
	only := !slices.ContainsFunc(all[first+1:], ofType)
	primary := slices.ContainsFunc(all, func(b manifest.HostBean) bool { return b.Name == bean.Name && (b.Primary || only) })
	if name := manifest.BeanName(bean.TypeName); primary && name != names[0] {
		names = append(names, name)
	}
	return names
}

// camelCase makes an identifier from a name with other characters in it.
func camelCase(name string) string {
	var b strings.Builder
	upper := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$':
			upper = b.Len() > 0
			continue
		case upper:
			r = unicode.ToUpper(r)
		}
		upper = false
		b.WriteRune(r)
	}
	return b.String()
}

func isIdentifier(name string) bool { return name != "" && camelCase(name) == name }

// define declares a name in the scope, or gives it another value.
func define(scope *goja.Object, name string, value Value, writable bool) {
	flag := goja.FLAG_FALSE
	if writable {
		flag = goja.FLAG_TRUE
	}
	_ = scope.DefineDataProperty(name, value, flag, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// declareNames declares the names that an input declares; names that exist can be assigned again, even constants.
func (e *evaluation) declareNames(in *instance) {
	scope := e.session.hand.scope
	for _, n := range e.program.Names {
		value := scope.Get(n.Name)
		if n.Implied && (value != nil || in.vm.Runtime.GlobalObject().Get(n.Name) != nil) {
			continue
		}
		if value == nil {
			value = goja.Undefined()
		}
		define(scope, n.Name, value, true)
		e.session.keeps = e.session.keeps || n.Name == "_"
	}
}

// importNames adds what an input imports to the scope.
func (e *evaluation) importNames(in *instance) error {
	for _, i := range e.program.Imports {
		module, problem := in.module(i)
		if problem == nil && i.Local != "" {
			value := Value(module)
			if i.Name != "*" {
				value = module.Get(i.Name)
			}
			if value == nil {
				problem = noSuchExport(i, module)
			} else {
				define(e.session.hand.scope, i.Local, value, false)
			}
		}
		if problem != nil {
			return fault.List{e.at(i, *problem)}
		}
	}
	return nil
}

// at sets the place of a mistake in an import.
func (e *evaluation) at(i source.Import, d fault.Diagnostic) fault.Diagnostic {
	d.Place = fault.Place{File: console.File, Line: e.line + i.Pos.Line - 1, Col: i.Pos.Col}
	d.Source = strings.Split(e.text, "\n")[i.Pos.Line-1]
	d.Length = len(i.Name)
	return d
}

// require returns a module at run time.
func (in *instance) require(call goja.FunctionCall) Value {
	module, problem := in.module(source.Import{From: call.Argument(0).String()})
	if problem != nil {
		panic(in.vm.ErrorValue(fmt.Errorf("%s; %s", problem.Message, problem.Hint)))
	}
	return module
}

// module returns the module that an import names: "fwrun", or a file of the application.
func (in *instance) module(i source.Import) (*goja.Object, *fault.Diagnostic) {
	if i.From == bundle.Module {
		return in.realm.Exports(), nil
	}
	if !strings.HasPrefix(i.From, ".") {
		return nil, &fault.Diagnostic{
			Code: "import-missing", Message: fmt.Sprintf("%q cannot be imported at the prompt", i.From),
			Why:  "packages are bundled with the files that import them, before they run",
			Hint: `import a file of the application, such as "./users/user.js", or "fwrun"`,
		}
	}
	file := path.Clean(i.From)
	for _, candidate := range candidates(file) {
		if module := in.modules[candidate]; module != nil {
			return module, nil
		}
	}
	d := &fault.Diagnostic{
		Code: "import-missing", Message: fmt.Sprintf("the application has no file %q", i.From),
		Hint: "at the prompt, paths are relative to the application's folder",
	}
	if near := fault.Nearest(file, slices.Collect(maps.Keys(in.modules))); near != "" {
		d.Hint = fmt.Sprintf("did you mean %q?", "./"+near)
	}
	return nil, d
}

// candidates lists the files that a specifier can name.
func candidates(file string) []string {
	list := []string{file}
	if base, ok := strings.CutSuffix(file, ".js"); ok {
		list = append(list, base+".ts")
	}
	if base, ok := strings.CutSuffix(file, ".mjs"); ok {
		list = append(list, base+".mts")
	}
	for _, extension := range []string{".ts", ".mts", ".js", ".mjs"} {
		list = append(list, file+extension)
	}
	return list
}

// someOf lists the first names of a long list.
func someOf(names []string) string {
	const shown = 10
	if len(names) > shown {
		return strings.Join(names[:shown], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

func noSuchExport(i source.Import, module *goja.Object) *fault.Diagnostic {
	d := &fault.Diagnostic{
		Code: "import-name", Message: fmt.Sprintf("%q has no export %q", i.From, i.Name),
		Lacks: []string{i.Name},
		Hint:  "its exports are " + someOf(module.Keys()),
	}
	if near := fault.Nearest(i.Name, module.Keys()); near != "" {
		d.Hint = fmt.Sprintf("did you mean %s?", near)
	}
	return d
}
