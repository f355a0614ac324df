package host

import (
	"bufio"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/valyala/fasthttp"
)

// readCookies reads the cookies of a request with these Cookie lines, separated by |: "a=1|b=2".
func readCookies(t *testing.T, lines ...string) string {
	t.Helper()
	head := "GET / HTTP/1.1\r\nHost: h\r\n"
	for _, line := range lines {
		head += "Cookie: " + line + "\r\n"
	}
	var header fasthttp.RequestHeader
	if err := header.Read(bufio.NewReader(strings.NewReader(head + "\r\n"))); err != nil {
		t.Fatal(err)
	}
	var list []string
	for name, value := range cookiesOf(&header) {
		list = append(list, name+"="+value)
	}
	return strings.Join(list, "|")
}

func TestCookies(t *testing.T) {
	for sent, want := range map[string]string{
		"":                     "",
		"a=1; b=two":           "a=1|b=two",
		"a=1;b=2;":             "a=1|b=2",
		" a = 1 ;\tb=2":        "a=1|b=2",
		"a=1; a=2":             "a=1|a=2",
		"a=":                   "a=",
		"a=b=c==":              "a=b=c==",
		`a="quoted"; b="`:      `a=quoted|b="`,
		`a="a b, c"`:           "a=a b, c",
		`a=""`:                 "a=",
		"a=%C3%A9%20x":         "a=é x",
		`a="%22"`:              `a="`,
		"a=x+y":                "a=x+y",
		"a=%2B%3b%3D":          "a=+;=",
		"a=100%":               "a=100%",
		"a=%41%":               "a=%41%",
		"a=%zz":                "a=%zz",
		"a=%ff":                "a=%ff",
		"a=%2541":              "a=%41",
		"%61=1; __Host%2Dx=2":  "%61=1|__Host%2Dx=2",
		"alone; =x; a=1":       "a=1",
		"__proto__=1; $a=2":    "__proto__=1|$a=2",
		"a[]=1; a[]=2; b[c]=3": "a[]=1|a[]=2|b[c]=3",
		"a,b=1; c d=2":         "a,b=1|c d=2",
		"é=ü":                  "é=ü",
	} {
		if got := readCookies(t, sent); got != want {
			t.Errorf("%s: got %s, want %s", sent, got, want)
		}
	}
	if got := readCookies(t, "a=1", "b=2; a=3"); got != "a=1|b=2|a=3" {
		t.Errorf("several lines: %s", got)
	}
}

// FuzzCookie: what encodeURIComponent writes is read back, and the result is valid text whenever the input is.
func FuzzCookie(f *testing.F) {
	for _, seed := range []string{"a=1; b=2", `a="x"`, "a=%C3%A9", "a=%", ";;=", "a=%22%3B", "\xff=\xfe"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for pair := range strings.SplitSeq(text, ";") {
			name, value, ok := parseCookie(pair)
			if ok && (name == "" || strings.ContainsAny(name, "=; \t") && strings.Trim(name, " \t") != name) {
				t.Fatalf("%q has the name %q", pair, name)
			}
			if utf8.ValidString(pair) && !utf8.ValidString(value) {
				t.Fatalf("%q became %q", pair, value)
			}
		}
		if !utf8.ValidString(text) {
			return
		}
		sent := strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
		for _, line := range []string{"a=" + sent, `a="` + sent + `"`, " a = " + sent + " "} {
			if _, value, ok := parseCookie(line); !ok || value != text {
				t.Fatalf("%q was read as %q", line, value)
			}
		}
	})
}
