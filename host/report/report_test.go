package report

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
)

func TestHarmless(t *testing.T) {
	for text, want := range map[string]string{
		"plain é 😀":              "plain é 😀",
		"\x1b[31mred\x07\r\x7f":  `\u001b[31mred\u0007\u000d\u007f`,
		"two\nlines\tand a tab":  `two\u000alines\u0009and a tab`,
		"\u202egnp.exe \u0085":   `\u202egnp.exe \u0085`,
		"no utf-8: \xff\xfe end": "no utf-8: \uFFFD end",
	} {
		if got := harmless(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := harmlessText("a\n\tb\x1b"); got != "a\n\tb\\u001b" {
		t.Errorf("got %q", got)
	}
}

func TestMasked(t *testing.T) {
	for name, value := range map[string]string{
		"Authorization": "Bearer x", "Proxy-Authorization": "Basic x", "Cookie": "a=b", "Set-Cookie": "a=b", "X-Api-Key": "x",
		"X-CSRF-Token": "x", "client_secret": "x", "newPassword": "x", "X-Amz-Signature": "x", "sessionId": "x",
	} {
		if got := masked(name, value, isSecret); got != hidden {
			t.Errorf("%s: got %q", name, got)
		}
	}
	for name, value := range map[string]string{"Accept": "a?b", "code": "23505", "Host": "example.org", "kind": "missing", "Cookie": ""} {
		if got := masked(name, value, isSecret); got != value {
			t.Errorf("%s: got %q", name, got)
		}
	}
	if got := masked("code", "x", isSecretParameter); got != hidden {
		t.Errorf("code: got %q", got)
	}
	if got := masked("Referer", "https://a.example/b?c=d", isSecret); got != "https://a.example/b?"+hidden {
		t.Errorf("Referer: got %q", got)
	}
}

func TestRouteDistance(t *testing.T) {
	routes := []string{"/", "/users", "/users/{id}", "/users/{id}/posts", "/orders/{id}", "/files/{path:*}", "/health", "/images/{name}.{ext}"}
	for path, want := range map[string]string{
		"/user/7":        "/users/{id}",
		"/usres/7":       "/users/{id}",
		"/users/7/post":  "/users/{id}/posts",
		"/Orders/1":      "/orders/{id}",
		"/file/a/b/c":    "/files/{path:*}",
		"/healt":         "/health",
		"/image/a.png":   "/images/{name}.{ext}",
		"/users/7/posts": "/users/{id}/posts",
	} {
		nearest, least := "", 99.0
		for _, route := range routes {
			if d := routeDistance(strings.Split(path, "/")[1:], manifest.Segments(route)); d < least {
				nearest, least = route, d
			}
		}
		if nearest != want || least >= 1 {
			t.Errorf("%s: got %s at %v, want %s", path, nearest, least, want)
		}
	}
	if d := routeDistance([]string{"favicon.ico"}, manifest.Segments("/users")); d < 1 {
		t.Errorf("/favicon.ico is %v from /users", d)
	}
}
