package declared

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// agentSamples are values of options that are more helpful than the general one of their kind.
var agentSamples = map[string]string{
	"headers": `{ Location: "where it is" }`, "uri": `"orders://{id}"`, "httpMethod": `"GET"`, "rateLimit": `"10/1m"`, "maxResultBytes": `"64KiB"`,
	"mimeType": `"text/plain"`,
}

// check compares a declaration with the listing: what it may decorate and which options it takes.
func (src *Source) check(owner *Owner, d *Declaration) bool {
	known := src.Decorators[d.Decorator]
	known.Name = d.Shown()
	s := src.SpotOf(owner, d)
	if d.Target&known.Targets == 0 {
		src.Report(wrongTarget(known, d.Target, owner.NameOf(d), s))
		return false
	}
	if d.Static && d.Target != OnParam {
		problem := fault.Explain(s.Problem("decorator-static", "@%s is on the static member %s", d.Decorator, owner.NameOf(d)),
			"a bean is an instance, so only instance members are used", "remove `static`")
		if m := owner.member(d); m != nil {
			problem.Mend = &fault.Mend{Line: m.Pos.Line, Old: "static "}
		}
		src.Report(problem)
		return false
	}
	if len(known.Options) == 0 && len(d.Options) > 0 {
		if w, found := src.Written(owner, d); found {
			known.written = "(" + w.Args + ")"
		}
	}
	return src.CheckOptions(known, d, s)
}

// NameOf describes what a declaration decorates, for messages.
func (o *Owner) NameOf(d *Declaration) string {
	switch d.Target {
	case OnClass, OnFunction:
		return o.Name()
	case OnParam:
		return fmt.Sprintf("parameter %d of %s.%s", d.Param+1, o.Name(), d.Member)
	}
	return o.Name() + "." + d.Member
}

func wrongTarget(known Decorator, target Target, what string, s fault.Spot) fault.Diagnostic {
	d := s.Problem("decorator-target", "@%s is on %s (%s), but belongs on %s", known.Name, target, what, known.Targets)
	switch {
	case target == OnField && known.Targets&OnMethod != 0:
		d.Hint = "an arrow function in a field is not a method; write name(…) { … }"
	case target == OnClass && strings.HasSuffix(known.Name, "Mapping"):
		d.Hint = "@RequestMapping(\"/prefix\") on the class sets the prefix of all its paths"
	case target == OnMethod && known.Targets == OnClass:
		d.Hint = "write it above the class"
	case target == OnFunction && known.Targets == OnClass:
		d.Hint = "a function needs a mapping only: export const hello = GetMapping(\"/hello\")(() => …)"
	case known.Targets == OnParam:
		d.Hint = fmt.Sprintf("write it in front of the parameter: name(@%s id)", known.Name)
	default:
		d.Hint = "move it there, or remove it"
	}
	return d
}

// CheckOptions reports whether the options of a declaration are valid for its decorator.
func (src *Source) CheckOptions(known Decorator, d *Declaration, s fault.Spot) bool {
	ok := true
	for _, name := range slices.Sorted(maps.Keys(d.Options)) {
		kind, found := known.option(name)
		if !found {
			src.Report(unknownOption(known, name, s))
			ok = false
			continue
		}
		if want := kind.misfit(d.Options[name]); want != "" {
			problem := s.Problem("decorator-option",
				"the option %q of @%s must be %s, not %s", name, d.Decorator, want, Describe(d.Options[name]))
			problem.Hint = "write " + kind.example(known, name)
			src.Report(problem)
			ok = false
		} else if kind == Constraints {
			ok = src.checkConstraints(known, name, d.Options[name], s) && ok
		} else if kind == Errors {
			ok = src.checkErrors(known, name, d.Options[name], s) && ok
		}
	}
	return ok && src.checkNeeds(known, d, s)
}

// checkNeeds reports a decorator without the argument that it needs to have a meaning.
func (src *Source) checkNeeds(known Decorator, d *Declaration, s fault.Spot) bool {
	given := d.Options[known.First] != nil
	for _, name := range known.More {
		given = given || d.Options[name] != nil
	}
	if given || !known.Needs {
		return true
	}
	src.Report(needsArgument(known, s))
	return false
}

func needsArgument(known Decorator, s fault.Spot) fault.Diagnostic {
	problem := s.Problem("decorator-option", "@%s needs an argument", known.Name)
	problem.Hint = fmt.Sprintf("write @%s(%s)", known.Name, known.argumentExample())
	return problem
}

// argumentExample returns an example of what is written between a decorator's parentheses.
func (d Decorator) argumentExample() string {
	kind, _ := d.option(d.First)
	example := kind.sample()
	if d.Rest {
		example = strings.Trim(example, "[]")
	}
	for _, name := range d.More {
		if kind, _ := d.option(name); kind != Value {
			example += ", " + cmp.Or(map[OptionKind]string{Duration: `"1s"`}[kind], "80")
		}
	}
	return example
}

func unknownOption(known Decorator, name string, s fault.Spot) fault.Diagnostic {
	names := make([]string, len(known.Options))
	for i, o := range known.Options {
		names[i] = o.Name
	}
	if len(names) == 0 {
		d := s.Problem("decorator-option", "@%s takes no options", known.Name)
		d.Hint = "write it without parentheses: @" + known.Name
		if known.written != "" {
			d.Mend = &fault.Mend{Old: known.written}
		}
		return d
	}
	d := s.Problem("decorator-option", "@%s has no option %q", known.Name, name)
	d.Meant("%q", name, names, fmt.Sprintf("the options of @%s are %s", known.Name, strings.Join(names, ", ")))
	if near := fault.Nearest(name, names); near != "" {
		d.Mend = &fault.Mend{Old: name, New: near} // it is written without quotes
	}
	return d
}

