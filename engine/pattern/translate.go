package pattern

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Translation is an expression in the form for the script engine.
type Translation struct {
	Source, Flags string
}

// maxTranslated limits the size of a translated expression, in bytes.
const maxTranslated = 512 << 10

// toBacktracker at the beginning of an expression selects the one of the script engine's two matchers that
// backtracks, and supports more.
const toBacktracker = "(?=)"

// noBeginning after it matches everywhere, and keeps that matcher from searching for the text that an
// expression begins with: that search fails for surrogates.
const noBeginning = `(?:\b|\B)`

// Needed reports whether the script engine misunderstands an expression. It may return true for expressions
// that need no translation.
func Needed(source, flags string) bool {
	if strings.ContainsAny(flags, "dv") {
		return true
	}
	for i := 0; i+1 < len(source); i++ {
		switch {
		case source[i] == '(' && source[i+1] == '?':
			if isForeignGroup(source[i+2:], flags) {
				return true
			}
		case source[i] == '\\' && strings.Contains(flags, "u"):
			if source[i+1] == 'p' || source[i+1] == 'P' {
				return true
			}
			i++
		}
	}
	return !strings.Contains(flags, "u") && hasHalves(source, flags) || hasTwins(source) || needsExact(source, flags)
}

// hasTwins reports whether two groups may have the same name: the script engine's matchers end the run for these.
func hasTwins(source string) bool {
	_, rest, more := strings.Cut(source, "(?<")
	for more {
		name, _, _ := strings.Cut(rest, ">")
		if _, rest, more = strings.Cut(rest, "(?<"); more && isNamed("<"+name) && strings.Contains(rest, name+">") {
			return true
		}
	}
	return false
}

// isForeignGroup reports whether a group has modifiers, or a name with the flag u: the script engine's other
// matcher does not know these.
func isForeignGroup(rest, flags string) bool {
	if rest == "" {
		return false
	}
	return isModifier(rune(rest[0])) || strings.Contains(flags, "u") && isNamed(rest)
}

func isNamed(rest string) bool {
	return len(rest) > 1 && rest[0] == '<' && rest[1] != '=' && rest[1] != '!'
}

// hasHalves reports whether an expression without the flag u has classes of surrogates that would be
// confused, or surrogates at all if case is ignored.
func hasHalves(source, flags string) bool {
	wanted := 2
	switch {
	case strings.Contains(flags, "i"):
		wanted = 1
	case !strings.Contains(source, "["):
		return false
	}
	for i, c := range source {
		if c > 0xFFFF || c == '\\' && isHalf(source[i+1:]) {
			if wanted--; wanted == 0 {
				return true
			}
		}
	}
	return false
}

// isHalf reports whether an escape is u and the four digits of a surrogate.
func isHalf(escape string) bool {
	return len(escape) >= 5 && escape[0] == 'u' && (escape[1] == 'd' || escape[1] == 'D') &&
		strings.IndexByte("89abcdefABCDEF", escape[2]) >= 0 && isHex(escape[3]) && isHex(escape[4])
}

func isHex(c byte) bool { return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0 }

func isModifier(c rune) bool { return c == 'i' || c == 'm' || c == 's' || c == '-' }

// Translate translates an expression for the script engine. The error says what is wrong with it, or what is
// not supported.
func Translate(source, flags string) (out Translation, err error) {
	t := &translator{
		in:         []rune(source),
		unicode:    strings.ContainsAny(flags, "uv"),
		sets:       strings.Contains(flags, "v"),
		ignoreCase: strings.Contains(flags, "i"),
	}
	if err := checkFlags(flags); err != nil {
		return out, err
	}
	defer takeFailure(&err)
	t.run()
	out.Source = t.out.String()
	switch {
	case t.halves:
		out.Source = toBacktracker + noBeginning + "(?:" + out.Source + ")"
	case t.backtracks:
		out.Source = toBacktracker + out.Source
	}
	out.Flags = strings.ReplaceAll(flags, "d", "")
	if t.sets {
		out.Flags = strings.ReplaceAll(out.Flags, "v", "u")
	}
	return out, nil
}

func checkFlags(flags string) error {
	for i, c := range flags {
		if !strings.ContainsRune("dgimsuvy", c) || strings.ContainsRune(flags[:i], c) {
			return fmt.Errorf("the flags %q are not valid", flags)
		}
	}
	if strings.Contains(flags, "u") && strings.Contains(flags, "v") {
		return errors.New("the flags u and v exclude each other")
	}
	return nil
}

