package instrument

import (
	"iter"
	"sort"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// Input is a program that was bundled.
type Input struct {
	Code     []byte            // its text
	Segments iter.Seq[Segment] // of its source map, sorted
	Files    []Source          // by their indexes in it
}

// Segment is a place in a bundle, and where it has come from. Lines and columns are from 1.
type Segment struct{ Line, Column, File, FromLine, FromColumn int }

// Source is a file that was bundled.
type Source struct {
	File
	Foreign bool // it is not the user's
	Before  int  // columns that the bundler was given in front of its first line
}

// Sources leads from a bundle to the files.
type Sources struct {
	Input
	marks []mark
	texts []*units // by file
}

// mark is a segment by its offset in the bundle.
type mark struct {
	at                 int32
	file, line, column int32
}

// ReadSources reads a source map.
func ReadSources(in Input) *Sources {
	s := &Sources{Input: in, texts: make([]*units, len(in.Files))}
	begins := linesOf(string(in.Code))
	for found := range in.Segments {
		if found.Line > len(begins) || found.File >= len(in.Files) {
			continue
		}
		if found.FromLine == 1 {
			found.FromColumn -= in.Files[found.File].Before // 0 or less is not in the file
		}
		at := begins[found.Line-1] + found.Column - 1
		s.marks = append(s.marks, mark{int32(at), int32(found.File), int32(found.FromLine), int32(found.FromColumn)})
	}
	return s
}

func linesOf(text string) []int {
	begins := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			begins = append(begins, i+1)
		}
	}
	return begins
}

// offset returns where a node is in the bundle.
func offset(at file.Idx) int { return int(at) - 1 }

// find returns the mark of a token of the bundle, if there is one for it alone, and it leads to a file of the user.
func (s *Sources) find(at file.Idx) (found mark, exact bool) {
	from := offset(at)
	i := sort.Search(len(s.marks), func(i int) bool { return int(s.marks[i].at) > from }) - 1
	if i < 0 || from > len(s.Code) {
		return found, false
	}
	found = s.marks[i]
	return found, !s.Files[found.file].Foreign && found.column > 0 && blank(s.Code[found.at:from])
}

// fileOf returns the file of what is between two places of the bundle; -1 if it is of none of the user's.
func (s *Sources) fileOf(from, to int) int32 {
	i := sort.Search(len(s.marks), func(i int) bool { return int(s.marks[i].at) >= from })
	if i == len(s.marks) || int(s.marks[i].at) >= to || s.Files[s.marks[i].file].Foreign {
		return -1
	}
	return s.marks[i].file
}

