package cors_test

import (
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/host/cors"
)

func policy(t *testing.T, rules ...cors.Rule) *cors.Policy {
	t.Helper()
	p, mistakes := cors.New(rules)
	for _, m := range mistakes {
		t.Fatal(m)
	}
	return p
}

func TestOrigins(t *testing.T) {
	for _, c := range []struct {
		allowed  string
		yes, not []string
	}{
		{
			"https://app.example.com",
			[]string{"https://app.example.com"},
			[]string{
				"http://app.example.com", "https://app.example.com:8443", "https://app.example.com.evil.org",
				"https://evil-app.example.com", "https://APP.example.com", "https://example.com", "null", "", "https://", "app.example.com",
			},
		},
		{"HTTPS://App.Example.com:443", []string{"https://app.example.com"}, []string{"https://app.example.com:443"}},
		{"http://127.0.0.1:3000", []string{"http://127.0.0.1:3000"}, []string{"http://127.0.0.1", "http://127.0.0.1:30001"}},
		{"http://[::1]:3000", []string{"http://[::1]:3000"}, []string{"http://[::1]"}},
		{
			"https://*.example.com",
			[]string{"https://a.example.com", "https://a.b-c.example.com", "https://a_b.example.com"},
			[]string{
				"https://example.com", "https://evilexample.com", "https://.example.com", "https://a..example.com",
				"http://a.example.com", "https://a.example.com:8443", "https://a.example.com.evil.org", "https://evil.org/.example.com",
				"https://evil.org#.example.com", "https://user@a.example.com", "https://*.example.com", "https://A.example.com",
			},
		},
		{"https://*.example.com:8443", []string{"https://a.example.com:8443"}, []string{"https://a.example.com"}},
		{
			"http://localhost:*",
			[]string{"http://localhost", "http://localhost:1", "http://localhost:65535"},
			[]string{"http://localhost:0", "http://localhost:65536", "http://localhost:x", "http://localhost:80.evil.org", "https://localhost"},
		},
		{"http://[::1]:*", []string{"http://[::1]", "http://[::1]:80"}, []string{"http://[::2]", "http://[::1]evil"}},
		{"null", []string{"null"}, []string{"", "Null", "https://null"}},
		{"*", []string{"https://a", "null", "anything"}, nil},
		{"chrome-extension://abcdef", []string{"chrome-extension://abcdef"}, []string{"chrome-extension://abcdefg"}},
	} {
		grant := policy(t, cors.Rule{Origins: []string{"https://other.example.org", c.allowed}}).For("/")
		for _, sent := range c.yes {
			if !grant.Allows(sent) {
				t.Errorf("%s does not allow %q", c.allowed, sent)
			}
		}
		for _, sent := range c.not {
			if grant.Allows(sent) {
				t.Errorf("%s allows %q", c.allowed, sent)
			}
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		rule        cors.Rule
		field, text string
	}{
		{cors.Rule{Origins: []string{"*"}, Credentials: true}, "credentials", `together with the origin "*"`},
		{cors.Rule{Origins: []string{"app.example.com"}}, "origins", "must begin with its scheme"},
		{cors.Rule{Origins: []string{"https://app.example.com/"}}, "origins", "not even a slash"},
		{cors.Rule{Origins: []string{"https://u@app.example.com"}}, "origins", "nothing may follow"},
		{cors.Rule{Origins: []string{"https://app.*.com"}}, "origins", "first labels"},
		{cors.Rule{Origins: []string{"https://*example.com"}}, "origins", "first labels"},
		{cors.Rule{Origins: []string{"https://*"}}, "origins", "first labels"},
		{cors.Rule{Origins: []string{"https://"}}, "origins", "the host is not valid"},
		{cors.Rule{Origins: []string{"https://bücher.example"}}, "origins", "xn--"},
		{cors.Rule{Origins: []string{"https://a:x"}}, "origins", "the port is not valid"},
		{cors.Rule{Origins: []string{"https://a:"}}, "origins", "the port is not valid"},
		{cors.Rule{Origins: []string{"https://a:65536"}}, "origins", "the port is not valid"},
		{cors.Rule{Origins: []string{"https://[::1"}}, "origins", "the host is not valid"},
		{cors.Rule{Methods: []string{"GET", "P T"}}, "methods", `"P T"`},
		{cors.Rule{Headers: []string{"X-A\r\n"}, Exposed: []string{"a:"}}, "exposed-headers", `"a:"`},
		{cors.Rule{Exposed: []string{"*"}, Origins: []string{"https://a"}, Credentials: true}, "exposed-headers", "together with credentials"},
		{cors.Rule{Path: "api"}, "path", "must begin with a slash"},
		{cors.Rule{Path: "/a**"}, "path", "whole segment"},
		{cors.Rule{Path: "/**/a"}, "path", "whole segment"},
		{cors.Rule{Path: "/a//b"}, "path", "whole segment"},
	} {
		_, mistakes := cors.New([]cors.Rule{{}, c.rule})
		if len(mistakes) != 1 || mistakes[0].Rule != 1 || mistakes[0].Field != c.field || !strings.Contains(mistakes[0].Text, c.text) {
			t.Errorf("%+v: got %v, want %s … %s", c.rule, mistakes, c.field, c.text)
		}
	}
	if _, mistakes := cors.New([]cors.Rule{{Path: "x", Origins: []string{"a", "b"}}}); len(mistakes) != 3 {
		t.Errorf("not all mistakes are told: %v", mistakes)
	}
}

func TestPaths(t *testing.T) {
	for _, c := range []struct{ path, yes, not string }{
		{"", "/ /a /a/b", ""},
		{"/", "/", "/a"},
		{"/**", "/ /a /a/b", ""},
		{"/api", "/api", "/ /apix /api/a /Api"},
		{"/api/", "/api", "/api/a"},
		{"/api/**", "/api /api/a /api/a/b", "/ /apix /apix/a"},
		{"/*/files", "/a/files /*/files", "/files /a/files/b /a/b/files"},
		{"/a/*/**", "/a/b /a/b/c", "/a"},
	} {
		p := policy(t, cors.Rule{Path: c.path, Origins: []string{"*"}})
		for path := range strings.FieldsSeq(c.yes) {
			if p.For(path) == nil {
				t.Errorf("%s does not cover %s", c.path, path)
			}
		}
		for path := range strings.FieldsSeq(c.not) {
			if p.For(path) != nil {
				t.Errorf("%s covers %s", c.path, path)
			}
		}
	}
}

func TestTheFirstRuleCounts(t *testing.T) {
	p := policy(t, cors.Rule{Path: "/api/internal/**"}, cors.Rule{Path: "/api/**", Origins: []string{"https://a"}, MaxAge: 90 * time.Second},
		cors.Rule{Origins: []string{"*"}})
	if p.For("/api/internal/x") != nil {
		t.Error("a rule without origins allows some")
	}
	if g := p.For("/api/x"); g.Anyone() || g.MaxAge != "90" {
		t.Errorf("the second rule is passed over: %+v", g)
	}
	if g := p.For("/"); !g.Anyone() || g.MaxAge != "0" || g.Exposed != "" {
		t.Errorf("the last rule is passed over: %+v", g)
	}
	var none *cors.Policy
	if none.For("/") != nil {
		t.Error("a policy that is none allows something")
	}
}

func TestMethodsAndHeaders(t *testing.T) {
	some := policy(t, cors.Rule{
		Origins: []string{"https://a"}, Methods: []string{"get", "PUT"}, Headers: []string{"Authorization", "x-a"}, Exposed: []string{"X-B", "X-C"},
	}).For("/")
	all := policy(t, cors.Rule{Origins: []string{"*"}, Methods: []string{"*"}, Headers: []string{"*"}, Exposed: []string{"*"}}).For("/")
	usual := policy(t, cors.Rule{Origins: []string{"*"}}).For("/")
	if !some.AllowsMethod("PUT") || some.AllowsMethod("POST") || some.AllowsMethod("put") || some.Methods("PUT") != "GET, PUT" {
		t.Errorf("methods: %q", some.Methods("PUT"))
	}
	if !all.AllowsMethod("TRACE") || all.Methods("TRACE") != "TRACE" || !usual.AllowsMethod("PATCH") || usual.AllowsMethod("TRACE") {
		t.Error("all and the usual methods")
	}
	if some.Exposed != "X-B, X-C" || all.Exposed != "*" || usual.Exposed != "" {
		t.Errorf("exposed: %q, %q, %q", some.Exposed, all.Exposed, usual.Exposed)
	}
	for _, c := range []struct {
		grant          *cors.Grant
		asked, refused string
	}{
		{some, "", ""},
		{some, "authorization, X-A", ""},
		{some, "x-a,,\t", ""},
		{some, "x-a,x-b", "x-b"},
		{some, "x-a x-b", "x-a x-b"},
		{all, "anything,authorization", ""},
		{all, "any thing", "any thing"},
		{usual, "content-type", ""},
	} {
		if refused, ok := c.grant.AllowsHeaders(c.asked); refused != c.refused || ok != (refused == "") {
			t.Errorf("%q: refused is %q, want %q", c.asked, refused, c.refused)
		}
	}
}

// FuzzOrigin compares the origins that patterns allow with a simple comparison of texts.
func FuzzOrigin(f *testing.F) {
	for _, seed := range []string{
		"https://a.example.com", "https://evilexample.com", "https://x.example.com:8443", "null",
		"https://a\x00.example.com",
	} {
		f.Add(seed)
	}
	p, _ := cors.New([]cors.Rule{{Origins: []string{"https://*.example.com", "https://*.example.com:8443"}}})
	f.Fuzz(func(t *testing.T, sent string) {
		if !p.For("/").Allows(sent) {
			return
		}
		host, ok := strings.CutPrefix(strings.TrimSuffix(sent, ":8443"), "https://")
		if !ok || !strings.HasSuffix(host, ".example.com") || strings.ContainsAny(host, "/:@?#\\% \x00") {
			t.Fatalf("%q is allowed", sent)
		}
	})
}
