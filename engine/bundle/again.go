package bundle

import (
	"maps"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// again returns an input that builds in spite of what the bundler calls errors and the language does not: names with characters that it
// can write only as they are, and assignments to constants in packages, where a TypeError is thrown when they run. It reports false for
// other errors. Files of the application keep their error: nobody means such an assignment, and who sees the message can mend it.
func (in Input) again(errors []api.Message) (Input, bool) {
	with, found := in, false
	with.constants = maps.Clone(in.constants)
	if with.constants == nil {
		with.constants = map[string][]constant{}
	}
	for _, m := range errors {
		name, assigned := quoted(m.Text, "Cannot assign to ")
		switch {
		case strings.Contains(m.Text, " cannot be escaped in the configured target environment"):
			with.rawNames, found = true, true
		case assigned && m.Location != nil && isPackage(m.Location.File) && strings.HasSuffix(m.Text, " because it is a constant"):
			with.constants[m.Location.File] = append(with.constants[m.Location.File], constant{m.Location.Line, m.Location.Column, name})
			found = true
		default:
			return in, false
		}
	}
	return with, found
}

// constant is a place in a file where one is assigned to, as the bundler has it.
type constant struct {
	line, column int // from 1, and in bytes from 0
	name         string
}

// constants loads the files of packages in which constants are assigned to.
func constants(in Input) api.Plugin {
	return api.Plugin{Name: Module + "-constants", Setup: func(build api.PluginBuild) {
		if len(in.constants) == 0 {
			return
		}
		build.OnLoad(api.OnLoadOptions{Filter: `\.[cm]?js$`, Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			places := in.constants[in.relative(args.Path)]
			if places == nil {
				return api.OnLoadResult{}, nil
			}
			content, err := in.text(args.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			text := in.placed(args.Path, throwing(string(content), places))
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}

// throwing puts a property in the place of each constant that is assigned to: it is read as the constant is, and throws what an
// assignment to one throws, after the value was computed. It begins with a name, so that no line before it goes on with it.
func throwing(text string, places []constant) string {
	lines := strings.SplitAfter(text, "\n")
	slices.SortFunc(places, func(a, b constant) int { return b.column - a.column }) // from the end of a line
	for _, p := range places {
		if p.line > len(lines) || p.column > len(lines[p.line-1]) || !strings.HasPrefix(lines[p.line-1][p.column:], p.name) {
			continue
		}
		line := lines[p.line-1]
		before, after := line[:p.column], line[p.column+len(p.name):]
		if isShorthand(before, after) {
			before += p.name + ": "
		}
		lines[p.line-1] = before + "globalThis.Object({get value(){return " + p.name +
			`},set value(_){throw new globalThis.TypeError("Assignment to constant variable.")}}).value` + after
	}
	return strings.Join(lines, "")
}

// isShorthand reports whether a name is a property of a pattern that has no other name, as in ({name} = object), if the line shows it.
func isShorthand(before, after string) bool {
	before, after = strings.TrimRight(before, " \t"), strings.TrimLeft(after, " \t")
	if after == "" || strings.IndexByte(",}=", after[0]) < 0 || before == "" || strings.IndexByte("{,", before[len(before)-1]) < 0 {
		return false
	}
	depth := 0
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth == 0 {
				closing := strings.IndexByte(after, '}')
				return before[i] == '{' && closing >= 0 && strings.HasPrefix(strings.TrimLeft(after[closing+1:], " \t"), "=")
			}
			depth--
		}
	}
	return false
}