func blank(text []byte) bool {
	for _, c := range text {
		if c != ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// around is how much of a text is looked at, in code units.
const around = 128

// text returns the begin of a file's text from a place on.
func (s *Sources) text(at mark) string {
	_, after := s.textAt(at)
	return after
}

// textAt returns what of a file's text is in front of a place, and what is behind it.
func (s *Sources) textAt(at mark) (before, after string) {
	if s.texts[at.file] == nil {
		s.texts[at.file] = newUnits(s.Files[at.file].Text)
	}
	t := s.texts[at.file]
	if int(at.line) > len(t.lines) {
		return "", ""
	}
	from := t.lines[at.line-1] + int(at.column) - 1
	return t.slice(from-around, from), t.slice(from, from+around)
}

// units are the code units of a text, in which source maps count.
type units struct {
	text  string
	units []uint16 // nil if each byte is one
	lines []int    // where lines begin
}

func (u *units) slice(from, to int) string {
	if u.units == nil {
		return u.text[min(max(from, 0), len(u.text)):min(to, len(u.text))]
	}
	return string(utf16.Decode(u.units[min(max(from, 0), len(u.units)):min(to, len(u.units))]))
}

func newUnits(text string) *units {
	u := &units{text: text}
	if strings.IndexFunc(text, func(c rune) bool { return c >= 0x80 }) < 0 {
		u.lines = linesOf(text)
		return u
	}
	u.units, u.lines = utf16.Encode([]rune(text)), []int{0}
	for i, unit := range u.units {
		if unit == '\n' || unit == 0x2028 || unit == 0x2029 {
			u.lines = append(u.lines, i+1)
		}
	}
	return u
}

// word returns the name, or the keyword, at the begin of a text.
func word(text string) string {
	end := strings.IndexFunc(strings.TrimPrefix(text, "#"), func(c rune) bool { return !isNameRune(c) })
	if strings.HasPrefix(text, "#") && end >= 0 {
		end++
	}
	if end < 0 {
		return text
	}
	return text[:end]
}

func isNameRune(c rune) bool {
	return c == '_' || c == '$' || unicode.IsLetter(c) || unicode.IsDigit(c) || c == '\u200c' || c == '\u200d' || unicode.Is(unicode.Mn, c)
}

// statementWords begin statements, and are no names.
var statementWords = wordSet("break case catch class const continue debugger default do else enum export extends finally for function if import " +
	"in instanceof new return super switch this throw try typeof var void while with null true false delete")

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// declared returns the name that a variable of the bundle has in the source; empty if the bundler has added it.
func (s *Sources) declared(id *ast.Identifier) string {
	at, exact := s.find(id.Idx)
	if !exact {
		return ""
	}
	name := word(s.text(at))
	if name == "" {
		return ""
	}
	forms := [...]string{name, "_" + name, "", ""} // the second is what a class calls itself
	if private, is := strings.CutPrefix(name, "#"); is {
		forms = [...]string{"_" + private, private + "_fn", private + "_get", private + "_set"} // the values of a field, and methods
	}
	for _, form := range forms {
		if rest, is := strings.CutPrefix(id.Name.String(), form); is && form != "" && strings.Trim(rest, "0123456789") == "" {
			return name
		}
	}
	return ""
}

// isPrivate reports whether a name is that of a private member of a class.
func isPrivate(name string) bool { return strings.HasPrefix(name, "#") }

// use is how the source mentions a variable of the bundle.
type use struct {
	name   string
	member string // of a namespace, which the bundler has replaced by the variable
	whole  bool   // the name stands for the member that the bundle reads: of an import that became a member
}

// used returns how the source uses a variable that may have another name there, such as an import; no name if it does not.
func (s *Sources) used(id *ast.Identifier) (found use) {
	at, exact := s.find(id.Idx)
	if !exact {
		return found
	}
	before, text := s.textAt(at)
	name := word(text)
	helper := strings.HasPrefix(id.Name.String(), "__") && !strings.HasPrefix(name, "__")
	if name == "" || helper || statementWords[name] || name[0] == '#' || name[0] >= '0' && name[0] <= '9' {
		return found
	}
	here := strings.TrimLeft(text[len(name):], " \t\r\n!")
	there := s.Code[min(len(s.Code), offset(id.Idx)):]
	for len(there) > 0 && isNamePart(there[0]) {
		there = there[1:]
	}
	found.name = name
	if object, is := strings.CutSuffix(strings.TrimRight(before, "? \t\r\n"), "."); is && !strings.HasSuffix(object, ".") {
		object = strings.TrimRight(object, "? \t\r\n")
		at := strings.LastIndexFunc(object, func(c rune) bool { return !isNameRune(c) }) + 1
		return use{name: object[at:], member: name}
	}
	found.whole = isMember(string(there[:min(2, len(there))])) && !isMember(here)
	return found
}

// isNamePart reports whether a byte of the bundle, which is ASCII, may be a part of a name.
func isNamePart(b byte) bool {
	return b == '_' || b == '$' || b == '\\' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

func isMember(text string) bool {
	return strings.HasPrefix(text, ".") && !strings.HasPrefix(text, "..") || strings.HasPrefix(text, "?.")
}
