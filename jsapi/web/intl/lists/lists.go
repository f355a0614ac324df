package lists

import (
	"strings"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// Formatter joins lists in one way.
type Formatter struct {
	language                 string
	pair, start, middle, end string
}

// Part is a piece of a list: an element or a literal.
type Part struct{ Type, Value string }

// New returns a formatter of a type (conjunction, disjunction, unit) and a style (long, short, narrow), which are those of ECMA-402.
func New(locale, kind, style string) *Formatter {
	name := map[string]string{"conjunction": "standard", "disjunction": "or", "unit": "unit"}[kind]
	if style != "long" {
		name += "-" + style
	}
	table, prefix := cldr.Of(locale, cldr.Texts), "list/"+name+"/"
	language, _, _ := strings.Cut(locale, "-")
	return &Formatter{
		language: language,
		pair:     table.Text(prefix + "2"), start: table.Text(prefix + "start"), middle: table.Text(prefix + "middle"), end: table.Text(prefix + "end"),
	}
}

// Format joins a list.
func (f *Formatter) Format(elements []string) []Part {
	switch len(elements) {
	case 0:
		return nil
	case 1:
		return []Part{{"element", elements[0]}}
	case 2:
		return f.around(f.pair, elements[0], elements[1], true)
	}
	parts := f.around(f.start, elements[0], elements[1], false)
	last := len(elements) - 1
	for _, element := range elements[2:last] {
		parts = f.append(f.middle, parts, element, false)
	}
	return f.append(f.end, parts, elements[last], true)
}

func (f *Formatter) around(pattern, a, b string, isEnd bool) []Part {
	return f.append(pattern, []Part{{"element", a}}, b, isEnd)
}

// append puts what there is into the place of {0}, and an element into that of {1}.
func (f *Formatter) append(pattern string, parts []Part, element string, isEnd bool) []Part {
	if isEnd {
		pattern = f.beforeSound(pattern, element)
	}
	before, rest, _ := strings.Cut(pattern, "{0}")
	between, after, _ := strings.Cut(rest, "{1}")
	if before != "" {
		parts = append([]Part{{"literal", before}}, parts...)
	}
	if between != "" {
		parts = append(parts, Part{"literal", between})
	}
	parts = append(parts, Part{"element", element})
	if after != "" {
		parts = append(parts, Part{"literal", after})
	}
	return parts
}

// beforeSound changes the words and, or where the sound of what follows demands it.
func (f *Formatter) beforeSound(pattern, element string) string {
	lower := strings.ToLower(element[:min(len(element), 8)])
	switch f.language {
	case "es":
		if isSpanishI(lower) {
			return strings.Replace(pattern, " y {1}", " e {1}", 1)
		}
		if isSpanishO(lower) {
			return strings.Replace(pattern, " o {1}", " u {1}", 1)
		}
	case "he":
		if first := []rune(lower); len(first) > 0 && (first[0] < 0x0590 || first[0] > 0x05ff) {
			return strings.Replace(pattern, " ו{1}", " ו-{1}", 1)
		}
	}
	return pattern
}

// isSpanishI reports whether a word begins with the sound of i: not with that of hia and hie.
func isSpanishI(word string) bool {
	return strings.HasPrefix(word, "i") ||
		strings.HasPrefix(word, "hi") && !strings.HasPrefix(word, "hia") && !strings.HasPrefix(word, "hie")
}

// isSpanishO reports whether a word begins with the sound of o, as 8 and 11 do.
func isSpanishO(word string) bool {
	return strings.HasPrefix(word, "o") || strings.HasPrefix(word, "ho") || strings.HasPrefix(word, "8") || word == "11" ||
		strings.HasPrefix(word, "11 ")
}
