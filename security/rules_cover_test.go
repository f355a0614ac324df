package security

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestRulesOfPatterns: what decides of all requests of a route, and what of some.
func TestRulesOfPatterns(t *testing.T) {
	for _, c := range []struct {
		rules   []Rule
		methods string // separated by blanks
		pattern string
		want    string // patterns of the rules that decide for some, and then of the one that decides for all
	}{
		{[]Rule{{Pattern: "/orders/*"}}, "GET", "/orders/*", " /orders/*"},
		{[]Rule{{Pattern: "/orders/**"}}, "GET", "/orders/*", " /orders/**"},
		{[]Rule{{Pattern: "/orders/**"}}, "GET", "/orders", " /orders/**"},
		{[]Rule{{Pattern: "/**"}}, "", "/", " /**"},
		{[]Rule{{Pattern: "/*"}}, "", "/", " /*"},
		{[]Rule{{Pattern: "/"}}, "", "/a", ""},
		{[]Rule{{Pattern: "/orders/{id}"}}, "GET", "/orders/*", "/orders/{id}"},
		{[]Rule{{Pattern: "/orders/7"}, {Pattern: "/orders/**"}}, "GET", "/orders/*", "/orders/7 /orders/**"},
		{[]Rule{{Pattern: "/orders/a*"}}, "GET", "/orders/*", "/orders/a*"},
		{[]Rule{{Pattern: "/orders/a*"}}, "GET", "/orders/ab*", " /orders/a*"},
		{[]Rule{{Pattern: "/orders/a*"}}, "GET", "/orders/b*", ""},
		{[]Rule{{Pattern: "/orders/*.pdf"}}, "GET", "/orders/*.json", ""},
		{[]Rule{{Pattern: "/orders/*.pdf"}}, "GET", "/orders/*.*", "/orders/*.pdf"},
		{[]Rule{{Pattern: "/users/**"}}, "GET", "/orders/*", ""},
		{[]Rule{{Pattern: "/orders/*/lines"}}, "GET", "/orders/*", ""},
		{[]Rule{{Pattern: "/files/**"}}, "GET", "/files/**", " /files/**"},
		{[]Rule{{Pattern: "/files/*"}}, "GET", "/files/**", "/files/*"},
		{[]Rule{{Pattern: "/files/a/**"}}, "GET", "/files/**", "/files/a/**"},
		{[]Rule{{Pattern: "/a", Methods: []string{"GET"}}}, "GET", "/a", " /a"},
		{[]Rule{{Pattern: "/a", Methods: []string{"GET"}}}, "HEAD", "/a", " /a"},
		{[]Rule{{Pattern: "/a", Methods: []string{"GET"}}}, "GET POST", "/a", "/a"},
		{[]Rule{{Pattern: "/a", Methods: []string{"GET"}}}, "", "/a", "/a"},
		{[]Rule{{Pattern: "/a", Methods: []string{"HEAD"}}}, "GET", "/a", "/a"},
		{[]Rule{{Pattern: "/a", Methods: []string{"PUT"}}}, "POST", "/a", ""},
	} {
		rules, err := NewRules(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		whole, partly := rules.Of(strings.Fields(c.methods), c.pattern)
		var got []string
		for _, one := range partly {
			got = append(got, one.Pattern)
		}
		text := strings.Join(got, " ")
		if whole != nil {
			text += " " + whole.Pattern
		}
		if text != c.want {
			t.Errorf("%v of %s %s: %q, not %q", c.rules, c.methods, c.pattern, text, c.want)
		}
	}
	if whole, partly := (*Rules)(nil).Of(nil, "/a"); whole != nil || partly != nil {
		t.Errorf("no rules decide: %v, %v", whole, partly)
	}
}

// TestRulesOfPatternsAreThoseOfPaths: of each path that a pattern stands for, the rule decides that is said to decide for all of them, or
// one that is said to decide for some.
func TestRulesOfPatternsAreThoseOfPaths(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	path := func(segments ...string) string {
		var b strings.Builder
		for range 1 + random.IntN(3) {
			b.WriteString("/" + pick(segments...))
		}
		return b.String()
	}
	decided := 0
	for range 20000 {
		var list []Rule
		for i := range 1 + random.IntN(3) {
			list = append(list, Rule{Pattern: path("a", "b", "*", "a*", "*b", "a*b") + pick("", "", "/**"), Demand: OneOf(fmt.Sprint(i))})
		}
		rules, err := NewRules(list)
		if err != nil {
			t.Fatal(err)
		}
		pattern := path("a", "b", "*", "a*", "*b", "*a*") + pick("", "", "/**")
		stands, err := NewRules([]Rule{{Pattern: pattern}})
		if err != nil {
			t.Fatal(err)
		}
		whole, partly := rules.Of(nil, pattern)
		for range 20 {
			asked := path("a", "b", "c", "ab", "ba", "acb", "aab", "")
			if _, is := stands.Demand("GET", asked); !is {
				continue
			}
			demand, found := rules.Demand("GET", asked)
			known := whole != nil && demand.String() == whole.Demand.String() ||
				slices.ContainsFunc(partly, func(r Rule) bool { return r.Demand.String() == demand.String() })
			if found && !known || !found && whole != nil {
				t.Fatalf("%v of %s: %v and %v, and %s has %v, %v", list, pattern, whole, partly, asked, demand, found)
			}
			if whole != nil {
				decided++
			}
		}
	}
	if decided < 1000 {
		t.Errorf("only %d paths had a rule that decides for all", decided)
	}
}
