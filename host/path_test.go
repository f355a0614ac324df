package host

import (
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestCanonicalPath(t *testing.T) {
	for raw, want := range map[string]string{
		"/":                       "/",
		"/users":                  "/users",
		"/users/":                 "/users",
		"/us%65rs/%41":            "/users/A",
		"/a%20b/c+d":              "/a b/c+d",
		"/caf%C3%A9":              "/café",
		"/café":                   "/café",
		"/a;b=c/d;e":              "/a;b=c/d;e",
		"/..;a=b":                 "/..;a=b",
		"/.../..a/a..":            "/.../..a/a..",
		"/%7Bid%7D/{id}":          "/{id}/{id}",
		"/%252e%252e/%252f":       "/%2e%2e/%2f",
		"/what%3Fever%23":         "/what?ever#",
		"/" + url.PathEscape("💧"): "/💧",
	} {
		path, refused := appendCanonical(nil, []byte(raw))
		if refused != "" || string(path) != want {
			t.Errorf("%s: got %q, refused because %q; want %q", raw, path, refused, want)
		}
	}
}

func TestCanonicalPathRefuses(t *testing.T) {
	for raw, why := range map[string]string{
		"":               "slash",
		"users":          "slash",
		"*":              "slash",
		"/a%2fb":         "encoded slash",
		"/a%2Fb":         "encoded slash",
		"/a%5cb":         "backslash",
		`/a\b`:           "backslash",
		"/a%00":          "control",
		"/a%0d%0aX:%20y": "control",
		"/a%7f":          "control",
		"/a%c2%85":       "control",
		"/a\x1fb":        "control",
		"/%":             "not part of an escape",
		"/%4":            "not part of an escape",
		"/%zz":           "not part of an escape",
		"/%+1":           "not part of an escape",
		"/%u0041":        "not part of an escape",
		"/%ff":           "UTF-8",
		"/%c0%af":        "UTF-8",
		"/%ed%a0%80":     "UTF-8",
		"/.":             "a dot segment",
		"/..":            "a dot segment",
		"/a/../b":        "a dot segment",
		"/a/./b":         "a dot segment",
		"/a/%2e%2e/b":    "a dot segment",
		"/a/.%2E":        "a dot segment",
		"/a/%2e/":        "a dot segment",
		"//":             "empty",
		"//a":            "empty",
		"/a//b":          "empty",
		"/a//":           "empty",
	} {
		path, refused := appendCanonical([]byte("kept"), []byte(raw))
		if !strings.Contains(refused, why) || string(path) != "kept" {
			t.Errorf("%q: refused because %q, left %q; want a word on %q", raw, refused, path, why)
		}
	}
}

func TestInContext(t *testing.T) {
	for _, c := range []struct {
		path, context, rest string
		ok                  bool
	}{
		{"/users", "", "/users", true},
		{"/", "", "/", true},
		{"/api/users", "/api", "/users", true},
		{"/api", "/api", "/", true},
		{"/apiary", "/api", "", false},
		{"/users", "/api", "", false},
		{"/", "/api", "", false},
		{"/a/b/c", "/a/b", "/c", true},
	} {
		rest, ok := inContext(c.path, c.context)
		if ok != c.ok || ok && rest != c.rest {
			t.Errorf("%s in %q: got %q, %v", c.path, c.context, rest, ok)
		}
	}
}

func TestSegments(t *testing.T) {
	const path = "/users/5/posts"
	for n, want := range []string{"users", "5", "posts", ""} {
		if got := segmentAt(path, n); got != want {
			t.Errorf("segment %d is %q, want %q", n, got, want)
		}
	}
	for n, want := range []string{"users/5/posts", "5/posts", "posts", "", ""} {
		if got := restFrom(path, n); got != want {
			t.Errorf("the rest from %d is %q, want %q", n, got, want)
		}
	}
}

// FuzzCanonicalPath compares the decoder with the standard library's, and checks in its result what every reader of a
// path relies on.
func FuzzCanonicalPath(f *testing.F) {
	for _, seed := range []string{
		"/", "/a/b/", "/a%2fb", "/%2e%2e/x", "/a//b", "/%c3%a9", "/%e0%80%af", "/a;b", "/%", "/..%5c",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		path, refused := appendCanonical(nil, []byte(raw))
		if refused != "" {
			return
		}
		text := string(path)
		decoded, err := url.PathUnescape(raw)
		if err != nil || strings.TrimSuffix(decoded, "/") != strings.TrimSuffix(text, "/") {
			t.Fatalf("%q became %q; the standard library says %q, %v", raw, text, decoded, err)
		}
		if !utf8.ValidString(text) || strings.Contains(text, `\`) || strings.ContainsFunc(text, unicode.IsControl) {
			t.Fatalf("%q was let through as %q", raw, text)
		}
		if text == "/" {
			return
		}
		segments := strings.Split(text, "/")[1:]
		if strings.Count(strings.TrimSuffix(raw, "/"), "/") != len(segments) {
			t.Fatalf("%q changed its number of segments: %q", raw, text)
		}
		for n, segment := range segments {
			if segment == "" || segment == "." || segment == ".." {
				t.Fatalf("%q has the segment %q", raw, segment)
			}
			if segmentAt(text, n) != segment {
				t.Fatalf("segment %d of %q is %q, want %q", n, text, segmentAt(text, n), segment)
			}
		}
		again, refused := appendCanonical(nil, []byte((&url.URL{Path: text}).EscapedPath()))
		if refused != "" || string(again) != text {
			t.Fatalf("%q is not stable: %q, %q", text, again, refused)
		}
	})
}