func (d Decorator) option(name string) (OptionKind, bool) {
	for _, o := range d.Options {
		if o.Name == name {
			return o.Kind, true
		}
	}
	return 0, false
}

// misfit says what a value of the kind must be, or returns "" if the value fits.
func (k OptionKind) misfit(value any) string {
	if value == nil {
		return ""
	}
	_, isText := value.(string)
	_, isFlag := value.(bool)
	_, isClass := value.(manifest.Ref)
	switch k {
	case Text:
		return unless(isText, "a string")
	case Texts:
		return unless(isText || allTexts(value), "a string or an array of strings")
	case Flag:
		return unless(isFlag, "true or false")
	case Class:
		return unless(isClass, "an exported class")
	case Type:
		return unless(isText || isClass, "the name of a type or an exported class")
	case Params:
		return unless(allParams(value), "an object of parameter decorators")
	case Number:
		return unless(isFinite(value), "a number")
	case Values:
		return unless(allScalars(value), "a list of strings or numbers")
	case Expression:
		_, isRegexp := value.(Regexp)
		return unless(isText || isRegexp, "a regular expression, or a string with one")
	case Expressions:
		return unless(allExpressions(value), "a regular expression, a string with one, or an array of them")
	case Duration:
		return unless(isText || isFinite(value), "a number of seconds or a string such as \"5s\"")
	case Function:
		return unless(isCallable(value), "a function")
	case Errors:
		return unless(allErrors(value), "an error class, its name, or an array of them")
	case Key:
		return unless(isText || isCallable(value), "a string such as \"user-#{id}\", or a function")
	case Amount:
		return unless(isText || isFinite(value), "a number")
	case Status:
		return unless(isText || isFinite(value), "a number or a string")
	case Switch:
		return unless(isText || isFlag, "true, false or a string")
	case Demand:
		return unless(isFlag || isText && value != "", "true, false, or a message")
	case StandardSchema:
		index, isSchema := value.(Standard)
		return unless(isSchema && index != NoStandard, "a schema of zod, valibot, arktype or another library with ~standard")
	case SchemaDocument:
		document, _ := value.(JSON)
		return unless(strings.HasPrefix(string(document), "{"), "an object")
	}
	return ""
}

// example returns an example of how the option is written.
func (k OptionKind) example(known Decorator, name string) string {
	return fmt.Sprintf("@%s({ %s: %s })", known.Name, name, cmp.Or(agentSamples[name], k.sample()))
}

// sample returns a value of the kind.
func (k OptionKind) sample() string {
	return map[OptionKind]string{
		Text: `"…"`, Texts: `["…", "…"]`, Flag: "true", Class: "User", Type: `"int"`, Params: "{ page: RequestParam() }",
		Number: "1", Values: `["a", "b"]`, Expression: "/^[a-z]+$/", Expressions: `"^/admin(/|$)"`, Constraints: `[NotBlank, "email"]`,
		Duration: `"5s"`, Function: "(user) => user.id > 0", Errors: "[SqlError]", Key: `"user-#{id}"`, Amount: "3",
		Switch: `"${jobs.enabled:true}"`, Demand: `"give a title"`, SchemaDocument: `{ type: "object", properties: {} }`, Status: "201",
		StandardSchema: "z.object({ … })",
	}[k]
}

func unless(ok bool, want string) string {
	if ok {
		return ""
	}
	return want
}

// allExpressions reports whether value is a text or a regular expression, or a list of them.
func allExpressions(value any) bool {
	list, several := value.([]any)
	if !several {
		list = []any{value}
	}
	return !slices.ContainsFunc(list, func(one any) bool {
		_, isText := one.(string)
		_, isRegexp := one.(Regexp)
		return !isText && !isRegexp
	})
}

// isCallable reports whether value is a function or a class, exported or not.
func isCallable(value any) bool {
	switch value.(type) {
	case manifest.Ref, Unexported:
		return true
	}
	return false
}

// ListOf returns the values of an option that takes one value or a list of them.
func ListOf(value any) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}

// allErrors reports whether value is a class or a name, or a list of them.
func allErrors(value any) bool {
	return !slices.ContainsFunc(ListOf(value), func(one any) bool {
		_, isText := one.(string)
		return !isText && !isCallable(one)
	})
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

func isFinite(value any) bool {
	switch v := value.(type) {
	case int64:
		return true
	case float64:
		return !math.IsInf(v, 0) && !math.IsNaN(v)
	default:
		return false
	}
}

func allScalars(value any) bool {
	list, ok := value.([]any)
	for _, item := range list {
		if _, isText := item.(string); !isText && !isFinite(item) {
			return false
		}
	}
	return ok
}

func allParams(value any) bool {
	entries, ok := value.(map[string]any)
	for _, entry := range entries {
		if p, isParam := entry.(ParamDecorator); !isParam || !BindsParam(p.Decorator) {
			return false
		}
	}
	return ok
}

// Describe names a value's type for messages, never the value itself.
func Describe(value any) string {
	switch v := value.(type) {
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case int64, float64:
		return "a number"
	case []any:
		return "an array"
	case manifest.Ref:
		return "a class"
	case Unexported:
		return fmt.Sprintf("%s, which is not exported", cmp.Or(string(v), "a function"))
	case Regexp:
		return "a regular expression"
	case Standard:
		if v == NoStandard {
			return "undefined"
		}
		return "a schema"
	case ParamDecorator:
		return "the decorator @" + v.Decorator
	case Unwritable:
		return "a value that JSON cannot hold: " + string(v)
	case JSON:
		if strings.HasPrefix(string(v), "[") {
			return "an array"
		}
		return "an object"
	case map[string]any:
		return "an object"
	}
	return "something else"
}
