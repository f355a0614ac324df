package hoist

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/dop251/goja/unistring"
)

// behind is put behind the body of a function to read it.
const behind = "\n})"

// Body returns the text of the body of a sloppy function with parameters.
func Body(text string, parameters ...string) string {
	if !mayHave(text) {
		return text
	}
	before := "(function (" + strings.Join(parameters, ",") + ") {"
	return strings.TrimSuffix(strings.TrimPrefix(edit(before+text+behind, nil), before), behind)
}

// Evaluated returns the text of a script or of sloppy code for eval. The names are those that a scope around has: functions called so stay where
// they are.
func Evaluated(text string, taken []string) string {
	if !mayHave(text) {
		return text
	}
	return edit(text, taken)
}

// begins matches what the declaration of a function in a block, or in another function, begins with.
var begins = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:[{};:)]|/|\belse)\s*function\b`)
})

func mayHave(text string) bool {
	return strings.Contains(text, "function") && begins().MatchString(text)
}

// edit returns a text with its changes, or as it is if it cannot be read: who compiles it says why.
func edit(text string, taken []string) (edited string) {
	defer func() {
		if recover() != nil { // the parser panics on some literals
			edited = text
		}
	}()
	tree, err := parser.ParseFile(nil, "", text, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return text
	}
	r := newReader(text)
	for _, name := range taken {
		r.scope.names[unistring.NewFromString(name)] = true
	}
	r.program(tree)
	slices.SortStableFunc(r.edits, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	var whole strings.Builder
	done := 0
	for _, e := range r.edits {
		whole.WriteString(text[done:e.at])
		whole.WriteString(e.text)
		done = max(e.at, e.end)
	}
	whole.WriteString(text[done:])
	return whole.String()
}

// change is text to put into another one, instead of what is there up to an end.
type change struct {
	at   int
	text string
	end  int
}

// unlabel removes the labels of a function, which the engine refuses and nothing can name.
func (r *reader) unlabel(from, to file.Idx) {
	at, end := int(from)-1, int(to)-1
	r.edits = append(r.edits, change{at, strings.Repeat("\n", strings.Count(r.text[at:end], "\n")), end})
}

// hoisted declares a function's name, and what assigns it.
func (r *reader) hoisted(f *function) {
	if len(f.names) == 0 {
		return
	}
	text := ""
	for i, name := range f.names {
		text += "var " + name.String() + ";const " + f.setter(i) + "=v=>{" + name.String() + "=v};"
	}
	r.edits = append(r.edits, change{at: f.at, text: text})
}

// candidate hoists a function that a block declares, unless something of its name is in the way. The declaration, with its labels, has a place.
func (r *reader) candidate(name unistring.String, from, to file.Idx, alone bool) {
	f := r.function
	if f.strict || f.parameters[name] || name == "arguments" {
		return
	}
	around := r.scope
	if !alone {
		around = around.outer
	}
	for s := around; s != nil; s = s.outer {
		if s.names[name] {
			return
		}
		if s == f.top {
			break
		}
	}
	k := slices.Index(f.names, name)
	if k < 0 {
		k = len(f.names)
		f.names = append(f.names, name)
	}
	// A declaration has no value, which the value of the text would be otherwise.
	text := "let __hoisted" + strconv.Itoa(len(r.edits)) + "=" + f.setter(k) + "(" + name.String() + ");"
	if alone {
		r.edits = append(r.edits, change{at: int(to) - 1, text: "}"})
		text = "{" + text
	}
	r.edits = append(r.edits, change{at: int(from) - 1, text: text})
}

// setter returns the name of what assigns a name of a function.
func (f *function) setter(i int) string {
	return "__hoist" + strconv.Itoa(f.number) + "_" + strconv.Itoa(i)
}
