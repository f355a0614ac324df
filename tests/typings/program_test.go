package typings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/declared"
)

// program is a TypeScript program that is being written.
type program struct {
	text   strings.Builder
	unique int
}

func (p *program) line(format string, args ...any) {
	if len(args) == 0 {
		p.text.WriteString(format + "\n")
		return
	}
	fmt.Fprintf(&p.text, format+"\n", args...)
}

// check requires that a type is true.
func (p *program) check(what, typ string) {
	p.unique++
	p.line("export const check%d: %s = true; // %s", p.unique, typ, what)
}

// attempt writes a declaration that must compile, or must not. %d is a unique number.
func (p *program) attempt(valid bool, declaration string) {
	p.unique++
	if !valid {
		p.line("// @ts-expect-error: this must not compile")
	}
	p.line("export " + strings.ReplaceAll(declaration, "%d", fmt.Sprint(p.unique)))
}

// decorator uses a decorator on every target, bare and called, and with every option.
func (p *program) decorator(d declared.Decorator) {
	name := "fwrun." + d.Name
	first := ""
	if d.First != "" {
		first = sample(d, d.First)
	}
	called := fmt.Sprintf("%s(%s)", name, first)
	makesSenseBare := !slices.Contains([]string{"Value", "Qualifier", "Scheduled"}, d.Name) && !d.Needs
	for target, form := range targets(d) {
		stands := d.Targets&target != 0
		p.attempt(stands, strings.ReplaceAll(form, "DECORATOR", called))
		if target == declared.OnFunction {
			continue // a mapping without a path is not allowed
		}
		p.attempt(stands && makesSenseBare, strings.ReplaceAll(form, "DECORATOR", name))
	}
	p.options(d, name)
}

// targets returns a declaration for each target of a decorator.
func targets(d declared.Decorator) map[declared.Target]string {
	forms := map[declared.Target]string{
		declared.OnClass:    "@DECORATOR class C%d {}",
		declared.OnMethod:   "class C%d { @DECORATOR member() {} }",
		declared.OnField:    "class C%d { @DECORATOR member: any; }",
		declared.OnParam:    "class C%d { constructor(@DECORATOR a: any) {} }",
		declared.OnFunction: "const f%d: (a: string) => int = DECORATOR((a: string) => 1);",
	}
	switch d.Name {
	case "JsonProperty", "XmlElement", "XmlAttribute", "XmlValue": // of methods they allow accessors only
		forms[declared.OnMethod] = "class C%d { @DECORATOR get member() { return 1; } }"
	}
	return forms
}

func (p *program) options(d declared.Decorator, name string) {
	var names []string
	for _, o := range d.Options {
		names = append(names, o.Name)
		options := map[string]string{o.Name: sample(d, o.Name)}
		if d.First != "" {
			options[d.First] = sample(d, d.First)
		}
		p.attempt(true, fmt.Sprintf("const d%%d = %s(%s);", name, object(options)))
		if o.Name != d.First && d.First != "" {
			delete(options, d.First)
			p.attempt(true, fmt.Sprintf("const d%%d = %s(%s, %s);", name, sample(d, d.First), object(options)))
		}
	}
	p.behindPositional(d, name)
	p.attempt(false, fmt.Sprintf("const d%%d = %s({ unknown: 1 });", name))
	if len(names) > 0 {
		p.check(name, fmt.Sprintf("Within<Options<typeof %s>, %s>", name, union(names)))
	}
}

// behindPositional uses the options after all positional arguments.
func (p *program) behindPositional(d declared.Decorator, name string) {
	if len(d.More) == 0 || d.Objects {
		return
	}
	placed := []string{sample(d, d.First)}
	for _, more := range d.More {
		placed = append(placed, sample(d, more))
	}
	for _, o := range d.Options {
		if o.Name != d.First && !slices.Contains(d.More, o.Name) {
			p.attempt(true, fmt.Sprintf("const d%%d = %s(%s, %s);", name, strings.Join(placed, ", "), object(map[string]string{o.Name: sample(d, o.Name)})))
		}
	}
}

// sample returns a value that is valid for an option.
func sample(d declared.Decorator, option string) string {
	switch option {
	case "method":
		return `["GET", fwrun.RequestMethod.PUT]`
	case "headers":
		return `{ Location: "text", "X-Total": { type: "int" } }`
	case "unknown":
		return `"refuse"`
	case "source":
		return `"cookie"`
	case "httpMethod":
		return `"PUT"`
	case "version":
		return "4"
	case "aspect":
		return "fwrun.Aspect"
	case "propagation":
		return `"REQUIRES_NEW"`
	case "isolation":
		return `"read committed"`
	case "naming":
		return `"snake_case"`
	case "generated":
		return `"uuid"`
	}
	i := slices.IndexFunc(d.Options, func(o declared.Option) bool { return o.Name == option })
	switch d.Options[i].Kind {
	case declared.Texts:
		return `["a", "b"]`
	case declared.Duration:
		return "2.5" // a text unless listed above
	case declared.Flag, declared.Switch:
		return "true"
	case declared.Value:
		return "[1]"
	case declared.Class:
		return "Date"
	case declared.StandardSchema:
		return `{ "~standard": { version: 1, vendor: "own", validate: (value: unknown) => ({ value }), jsonSchema: { input: () => ({}), ` +
			`output: () => ({}) } } }`
	case declared.SchemaDocument:
		return `{ type: "object", properties: { a: true } }`
	case declared.Number:
		return "1"
	case declared.Values:
		return `["a", 1]`
	case declared.Expression:
		return `/^a/`
	case declared.Expressions:
		return `["a", /b/]`
	case declared.Constraints:
		return `[fwrun.NotBlank, fwrun.Min(1), "email", "length(1, 80)", { max: 7 }]`
	case declared.Function:
		return "(a: any) => a > 0"
	case declared.Errors:
		return `[TypeError, "NotFound"]`
	case declared.Params:
		return "{ a: fwrun.RequestParam(), b: fwrun.RequestParam }"
	default:
		return `"text"`
	}
}

func object(fields map[string]string) string {
	var parts []string
	for name, value := range fields {
		parts = append(parts, name+": "+value)
	}
	slices.Sort(parts)
	return "{ " + strings.Join(parts, ", ") + " }"
}

func union(names []string) string {
	if len(names) == 0 {
		return "never"
	}
	var quoted []string
	for _, name := range names {
		quoted = append(quoted, fmt.Sprintf("%q", name))
	}
	return strings.Join(quoted, " | ")
}
