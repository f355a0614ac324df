package host

import (
	"regexp"
	"testing"
)

// TestPathPatterns: a pattern that is read as a prefix matches the paths that its expression matches.
func TestPathPatterns(t *testing.T) {
	paths := []string{"/", "/a", "/a/", "/A/b", "/a/b", "/a.b", "/a.*", "/a.*b", "/ab", "/a+b", "/b/a/b", `/a\`, "/a/b\u2028c", "/ä/b"}
	quick := map[string]bool{
		`^/a/`: true, `^/a`: true, `^/a.*`: true, `^/a/.*`: true, `^/ä/`: true, `^/a\+`: true, `\A/a`: true,
		`/a`: false, `^/a$`: false, `(?i)^/a`: false, `^/a|/b`: false, `^/a\.*`: false, `^/a\Q.*`: false, `^/a\Q.*\E`: false, `^/a.*b`: false, `^`: false,
		`(?m)^/a`: false, `^/a.*.*`: false, `^/[ab]`: false, `^/a?`: false, ``: false, `.*`: false,
	}
	for text, isQuick := range quick {
		expression := regexp.MustCompile(text)
		pattern := newPathPatterns([]*regexp.Regexp{expression})
		if got := pattern[0].expression == nil; got != isQuick {
			t.Errorf("%s is read as a beginning: %v, want %v", text, got, isQuick)
		}
		for _, path := range paths {
			if got, want := anyMatches(pattern, path), expression.MatchString(path); got != want {
				t.Errorf("%s matches %q: %v, want %v", text, path, got, want)
			}
		}
	}
}
