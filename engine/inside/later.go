package inside

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// templated has the first fields of a templatedObject, as the global object is one: it makes its properties when they are asked for.
type templated struct {
	Plain
	Tmpl *template
}

// template has the fields of an objectTemplate, which says how, for all runtimes.
type template struct {
	PropNames    []unistring.String
	Props        pointer // factories
	SymProps     pointer
	SymPropNames []*goja.Symbol
	ProtoFactory pointer
}

type factories = map[unistring.String]func(*goja.Runtime) goja.Value

func (t *template) factories() factories { return *(*factories)(pointer(&t.Props)) }

// Later are accessors of the global object that a runtime makes when a script first asks for them: until then, one that has hundreds costs
// as much as one that has none. They are the same for many runtimes.
type Later struct {
	names  []string
	access func(rt *goja.Runtime, name string) goja.Value

	once    sync.Once
	of, add *template // what goja's runtimes begin with, and what takes its place
}

// NewLater returns accessors by their names. access makes the function that gets and sets one; it may be asked by many runtimes at a time.
func NewLater(names []string, access func(rt *goja.Runtime, name string) goja.Value) *Later {
	return &Later{names: names, access: access}
}

// Install adds them to a runtime. It reports false, and does nothing, if that is not possible.
func (l *Later) Install(rt *goja.Runtime) bool {
	if !Templates.On() {
		return false
	}
	self := selfOf(rt.GlobalObject())
	if self.table != implementations.global {
		return false
	}
	global := (*templated)(self.data)
	l.once.Do(func() { l.of, l.add = global.Tmpl, l.extend(global.Tmpl) })
	if global.Tmpl != l.of || l.add == nil || slices.ContainsFunc(l.names, func(name string) bool { return hasOwn(&global.Plain, name) }) {
		return false
	}
	global.Tmpl = l.add
	if global.PropNames != nil { // it has all names already
		global.PropNames = slices.Concat(global.PropNames, l.add.PropNames[len(l.of.PropNames):])
	}
	return true
}

func hasOwn(o *Plain, name string) bool {
	_, found := o.Values[unistring.NewFromString(name)]
	return found
}

// extend returns a template with more accessors; nil if it has one of them.
func (l *Later) extend(of *template) *template {
	made, all := *of, maps.Clone(of.factories())
	made.PropNames = slices.Clone(of.PropNames)
	for _, name := range l.names {
		as := unistring.NewFromString(name)
		if _, found := all[as]; found {
			return nil
		}
		all[as] = func(rt *goja.Runtime) goja.Value { return accessor(rt, l.access(rt, name)) }
		made.PropNames = append(made.PropNames, as)
	}
	made.Props = *(*pointer)(pointer(&all))
	return &made
}

// accessor returns what an object has for a property that is not enumerable, and that one function gets and sets.
func accessor(rt *goja.Runtime, access goja.Value) goja.Value {
	o := rt.NewObject()
	_ = o.DefineAccessorProperty("x", access, access, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return plainOf(o).Values["x"]
}

// checkTemplates finds how the global object makes its properties.
var checkTemplates = sync.OnceValue(func() error {
	if err := checkKept(); err != nil {
		return err
	}
	rt := goja.New()
	theirs, found := implementation(rt.GlobalObject()).FieldByName("tmpl")
	if !found {
		return errors.New("the global object has no template")
	}
	props, err := fieldOf(theirs.Type.Elem(), "props")
	if err != nil {
		return err
	}
	if err := errors.Join(expect(rt.GlobalObject(), "templatedObject", reflect.TypeFor[templated]()),
		same(theirs.Type.Elem(), reflect.TypeFor[template]())); err != nil {
		return err
	}
	ours := reflect.TypeFor[factories]()
	if props.Type.Kind() != reflect.Map || props.Type.Key() != ours.Key() || !props.Type.Elem().ConvertibleTo(ours.Elem()) {
		return errors.New("a template has no factories of properties: " + props.Type.String())
	}
	later := (&Later{names: []string{"sample"}, access: func(rt *goja.Runtime, name string) goja.Value {
		return rt.ToValue(func(goja.FunctionCall) goja.Value { return rt.ToValue(name) })
	}})
	global := (*templated)(selfOf(rt.GlobalObject()).data)
	global.Tmpl = later.extend(global.Tmpl)
	got, err := rt.RunString(`typeof parseInt + sample + Object.getOwnPropertyNames(globalThis).includes("sample")`)
	if err != nil || got.String() != "functionsampletrue" {
		return errors.Join(err, errors.New("a property that was added to the template of the global object is not found"))
	}
	return nil
})
