package security

import (
	"slices"
	"strings"
	"testing"
)

func TestRoles(t *testing.T) {
	t.Parallel()
	roles, err := NewRoles(map[string][]string{"ROOT": {"ADMIN"}, "ADMIN": {"USER", "AUDITOR"}, "AUDITOR": {"READER"}})
	if err != nil || !slices.Equal(roles["ROOT"], []string{"ADMIN", "AUDITOR", "READER", "USER"}) {
		t.Fatalf("%v, %v", roles, err)
	}
	p := NewPrincipal("ada", []string{"ADMIN"}, []string{"orders"}, "", roles)
	for authority, want := range map[string]bool{
		"ADMIN": true, "USER": true, "READER": true, "ROOT": false, "admin": false, "orders": false, "SCOPE_orders": true, "SCOPE_ADMIN": false, "": false,
	} {
		if p.Has(authority) != want {
			t.Errorf("%q: %v", authority, !want)
		}
	}
	for _, circle := range []map[string][]string{{"A": {"A"}}, {"A": {"B"}, "B": {"C"}, "C": {"A"}}} {
		if roles, err := NewRoles(circle); err == nil || !strings.Contains(err.Error(), "A includes itself") {
			t.Errorf("%v, %v", roles, err)
		}
	}
}

func TestDemands(t *testing.T) {
	t.Parallel()
	user := NewPrincipal("ada", []string{"USER"}, []string{"read"}, "", nil)
	none := NewPrincipal("bob", nil, nil, "", nil)
	for _, one := range []struct {
		demand            Demand
		nobody, bob, user Answer
	}{
		{Demand{}, Allowed, Allowed, Allowed},
		{Anyone(), Allowed, Allowed, Allowed},
		{Authenticated(), Unknown, Allowed, Allowed},
		{OneOf("USER", "ADMIN"), Unknown, Refused, Allowed},
		{OneOf("ADMIN"), Unknown, Refused, Refused},
		{OneOf("SCOPE_read"), Unknown, Refused, Allowed},
		{OneOf("read"), Unknown, Refused, Refused},
		{OneOf(), Unknown, Refused, Refused},
		{Nobody(), Unknown, Refused, Refused},
	} {
		if a, b, c := one.demand.Of(nil), one.demand.Of(none), one.demand.Of(user); a != one.nobody || b != one.bob || c != one.user {
			t.Errorf("%+v: %d, %d, %d", one.demand, a, b, c)
		}
	}
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	for pattern, paths := range map[string]string{ // those with a ! do not match
		"/":           "/ !/a !//",
		"/**":         "/ /a /a/b //",
		"/admin":      "/admin !/admin/ !/Admin !/admins !/ !/x/admin",
		"/admin/**":   "/admin /admin/ /admin/a /admin/a/b !/admins !/ !/x/admin",
		"/a/*":        "/a/b /a/ !/a !/a/b/c",
		"/a/*/c":      "/a/b/c /a//c !/a/c !/a/b/d",
		"/*/b/**":     "/a/b /a/b/c !/b !/a/c/b",
		"/files/*.js": "/files/x.js /files/.js /files/a.b.js !/files/x.jsx !/files/a/x.js",
		"/v*/x-*-y":   "/v1/x-1-y /v/x--y !/v/x-y !/w/x--y",
		"/a*b*c":      "/abc /aXbYc /abbcc !/acb !/ab",
	} {
		rules, err := NewRules([]Rule{{Pattern: pattern, Demand: Authenticated()}})
		if err != nil {
			t.Fatal(err)
		}
		for path := range strings.FieldsSeq(paths) {
			path, wrong := strings.CutPrefix(path, "!")
			if _, matches := rules.Demand("GET", path); matches == wrong {
				t.Errorf("%s matches %s: %v", pattern, path, matches)
			}
		}
	}
	for _, wrong := range []string{"", "admin", "/**/a", "/a**", "/a/***"} {
		if _, err := NewRules([]Rule{{Pattern: wrong}}); err == nil {
			t.Errorf("%q is a pattern", wrong)
		}
	}
}

func TestFirstRuleWins(t *testing.T) {
	t.Parallel()
	rules, err := NewRules([]Rule{
		{Pattern: "/admin/health"},
		{Pattern: "/admin/**", Methods: []string{"POST", "DELETE"}, Demand: OneOf("ROOT")},
		{Pattern: "/admin/**", Demand: OneOf("ADMIN")},
	})
	if err != nil {
		t.Fatal(err)
	}
	admin := NewPrincipal("ada", []string{"ADMIN"}, nil, "", nil)
	for request, want := range map[string]Answer{
		"GET /admin/health": Allowed, "GET /admin/x": Allowed, "POST /admin/x": Refused, "POST /admin/health": Allowed,
	} {
		method, path, _ := strings.Cut(request, " ")
		demand, found := rules.Demand(method, path)
		if got := demand.Of(admin); got != want || !found {
			t.Errorf("%s: %d", request, got)
		}
	}
	if _, found := rules.Demand("GET", "/"); found {
		t.Error("a path without a rule has one")
	}
}

func BenchmarkRules(b *testing.B) {
	rules, err := NewRules([]Rule{{Pattern: "/admin/**"}, {Pattern: "/public/**"}, {Pattern: "/api/*/orders/**", Demand: Authenticated()}})
	if err != nil {
		b.Fatal(err)
	}
	p := NewPrincipal("ada", []string{"USER"}, nil, "", nil)
	b.ReportAllocs()
	for b.Loop() {
		if demand, found := rules.Demand("GET", "/api/v1/orders/7"); !found || demand.Of(p) != Allowed {
			b.Fatal("refused")
		}
	}
}
