package config

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/platform/fault"
)

// dotenvName matches a variable with its equals sign: export NAME=.
var dotenvName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(?:export\s+)?([\pL_][\pL\pN_.-]*)\s*=[ \t]*`) })

// parseDotenv parses lines of the form NAME=value, with or without export before them. Values in
// quotes may span several lines; values without quotes end at a blank followed by #.
func parseDotenv(file *file) *flatFile {
	f := &flatFile{file: file}
	start := 0 // the offset of the line in the text
	for i := 0; i < len(f.lines); {
		lines := f.dotenvLine(i, start)
		for range lines {
			start += len(f.lines[i]) + 1
			i++
		}
	}
	return f
}

// dotenvLine parses an entry, and returns how many lines it takes.
func (f *flatFile) dotenvLine(i, start int) int {
	line := f.lines[i]
	if isBlankOrComment(line) {
		return 1
	}
	match := dotenvName().FindStringSubmatchIndex(line)
	if match == nil {
		at := spot{i + 1, len(line) - len(strings.TrimLeft(line, " \t"))}
		f.fail(at, "this line is not of the form NAME=value", "write NAME=value, or begin a comment with #")
		return 1
	}
	e := entry{name: line[match[2]:match[3]], at: spot{i + 1, match[2]}, value: spot{i + 1, match[1]}, last: i + 1}
	if value := line[match[1]:]; value == "" || value[0] != '"' && value[0] != '\'' {
		e.text = withoutComment(value)
	} else if !f.dotenvQuoted(&e, f.text[start+match[1]:]) {
		return len(f.lines) - i
	}
	f.entries = append(f.entries, e)
	return e.last - i
}

func isBlankOrComment(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#'
}

func withoutComment(value string) string {
	for i := range len(value) {
		if value[i] == '#' && (i == 0 || value[i-1] == ' ' || value[i-1] == '\t') {
			value = value[:i]
			break
		}
	}
	return strings.TrimSpace(value)
}

// dotenvQuoted parses a value that begins with a quote. Without a closing quote it takes the rest
// of the file.
func (f *flatFile) dotenvQuoted(e *entry, rest string) bool {
	text, length, ok := quotedText(rest)
	if !ok {
		f.fail(e.value, "the text that begins here has no closing "+rest[:1], "add the "+rest[:1])
		return false
	}
	e.text, e.quoted = text, true
	e.last = e.value.line + strings.Count(rest[:length], "\n")
	after, _, _ := strings.Cut(rest[length:], "\n")
	if !isBlankOrComment(after) {
		f.fail(e.value, "there is text after the quoted value", "put all of it in quotes, or begin a comment with #")
	}
	return true
}

// dotenvTree applies the variables of a file to the tree read so far, as the environment is
// applied. Variables that match no key of the tree are kept for references.
func dotenvTree(l *loader, s *source, file *file) (*node, fault.List) {
	f := parseDotenv(file)
	if f.mask == nil {
		f.showValues(s.prefix)
	}
	variables := f.variables(s.prefix)
	if len(f.problems) > 0 {
		return nil, f.problems
	}
	tree := l.tree
	var problems fault.List
	for _, setting := range knownShape(tree).settings(variables) {
		next, problem := setting.apply(tree)
		if problem != nil {
			problem.Source = f.source(problem.Place.Line)
			problems = append(problems, *problem)
		}
		tree = next
	}
	l.dotenv = append(variables, l.dotenv...)
	l.keepSource(s, nil, variables)
	return tree, problems
}

// variables returns the entries with the names by which they are matched: the prefix precedes
// each name, and dots become underscores.
func (f *flatFile) variables(prefix string) []variable {
	out := make([]variable, 0, len(f.entries))
	first := map[string]entry{}
	for _, e := range f.entries {
		place := f.spotPlace(e.at)
		name := variableName(joinKeys(prefix, e.name))
		if before, twice := first[name]; twice {
			f.problems = append(f.problems, fault.Diagnostic{
				Code: "config-duplicate", Place: place, Source: f.source(place.Line), Message: e.name + " is set twice in this file",
				Hint: "remove one of the two", Notes: []fault.Note{{Place: f.spotPlace(before.at), Text: "it was first set here"}},
			})
		}
		first[name] = e
		out = append(out, variable{name, e.text, f.originAt(f.spotPlace(e.value))})
	}
	return out
}

// variableName returns a key in the spelling of a variable.
func variableName(key string) string {
	segments := splitKey(key)
	names := make([]string, len(segments))
	for i, s := range segments {
		names[i] = strings.ReplaceAll(s.name, "-", "")
	}
	return strings.ToUpper(strings.Join(slices.DeleteFunc(names, func(n string) bool { return n == "" }), "_"))
}
