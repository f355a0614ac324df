package bundle

import (
	"path"
	"regexp"
	"strings"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// mends map syntax errors of the compiler, which states what it expected, to the most likely cause. The first
// match counts; $1 is the text of the pattern's group. The patterns are compiled when there is such an error: together
// they take 90 KB, which most starts do not need.
var mends = []struct{ message, hint string }{
	{
		`^"await" can only be used inside an "async" function`,
		"write async before the function: async name(…) { … }; a handler may be async",
	},
	{
		`^Parameter decorators only work when experimental decorators are enabled`,
		`tsconfig.json asks for the decorators of the language, which do not exist on parameters; set experimentalDecorators to true`,
	},
	{
		`^Decorators are not allowed on class constructors`,
		"put the decorator on a method, on the class, or on a parameter of the constructor",
	},
	{
		`^Decorators are not valid here`,
		`decorators are allowed on classes and on members with a body, not on abstract members; to decorate a function, wrap it: ` +
			`export const hello = GetMapping("/hello")(() => …)`,
	},
	{`^JSON does not support (trailing commas|comments)`, "remove it: JSON does not allow $1"},
	{`found end of file$`, "a bracket, a string or a comment is not closed: check the brackets, from the end upwards"},
	{`^Unterminated (string|template|regular expression)`, "close the $1 where it ends"},
	{
		`^Expected "[;)}\]]" but found`,
		"something is missing just before the caret: a comma, an operator, a closing bracket or a closing quote",
	},
	{`^The symbol "([^"]+)" has already been declared`, "two declarations in the same scope cannot both be called $1; rename one of them"},
	{`^Cannot assign to "([^"]+)" because it is a constant`, "declare it with let: let $1 = …"},
	{`^Unexpected "(?:import|export)"`, "imports and exports must be at the top level of a file, outside of functions and classes"},
}

// mend adds the hint to a message of the compiler.
func mend(d fault.Diagnostic) fault.Diagnostic {
	for _, m := range mends {
		message := regexp.MustCompile(m.message)
		if found := message.FindStringSubmatchIndex(d.Message); found != nil {
			d.Hint = string(message.ExpandString(nil, m.hint, d.Message, found))
			return d
		}
	}
	return d
}

// suggestFiles adds the file that was most likely meant to imports that cannot be resolved.
func suggestFiles(list fault.List, files []string) {
	for i := range list {
		d := &list[i]
		if name, ok := quoted(d.Message, noFile); ok {
			if near := nearestFile(d.Place.File, name, files); near != "" {
				d.Hint = "did you mean " + quote(near) + "? Paths are relative to the folder of this file"
				d.Mend = &fault.Mend{Old: name, New: near, Quoted: true}
			}
		}
	}
}

// tellPaths reports imports that tsconfig.json maps to files that do not exist: they do not mean a package.
func (in Input) tellPaths(list fault.List) {
	for i := range list {
		d := &list[i]
		name, ok := quoted(d.Message, noPackage)
		if !ok || !in.Paths.Leads(name) {
			continue
		}
		d.Message = noFile + "for " + quote(name)
		d.Why = "the paths of tsconfig.json map it to " + strings.Join(in.Paths.Targets(name), " or ")
		d.Hint = "check the spelling, and the paths of tsconfig.json"
	}
}

// nearestFile returns the scanned file that an unresolved import most likely meant, in the form for the
// importing file, or "".
func nearestFile(from, specifier string, files []string) string {
	target := path.Join(path.Dir(from), specifier)
	wanted, bare := strings.ToLower(stem(target)), map[string]string{}
	var names []string
	for _, file := range files {
		name := strings.ToLower(stem(file))
		if name == wanted {
			return source.Specifier(from, file)
		}
		bare[name] = file
		names = append(names, name)
	}
	if near := fault.Nearest(wanted, names); near != "" {
		return source.Specifier(from, bare[near])
	}
	for _, file := range files { // the same name in another folder
		if strings.EqualFold(stem(path.Base(file)), stem(path.Base(target))) {
			return source.Specifier(from, file)
		}
	}
	return ""
}

func stem(file string) string { return strings.TrimSuffix(file, path.Ext(file)) }