// translator goes through an expression once.
type translator struct {
	in  []rune
	at  int
	out strings.Builder

	unicode, sets, ignoreCase bool

	backtracks bool // only the backtracking matcher supports it
	halves     bool // it contains surrogates
	markers    rune // number of classes of surrogates so far
	names      []string
	depth      int // nesting of classes
	spent      int // total number of spans of sets
}

// failure is the panic value that stops a translator.
type failure struct{ error }

// takeFailure is deferred: it makes a failure an error.
func takeFailure(err *error) {
	if p := recover(); p != nil {
		failed, ok := p.(failure)
		if !ok {
			panic(p)
		}
		*err = failed.error
	}
}

func (t *translator) fail(format string, args ...any) { panic(failure{fmt.Errorf(format, args...)}) }

// peek returns the character at an offset; 0 after the end.
func (t *translator) peek(ahead int) rune {
	if t.at+ahead < len(t.in) {
		return t.in[t.at+ahead]
	}
	return 0
}

func (t *translator) write(text string) {
	if t.out.Len()+len(text) > maxTranslated {
		t.fail("it is too long with its character classes expanded")
	}
	t.out.WriteString(text)
}

// copy writes the next characters as they are.
func (t *translator) copy(count int) {
	end := min(t.at+count, len(t.in))
	t.write(string(t.in[t.at:end]))
	t.at = end
}

func (t *translator) run() {
	for t.at < len(t.in) {
		switch c := t.peek(0); {
		case c == '\\' && t.sets && isPropertyLetter(t.peek(1)):
			t.writeOperand(t.propertyOperand())
		case c == '\\' && t.unicode && isPropertyLetter(t.peek(1)):
			t.writeSet(t.propertySet())
		case c == '\\' && !t.unicode && isHalf(t.ahead(1, 5)):
			t.halves = true
			t.copy(6)
		case c == '\\':
			t.copy(2)
		case c == '(' && t.peek(1) == '?':
			t.group()
		case c == '[' && t.sets:
			t.writeOperand(t.class())
		case c == '[':
			t.copyClass()
		case c > 0xFFFF && !t.unicode:
			t.halves = true
			t.copy(1)
		default:
			t.copy(1)
		}
	}
}

func isPropertyLetter(c rune) bool { return c == 'p' || c == 'P' }

// propertySet reads \p{…} or \P{…}. With the flag v, characters that are equal if case is ignored are added
// before the set is negated; with u the matcher does it.
func (t *translator) propertySet() set {
	negated := t.peek(1) == 'P'
	t.at += 2
	if t.peek(0) != '{' {
		t.fail(`\p is not followed by a name in braces`)
	}
	start := t.at + 1
	for t.peek(0) != '}' {
		if t.at++; t.at >= len(t.in) {
			t.fail(`\p{ is not closed`)
		}
	}
	name := string(t.in[start:t.at])
	t.at++
	found, err := property(name)
	if err != nil {
		panic(failure{err})
	}
	if t.sets && t.ignoreCase {
		found = found.closed()
	}
	if negated {
		return found.complement()
	}
	return found
}

func (t *translator) writeSet(s set) {
	if len(s) == 0 {
		t.backtracks = true
		t.write("(?!)")
		return
	}
	t.write("[" + s.text() + "]")
}

// group copies the beginning of a group. The script engine's parser does not know modifiers; the backtracking
// matcher does, and also much that is not part of the language.
func (t *translator) group() {
	switch c := t.peek(2); {
	case c == ':' || c == '=' || c == '!' || c == '<':
		if isNamed(t.ahead(2, 2)) {
			t.backtracks = t.backtracks || t.unicode
			t.nameOnce()
		}
		t.copy(3)
	case isModifier(c):
		t.modifiers()
	default:
		t.fail("Invalid group")
	}
}

// nameOnce refuses a name that another group has. In alternatives the language allows it; the matchers do not.
func (t *translator) nameOnce() {
	end := slices.Index(t.in[t.at:], '>')
	if end < 0 {
		return // the script engine reports it
	}
	name := string(t.in[t.at+3 : t.at+end])
	if slices.Contains(t.names, name) {
		t.fail("two groups have the name %s", name)
	}
	t.names = append(t.names, name)
}

func (t *translator) modifiers() {
	end := t.at + 2
	for end < len(t.in) && isModifier(t.in[end]) {
		end++
	}
	letters := string(t.in[t.at+2 : end])
	on, off, _ := strings.Cut(letters, "-")
	twice := false
	for i, c := range on + off {
		twice = twice || strings.ContainsRune((on + off)[:i], c)
	}
	if end == len(t.in) || t.in[end] != ':' || twice || strings.Contains(off, "-") || on+off == "" {
		t.fail("Invalid flags in the group (?%s", letters)
	}
	t.backtracks = true
	t.copy(end + 1 - t.at)
}
