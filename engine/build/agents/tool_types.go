package agents

import (
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// deepest is the greatest depth of classes within classes in arguments and results.
const deepest = 8

// bindable resolves the type of an argument, so that values can be made of it, and reports parts of which none can
// be made. The type of a body has been resolved for its endpoint.
func (r *toolReader) bindable(a manifest.Argument) {
	p := &r.h.Params[a.Param]
	if p.Type == nil || p.Origin == manifest.FromBody {
		return
	}
	r.Problems = append(r.Problems, r.Types.Complete(p.Type)...)
	if p.Origin == manifest.FromArguments {
		r.Problems = append(r.Problems, schema.CheckMakeable(p.Type)...)
	}
}

// describable reports an argument whose type no schema can describe.
func (r *toolReader) describable(a manifest.Argument) bool {
	p := &r.h.Params[a.Param]
	if p.Type == nil {
		return false // reported before
	}
	before := len(r.Problems.Errors())
	s := fault.SpotOf(p.Place, p.Name)
	what := fmt.Sprintf("the argument %s of the tool %s", a.Name, r.what)
	switch {
	case p.Type.Standard != nil:
	case r.isRaw(p): // a text, whatever its type
	case p.Untyped:
		r.Report(untypedArgument(s, what, "has no type", typeFix(s, a.Name)))
	case p.Type.Kind == schema.Host:
		r.Report(hostArgument(s, what, p.Type.Name, a.Name))
	default:
		w := typeWalk{reader: r, spot: s, tool: what, what: what, fix: typeFix(s, a.Name), seen: map[*schema.Type]bool{}}
		w.enter(p.Type)
		if classDepth(p.Type, map[any]bool{}, 0) > deepest {
			r.Report(tooDeep(s, what))
		}
	}
	return len(r.Problems.Errors()) == before
}

// hostArgument reports an argument that is not data: a file, or a bean of the host.
func hostArgument(s fault.Spot, what, hostType, name string) fault.Diagnostic {
	problem := s.Problem("tool-argument", "%s is %s", what, fault.Article(hostType))
	if hostType == schema.UploadedFile || hostType == manifest.TypeStream || name == "" {
		return fault.Explain(problem, "agents send JSON, not files", "take a Uint8Array, which agents send as base64, or a URI")
	}
	return fault.Explain(problem, "agents send JSON, not beans", fmt.Sprintf("inject it into a field: @Autowired %s: %s", name, hostType))
}

func untypedArgument(s fault.Spot, what, is, fix string) fault.Diagnostic {
	return fault.Explain(s.Problem("tool-untyped", "%s %s", what, is), "agents are told the type of each argument",
		fmt.Sprintf("%s; or declare an exported class for it, or the whole inputSchema: @McpTool({ inputSchema: { … } })", fix))
}

// typeFix shows how to declare the type of a parameter.
func typeFix(s fault.Spot, name string) string {
	if isTypeScript(s.File) {
		return fmt.Sprintf("write a type, such as %s: list<string>", name)
	}
	return fmt.Sprintf("write a type, such as @param {list<string>} %s", name)
}

// fieldFix shows how to declare the type of a field.
func fieldFix(s fault.Spot, name string) string {
	if isTypeScript(s.File) {
		return fmt.Sprintf("give the field a type, such as %s: list<string>", name)
	}
	return fmt.Sprintf("give the field a type, such as /** @type {list<string>} */ %s", name)
}

func isTypeScript(file string) bool { return strings.HasSuffix(file, "ts") }

func tooDeep(s fault.Spot, what string) fault.Diagnostic {
	return fault.Explain(s.Problem("tool-depth", "%s has nested classes, more than %d levels deep", what, deepest),
		"deep structures are hard for a model to fill in", "take an identifier instead of the inner objects, or split it into several arguments")
}

// typeWalk looks for parts of a type that no schema can describe.
type typeWalk struct {
	reader *toolReader
	spot   fault.Spot // of the parameter or, within a class, of the field
	tool   string     // the argument, and the tool that takes it
	what   string     // the subject of a message: the argument, or a field in it
	fix    string
	seen   map[*schema.Type]bool
}

func (w *typeWalk) enter(t *schema.Type) {
	if t == nil {
		w.reader.Report(untypedArgument(w.spot, w.what, "can hold anything", w.fix))
		return
	}
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t.Kind {
	case schema.Any, schema.Untyped:
		if t.Standard != nil {
			return // Schemas says that it cannot be there
		}
		w.reader.Report(untypedArgument(w.spot, w.what, "can be anything", w.fix))
	case schema.Host:
		w.reader.Report(hostArgument(w.spot, w.what, t.Name, ""))
	case schema.List, schema.Map:
		w.enter(t.Elem)
	case schema.Shape:
		w.fields("", t.Fields)
	case schema.Object:
		w.fields(t.Class.Name+".", t.Class.Fields)
	}
}

// fields visits the fields of a class or shape. A mistake in a field is reported once, for the first tool that
// takes it.
func (w *typeWalk) fields(owner string, fields []*schema.Field) {
	for _, f := range fields {
		if w.reader.openFields[f] {
			continue
		}
		w.reader.openFields[f] = true
		inner := *w
		if f.Place.File != "" {
			inner.spot = fault.SpotOf(f.Place, f.Name)
		}
		inner.what, inner.fix = fmt.Sprintf("the field %s%s, in %s,", owner, f.Name, w.tool), fieldFix(inner.spot, f.Name)
		inner.enter(f.Type)
	}
}

// classDepth returns the number of classes within each other in a value; a class that contains itself counts once.
// It stops when the limit is exceeded.
func classDepth(t *schema.Type, above map[any]bool, levels int) int {
	if t == nil || levels > deepest {
		return levels
	}
	key, fields := any(t), t.Fields
	if t.Kind == schema.Object {
		key, fields = t.Class, t.Class.Fields
	}
	if above[key] {
		return levels
	}
	above[key] = true
	defer delete(above, key)
	if t.Kind == schema.Object {
		levels++
	}
	depth := levels
	if t.Kind == schema.List || t.Kind == schema.Map {
		depth = classDepth(t.Elem, above, levels)
	}
	for _, f := range fields {
		depth = max(depth, classDepth(f.Type, above, levels))
	}
	return depth
}
