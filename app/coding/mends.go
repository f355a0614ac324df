package coding

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/platform/fault"
)

// filesOf returns what reads the files of a folder, each once. A file that cannot be read has no text.
func filesOf(folder string) func(name string) string {
	known := map[string]string{}
	return func(name string) string {
		text, is := known[name]
		if !is && name != "" && filepath.IsLocal(name) {
			read, _ := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name))) // without it there are fewer replacements
			text = string(read)
			known[name] = text
		}
		return text
	}
}

// mended is a mistake whose replacement is looked for.
type mended struct {
	d    fault.Diagnostic
	text string   // of the whole file; empty if it is not known
	line string   // with the place
	at   int      // where in the line the place is, in bytes
	old  string   // what is underlined
	hint []string // what the pattern of a rule has matched of the hint
}

// rule is a kind of hint of which the replacement is certain: it says what to write, and there is one place to write it.
type rule struct {
	hint *regexp.Regexp
	make func(*mended) *mend
}

// rules lists the hints with a replacement. Their patterns are compiled once.
var rules = sync.OnceValue(func() []rule {
	return []rule{
		{regexp.MustCompile(`(?i)^did you mean "?([^"\s?]+)"?\?(?: Paths are relative to the folder of this file)?$`), meant},
		{regexp.MustCompile("^remove `static`$"), withoutStatic},
		{regexp.MustCompile(`^write it without parentheses: @(\w+)$`), withoutArguments},
		{regexp.MustCompile(`^write @PathVariable (\w+)$`), pathVariable},
		{regexp.MustCompile(`^write @Value\("\$\{([^"{}]+)\}"\)$`), placeholder},
		{regexp.MustCompile(`^write \{(\w+)\}$`), pathPlaceholder},
		{regexp.MustCompile(`^write one slash between segments$`), oneSlash},
		{regexp.MustCompile("^write `export` before it: export (class|const) "), exported},
		{regexp.MustCompile(`^write a space after the colon: ([^\s:]+): (.*)$`), spaced},
		{regexp.MustCompile(`^write it without quotes$`), unquoted},
		{regexp.MustCompile(`^use one of ([A-Z]+)$`), onlyMethod},
	}
})

// mendOf returns the replacement that a hint suggests; nil if it suggests none, or it is not clear what it replaces. The text is that of
// the file, or empty.
func mendOf(d fault.Diagnostic, text string) *mend {
	if d.Place.Col == 0 {
		return nil
	}
	m := &mended{d: d, text: text, line: d.Source}
	from, ok := byteAt(d.Source, d.Place.Col-1)
	to, alsoOK := byteAt(d.Source, d.Place.Col-1+d.Length)
	if !ok || !alsoOK {
		return nil
	}
	m.at, m.old = from, d.Source[from:to]
	for _, r := range rules() {
		if m.hint = r.hint.FindStringSubmatch(d.Hint); m.hint != nil {
			return r.make(m)
		}
	}
	return nil
}

// byteAt returns where a column is in a line, which is counted from 0 in UTF-16 code units.
func byteAt(line string, column int) (at int, ok bool) {
	for i, c := range line {
		if column <= 0 {
			return i, column == 0
		}
		column--
		if c > 0xffff {
			column--
		}
	}
	return len(line), column == 0
}

// replaced returns the replacement of a part of the line with the place.
func (m *mended) replaced(at int, old, with string) *mend {
	return replacedIn(m.d.Place.Line, m.line, at, old, with)
}

func replacedIn(number int, line string, at int, old, with string) *mend {
	begin := fault.Width(line[:at]) + 1
	return &mend{number, begin, begin + fault.Width(old), old, with}
}

// only returns the replacement of a text that is in the line once, at the place or after it.
func (m *mended) only(old, with string) *mend {
	at := strings.Index(m.line[m.at:], old)
	if at < 0 || strings.Count(m.line[m.at:], old) > 1 {
		return nil
	}
	return m.replaced(m.at+at, old, with)
}

// meant replaces a name by the one that it almost is.
func meant(m *mended) *mend {
	if m.old == "" {
		return nil
	}
	full := m.hint[1]
	for _, suggested := range []string{full, full[strings.LastIndexByte(full, '.')+1:]} {
		bare, suggested := strings.Trim(m.old, "\"'`@"), strings.TrimPrefix(suggested, "@")
		if fault.Nearest(bare, []string{suggested}) != "" {
			return m.replaced(m.at, m.old, strings.Replace(m.old, bare, suggested, 1))
		}
	}
	return nil
}

// staticWord is the keyword, with the blank after it.
var staticWord = regexp.MustCompile(`\bstatic\s+`)

