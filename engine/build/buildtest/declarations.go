package buildtest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// reader makes declarations from the decorators in the source, in the order in which a script applies them:
// parameters, members and then the class, each from the last to the first.
type reader struct {
	t          *testing.T
	project    *source.Project
	decorators map[string]declared.Decorator
	values     map[*goja.Object]any // the class or decorator that each object represents in arguments
	rt         *goja.Runtime
	list       []declared.Declaration
}

func declarations(t *testing.T, project *source.Project) []declared.Declaration {
	t.Helper()
	r := &reader{t: t, project: project, decorators: map[string]declared.Decorator{}, values: map[*goja.Object]any{}, rt: goja.New()}
	methods := map[string]string{}
	for _, method := range manifest.Methods() {
		methods[method] = method
	}
	_ = r.rt.Set("RequestMethod", methods)
	for _, d := range build.Decorators() {
		r.decorators[d.Name] = d
		function := r.rt.ToValue(func(call goja.FunctionCall) goja.Value {
			return r.stand(declared.ParamDecorator{Decorator: d.Name, Options: r.options(d, call.Arguments)})
		}).(*goja.Object)
		r.values[function] = declared.ParamDecorator{Decorator: d.Name, Options: manifest.Options{}}
		_ = r.rt.Set(d.Name, function)
	}
	for _, file := range project.Files() {
		for _, class := range file.Classes {
			if class.Name != "" {
				_ = r.rt.Set(class.Name, r.stand(manifest.Ref{File: file.Path, Export: class.Export}))
			}
		}
	}
	for _, file := range project.Files() {
		for _, class := range file.Classes {
			if class.Export != "" {
				r.class(file, class)
			}
		}
		for _, f := range file.Functions {
			if f.Export != "" {
				r.apply(file, f.Wrappers, declared.Declaration{
					Target: declared.OnFunction, Owner: manifest.Ref{File: file.Path, Export: f.Export}, Name: f.Name,
				})
			}
		}
	}
	return r.list
}

// stand makes an object that represents a value.
func (r *reader) stand(value any) *goja.Object {
	object := r.rt.NewObject()
	r.values[object] = value
	return object
}

func (r *reader) class(file *source.File, class *source.Class) {
	on := declared.Declaration{Owner: manifest.Ref{File: file.Path, Export: class.Export}, Name: class.Name}
	for _, m := range class.Members {
		member := on
		member.Member, member.Static, member.Target = m.Name, m.Static, declared.OnMethod
		if m.Kind == source.Field {
			member.Target = declared.OnField
		}
		for i, p := range slices.Backward(m.Params) {
			param := member
			param.Target, param.Param = declared.OnParam, i
			r.apply(file, p.Decorators, param)
		}
		r.apply(file, m.Decorators, member)
	}
	on.Target = declared.OnClass
	r.apply(file, class.Decorators, on)
}

func (r *reader) apply(file *source.File, written []source.Decorator, on declared.Declaration) {
	for _, w := range slices.Backward(written) {
		found := r.project.Lookup(file, w.Name)
		known, ok := r.decorators[found.Name]
		if found.From != "fwrun" || !ok {
			continue
		}
		args, err := r.rt.RunString("[" + w.Args + "]")
		if err != nil {
			r.t.Fatalf("%s:%d: @%s(%s): %v", file.Path, w.Pos.Line, w.Name, w.Args, err)
		}
		var list []goja.Value
		r.rt.ForOf(args, func(v goja.Value) bool { list = append(list, v); return true })
		on.Decorator, on.Options, on.Record = found.Name, r.options(known, list), len(r.list)
		r.list = append(r.list, on)
	}
}

// options names the arguments as the listing does.
func (r *reader) options(d declared.Decorator, args []goja.Value) manifest.Options {
	options := manifest.Options{}
	var rest []any
	for i, arg := range args {
		object, isObject := arg.(*goja.Object)
		_, stands := r.values[object]
		switch {
		case isObject && object.ClassName() == "Object" && !stands && (i == 0 || i > len(d.More) || !d.Objects):
			for _, key := range object.Keys() {
				options[key] = r.plain(object.Get(key))
				if document, is := object.Get(key).(*goja.Object); is && d.Kind(key) == declared.SchemaDocument {
					text, _ := document.MarshalJSON()
					options[key] = declared.JSON(text)
				}
			}
		case d.Rest:
			rest = append(rest, r.plain(arg))
		default:
			options[d.Positional(i)] = r.plain(arg)
		}
	}
	if len(rest) == 1 {
		if list, isList := rest[0].([]any); isList {
			rest = list
		}
	}
	if rest != nil {
		options[d.First] = rest
	}
	return options
}

func (r *reader) plain(value goja.Value) any {
	object, ok := value.(*goja.Object)
	if !ok {
		return value.Export()
	}
	if known, ok := r.values[object]; ok {
		return known
	}
	switch object.ClassName() {
	case "Function":
		return declared.Unexported("")
	case "RegExp":
		return declared.Regexp{Source: object.Get("source").String(), Flags: object.Get("flags").String()}
	case "Array":
		list := []any{}
		r.rt.ForOf(object, func(v goja.Value) bool { list = append(list, r.plain(v)); return true })
		return list
	}
	fields := map[string]any{}
	for _, key := range object.Keys() {
		fields[key] = r.plain(object.Get(key))
	}
	return fields
}

// setting makes a setting from a value of the configuration.
func setting(key string, value any, place fault.Place) schema.Setting {
	s := schema.Setting{Key: key, Name: key[strings.LastIndexByte(key, '.')+1:], Place: place, Origin: place.String()}
	switch v := value.(type) {
	case []any:
		s.IsList = true
		for _, item := range v {
			s.Items = append(s.Items, setting(key, item, place))
		}
	case map[string]any:
		s.IsSection = true
		for _, name := range slices.Sorted(maps.Keys(v)) {
			s.Fields = append(s.Fields, setting(key+"."+name, v[name], place))
		}
	default:
		s.Scalar = v
		s.Text = strings.Trim(reportValue(v), `"`)
		s.Shown = s.Text
	}
	return s
}
