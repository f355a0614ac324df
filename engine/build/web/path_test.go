package web

import (
	"strings"
	"testing"
)

func TestPlaceholders(t *testing.T) {
	for path, want := range map[string]string{
		"/":                           "",
		"/users/all":                  "",
		"/users/{id}":                 "id",
		"/{a}/b/{c-d}/{_e1}":          "a c-d _e1",
		"/files/{größe}":              "größe",
		"/files/{path:*}":             "path",
		"/a.b/c~d/@x;y":               "",
		"/users/x{id}":                "id",
		"/files/{name}.{ext}":         "name ext",
		"/v{major}.{minor}-{tag}/{x}": "major minor tag x",
		"/users/{id":                  "! an unmatched brace",
		"/users/id}":                  "! an unmatched brace",
		"/users/{a{b}}":               "! an unmatched brace",
		"/users/{a}}":                 "! an unmatched brace",
		"/users/{a}{b}":               "! with nothing between them",
		"/{a}.{a}":                    "! contains {a} twice",
		"/{a}.{b:*}":                  "! for the rest of the path next to other text",
		"/{a}?{b}":                    "! contains ? or #",
		"/{}":                         "! without a name",
		"/{:*}":                       "! without a name",
		"/{1}":                        "! with an invalid name",
		"/{a b}":                      "! with an invalid name",
		"/{a}/{a}":                    "! contains {a} twice",
		"/{a:[0-9]+}":                 "! with a pattern",
		"/{a:*}/b":                    "! before its end",
		"/a//b":                       "! an empty segment",
		"/a/./b":                      "! a dot segment",
		"/..":                         "! a dot segment",
		"/a?b":                        "! contains ? or #",
		"/a#b":                        "! contains ? or #",
	} {
		names, refused := placeholders(path)
		if problem, bad := strings.CutPrefix(want, "! "); bad {
			if !strings.Contains(refused.reason, problem) || refused.hint == "" {
				t.Errorf("%s: got %q, %q; want %q", path, refused.reason, refused.hint, problem)
			}
		} else if got := strings.Join(names, " "); got != want || refused.reason != "" {
			t.Errorf("%s: got %s, %q; want %s", path, got, refused.reason, want)
		}
	}
}

func TestShape(t *testing.T) {
	for path, want := range map[string]string{
		"/": "/", "/a/{b}": "/a/{}", "/a/{c}": "/a/{}", "/{x:*}": "/{*}", "/a{b}": "/a{}", "/{a}.{b}/c": "/{}.{}/c",
	} {
		if got := shape(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

func TestIsMediaType(t *testing.T) {
	for text, want := range map[string]bool{
		"application/json": true, "text/*": true, "*/*": true, "application/vnd.api+json": true,
		"text/html; charset=utf-8": true, "text/html;q=0.5, text/plain": true,
		"json": false, "text/": false, "/json": false, "text/html, text/plain": false, "te xt/html": false, "": false, "a/b/c": false,
	} {
		if got := isMediaType(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}
