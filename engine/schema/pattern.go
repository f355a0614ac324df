package schema

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// Regexp is a regular expression as a script writes it: /source/flags, or a text, which has no flags.
type Regexp struct {
	Source, Flags string
}

// pattern is a regular expression that matches in time linear to the text, whatever the expression and the
// text are.
type pattern struct {
	match func(string) bool
	// portable is the form for a JSON Schema: ECMAScript without flags, which means the same with and without
	// the flag u. It is empty when there is no short form.
	portable string
}

// compilePattern compiles an expression with the syntax of RE2. Forms that a script's own engine knows and
// RE2 does not are refused by name.
func compilePattern(r Regexp) (pattern, error) {
	flags := syntax.Perl
	for _, flag := range r.Flags {
		switch flag {
		case 'i':
			flags |= syntax.FoldCase
		case 's':
			flags |= syntax.DotNL
		case 'm':
			flags &^= syntax.OneLine
		case 'd', 'g', 'u': // they do not change whether a text matches
		default:
			return pattern{}, unsupported("the flag " + string(flag))
		}
	}
	source := fromScript(r.Source)
	tree, err := syntax.Parse(source, flags)
	if err != nil {
		return pattern{}, notRE2(r.Source, err)
	}
	compiled, err := regexp.Compile(tree.String())
	if err != nil {
		return pattern{}, notRE2(r.Source, err)
	}
	if portable(r) {
		return pattern{compiled.MatchString, r.Source}, nil
	}
	return pattern{compiled.MatchString, ecmaScript(tree)}, nil
}

// notRE2 describes an error in the terms of JavaScript's regular expressions.
func notRE2(source string, err error) error {
	for _, form := range []struct{ sign, name string }{
		{"(?<=", "lookbehind (?<=…)"},
		{"(?<!", "lookbehind (?<!…)"},
		{"(?=", "lookahead (?=…)"},
		{"(?!", "lookahead (?!…)"},
		{`\k<`, `the backreference \k<…>`},
	} {
		if at := strings.Index(source, form.sign); at >= 0 && !isEscaped(source, at) {
			return unsupported(form.name)
		}
	}
	bad, ok := errors.AsType[*syntax.Error](err)
	if !ok {
		return errors.New("it cannot be parsed")
	}
	if bad.Code == syntax.ErrInvalidEscape && len(bad.Expr) == 2 && isDigit(bad.Expr[1]) {
		return unsupported("the backreference " + bad.Expr)
	}
	return fmt.Errorf("%s: %s", bad.Code, bad.Expr)
}

// unsupportedForm names a form that scripts know and RE2 does not.
type unsupportedForm string

func unsupported(form string) error { return unsupportedForm(form) }

func (f unsupportedForm) Error() string { return string(f) + " is not supported" }

// Is reports that the error is an [errors.ErrUnsupported].
func (unsupportedForm) Is(target error) bool { return target == errors.ErrUnsupported }

// isEscaped reports whether the character at a place follows an odd number of backslashes.
func isEscaped(source string, at int) bool {
	n := 0
	for n < at && source[at-n-1] == '\\' {
		n++
	}
	return n%2 == 1
}

// fromScript translates \u00e4 and \u{1f600} to the syntax of RE2. The rest is the same.
func fromScript(source string) string {
	var b strings.Builder
	for i := 0; i < len(source); i++ {
		if source[i] != '\\' || i+1 == len(source) {
			b.WriteByte(source[i])
			continue
		}
		digits := ""
		if rest := source[i+2:]; source[i+1] == 'u' {
			digits = codePoint(rest)
		}
		switch {
		case digits == "":
			b.WriteString(source[i : i+2])
			i++
		case source[i+2] == '{':
			b.WriteString(`\x{` + digits + "}")
			i += len(`u{}`) + len(digits)
		default:
			b.WriteString(`\x{` + digits + "}")
			i += len("u") + len(digits)
		}
	}
	return b.String()
}

// codePoint reads the digits after \u: four, or any number in braces.
func codePoint(rest string) string {
	if strings.HasPrefix(rest, "{") {
		digits, _, closed := strings.Cut(rest[1:], "}")
		if closed && areHex(digits) {
			return digits
		}
		return ""
	}
	if len(rest) >= 4 && areHex(rest[:4]) {
		return rest[:4]
	}
	return ""
}

func areHex(digits string) bool {
	for i := range len(digits) {
		if hexDigit(digits[i]) < 0 {
			return false
		}
	}
	return digits != ""
}

// counts and counted match the beginning and the end of {2,5}: some readers require other braces to be
// escaped.
var (
	counts  = regexp.MustCompile(`^\{\d+(,\d*)?\}`)
	counted = regexp.MustCompile(`\{\d+(,\d*)?\}$`)

	categories = regexp.MustCompile(`^\\[pP]\{[A-Z][a-z]?\}`) // \p{L} has the same name in both
)

// portable reports whether a JSON Schema can contain the source unchanged.
func portable(r Regexp) bool {
	if strings.Trim(r.Flags, "dgu") != "" || strings.Contains(r.Source, "[[:") {
		return false
	}
	for i := 0; i < len(r.Source); i++ {
		switch rest := r.Source[i:]; {
		case categories.MatchString(rest):
			i += strings.IndexByte(rest, '}')
		case rest[0] == '\\' && escapeOfBoth(rest):
			i++
		case rest[0] == '\\', rest[0] == '{' && !counts.MatchString(rest):
			return false
		case rest[0] == '}' && !counted.MatchString(r.Source[:i+1]):
			return false
		case strings.HasPrefix(rest, "(?") && !strings.HasPrefix(rest, "(?:") && !strings.HasPrefix(rest, "(?<"):
			return false
		}
	}
	return true
}

// escapeOfBoth reports whether RE2 and ECMAScript read the escape at the beginning of rest alike, with the
// flag u too.
func escapeOfBoth(rest string) bool {
	switch {
	case len(rest) < 2:
		return false
	case rest[1] == 'u':
		return codePoint(rest[2:]) != "" && rest[2] != '{'
	default:
		return strings.Contains(`dDwWsSbBtnrfv^$\.*+?()[]{}|/`, rest[1:2])
	}
}