// withoutStatic removes the keyword from the line of the decorator, or from the first one after it that is not a decorator's.
func withoutStatic(m *mended) *mend {
	lines := strings.Split(m.text, "\n")
	line, number := m.line[m.at:], m.d.Place.Line
	before := m.at
	for !staticWord.MatchString(line) && strings.HasPrefix(strings.TrimSpace(line), "@") && number < len(lines) {
		line, before = lines[number], 0
		number++
	}
	found := staticWord.FindAllStringIndex(line, 2)
	if len(found) != 1 {
		return nil
	}
	whole := m.line
	if number != m.d.Place.Line {
		whole = line
	}
	return replacedIn(number, whole, before+found[0][0], line[found[0][0]:found[0][1]], "")
}

// withoutArguments removes what is between the parentheses of a decorator, and these.
func withoutArguments(m *mended) *mend {
	name := "@" + m.hint[1]
	begin := strings.Index(m.line, name+"(")
	if begin < 0 || strings.Count(m.line, name+"(") > 1 {
		return nil
	}
	rest := m.line[begin+len(name):]
	if end := closing(rest); end > 0 {
		return m.replaced(begin+len(name), rest[:end], "")
	}
	return nil
}

// closing returns the length of what is in parentheses at the beginning of a text; 0 if they are not closed, or something in them is more
// than a few plain values.
func closing(text string) int {
	depth := 0
	for i, c := range text {
		switch {
		case strings.ContainsRune("\"'`/", c):
			return 0
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// imports matches the names that a file imports from fwrun.
var imports = regexp.MustCompile(`import\s*\{([^}]*)\}\s*from\s*["']fwrun["']`)

// pathVariable writes the decorator before the parameter, if the file imports it.
func pathVariable(m *mended) *mend {
	if m.old != m.hint[1] || !m.imports("PathVariable") {
		return nil
	}
	return m.replaced(m.at, m.old, "@PathVariable "+m.old)
}

func (m *mended) imports(name string) bool {
	for _, found := range imports.FindAllStringSubmatch(m.text, -1) {
		if slices.Contains(strings.FieldsFunc(found[1], func(c rune) bool { return strings.ContainsRune(", \t\r\n", c) }), name) {
			return true
		}
	}
	return false
}

// placeholder makes a placeholder of a key.
func placeholder(m *mended) *mend {
	for _, quote := range []string{`"`, "'", "`"} {
		if found := m.only("@Value("+quote+m.hint[1]+quote, "@Value("+`"${`+m.hint[1]+`}"`); found != nil {
			return found
		}
	}
	return nil
}

// pathPlaceholder makes {id} of :id.
func pathPlaceholder(m *mended) *mend {
	return m.only(":"+m.hint[1], "{"+m.hint[1]+"}")
}

// manySlashes are several slashes within the path of a decorator.
var manySlashes = regexp.MustCompile(`\(\s*["'][^"']*?[^:"'/](//+)[^"'/][^"']*["']`)

func oneSlash(m *mended) *mend {
	found := manySlashes.FindAllStringSubmatchIndex(m.line[m.at:], 2)
	if len(found) != 1 {
		return nil
	}
	return m.replaced(m.at+found[0][2], m.line[m.at+found[0][2]:m.at+found[0][3]], "/")
}

// exported writes export before the declaration of a name.
func exported(m *mended) *mend {
	declaration := m.hint[1] + " " + m.old
	at := strings.LastIndex(m.line[:m.at+len(m.old)], declaration)
	if m.old == "" || at < 0 || strings.TrimSpace(m.line[:at]) != "" {
		return nil
	}
	return m.replaced(at, declaration, "export "+declaration)
}

// spaced writes the blank that makes a key and its value of one text, which is alone in the line after that of its section.
func spaced(m *mended) *mend {
	lines := strings.Split(m.text, "\n")
	if m.d.Place.Line >= len(lines) {
		return nil
	}
	line, old := lines[m.d.Place.Line], m.hint[1]+":"+m.hint[2]
	if strings.TrimSpace(line) != old {
		return nil
	}
	return replacedIn(m.d.Place.Line+1, line, strings.Index(line, old), old, m.hint[1]+": "+m.hint[2])
}

// unquoted takes a key out of its quotes.
func unquoted(m *mended) *mend {
	rest := m.line[m.at:]
	if rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return nil
	}
	bare, _, closed := strings.Cut(rest[1:], rest[:1])
	if !closed || bare == "" {
		return nil
	}
	return m.replaced(m.at, rest[:len(bare)+2], bare)
}

// httpMethod matches the option with its value.
var httpMethod = regexp.MustCompile(`httpMethod:\s*(["'][A-Za-z]+["'])`)

// onlyMethod replaces a method of HTTP by the only one that the mapping has.
func onlyMethod(m *mended) *mend {
	found := httpMethod.FindAllStringSubmatchIndex(m.line[m.at:], 2)
	if len(found) != 1 {
		return nil
	}
	return m.replaced(m.at+found[0][2], m.line[m.at+found[0][2]:m.at+found[0][3]], `"`+m.hint[1]+`"`)
}
