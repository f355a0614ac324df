package schema

import (
	"regexp"
	"strings"
	"testing"
)

func TestPortablePatterns(t *testing.T) {
	for _, c := range []struct {
		in   Regexp
		want string
	}{
		{Regexp{Source: `^[a-z]+$`}, `^[a-z]+$`},
		{Regexp{Source: `^\d{2,5}\/(?:a|b)\.(?<n>\w)$`, Flags: "gu"}, `^\d{2,5}\/(?:a|b)\.(?<n>\w)$`},
		{Regexp{Source: `\p{L}\u00e4`}, `\p{L}\u00e4`},
		{Regexp{Source: `[\w\-.]+`}, `[\-.0-9A-Z_a-z]+`},
		{Regexp{Source: `a{`}, `a\{`},
		{Regexp{Source: `^ab?$`, Flags: "i"}, `^[Aa][Bb]?$`},
		{Regexp{Source: `(?i)[^a]`}, `[^Aa]`},
		{Regexp{Source: `\Aa+?(b|cd)*\z`}, `^a+?(b|cd)*$`},
		{Regexp{Source: `(?:ab){2,}x{3}y{1,4}?`, Flags: "i"}, `(?:[Aa][Bb]){2,}[Xx]{3}[Yy]{1,4}?`},
		{Regexp{Source: `\bk\B`, Flags: "i"}, "\\b[Kk\u212a]\\B"},
		{Regexp{Source: `a|`, Flags: "s"}, `a|(?:)`},
		{Regexp{Source: `\pL`}, ""}, // too long
		{Regexp{Source: `\u{1F600}+`}, `😀+`},
	} {
		p, err := compilePattern(c.in)
		if err != nil {
			t.Errorf("%v: %v", c.in, err)
		} else if p.portable != c.want {
			t.Errorf("%v: %q, want %q", c.in, p.portable, c.want)
		}
	}
}

// FuzzPattern: the pattern in a schema matches the same texts as binding.
func FuzzPattern(f *testing.F) {
	for _, source := range []string{`^[a-z]+$`, `(?i)a.b`, `\Aa|b\z`, `[^\d-]{2,3}?`, `\u{1F600}`, `a{`, `(?<x>a)*`, `\Q.\E`, `[[:alpha:]]`} {
		f.Add(source, "is", "Aabc-1\n")
	}
	f.Fuzz(func(t *testing.T, source, flags, text string) {
		if len(source) > 200 || len(text) > 200 {
			return
		}
		p, err := compilePattern(Regexp{source, flags})
		if err != nil || p.portable == "" || strings.Contains(p.portable, `\n)`) || strings.ContainsRune(text, '�') {
			return // refused, too long, or with a lookaround, which Go does not read
		}
		portable, err := regexp.Compile(fromScript(p.portable))
		if err != nil {
			t.Fatalf("%q became %q: %v", source, p.portable, err)
		}
		if portable.MatchString(text) != p.match(text) {
			t.Errorf("%q with %q became %q, which says something else of %q", source, flags, p.portable, text)
		}
	})
}
