package listing

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
)

// shop is an application with two routes, of which one is for known users, and a tool.
func shop() *manifest.Manifest {
	known := &manifest.Demand{Demand: security.Authenticated(), Place: fault.Place{File: "shop.ts", Line: 7}}
	return &manifest.Manifest{
		Routes: []*manifest.Route{
			{Methods: []string{"GET"}, Path: "/orders", Handler: 0, Place: fault.Place{File: "shop.ts", Line: 3}},
			{Methods: []string{"POST"}, Path: "/", Handler: 1},
		},
		Handlers: []*manifest.Handler{{Name: "Shop.orders"}, {Name: "Shop.order", Demand: known}, {Name: "Shop.count"}},
		Tools:    []*manifest.Tool{{Name: "count", Handler: 2}},
	}
}

// TestRoutes: routes are sorted by their whole path, with who may call them, and those of log-ins are for everybody.
func TestRoutes(t *testing.T) {
	list := Routes(shop(), nil, "api/", []host.LoginRoute{{Method: "GET", Path: "/login/a"}})
	var lines []string
	for _, r := range list {
		lines = append(lines, strings.Join(r.Methods, ",")+" "+r.Path+" "+r.Handler+": "+r.MayCall.String())
	}
	want := "POST /api Shop.order: authenticated\nGET /api/login/a fwrun: anyone\nGET /api/orders Shop.orders: anyone"
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s", got)
	}
	open := shop()
	open.Handlers[1].Demand = nil
	for _, r := range Routes(open, nil, "", nil) {
		if r.MayCall != nil || strings.HasSuffix(r.Path, "//") {
			t.Errorf("got %+v", r)
		}
	}
}

// TestUnguarded: where an application says of anything who may call it, what nobody guards is told of.
func TestUnguarded(t *testing.T) {
	texts := func(list fault.List) string {
		var lines []string
		for _, d := range list {
			lines = append(lines, d.Message)
		}
		return strings.Join(lines, "\n")
	}
	got := texts(Unguarded(shop(), nil, "/mcp"))
	if !strings.Contains(got, "GET /orders is not guarded") || !strings.Contains(got, "the tool count is not guarded") ||
		strings.Contains(got, "POST /") {
		t.Errorf("got %s", got)
	}
	rules, err := security.NewRules([]security.Rule{{Pattern: "/**", Demand: security.Authenticated()}})
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(Unguarded(shop(), rules, "/mcp")); got != "" {
		t.Errorf("got %s", got)
	}
	open := shop()
	open.Handlers[1].Demand = nil
	if got := texts(Unguarded(open, nil, "/mcp")); got != "" || DemandsAnything(open, nil) {
		t.Errorf("got %s", got)
	}
	at := fault.Place{File: "config/application.yml", Line: 2}
	if list := WithoutCredentials(shop(), nil, at, ""); len(list) != 1 || list[0].Place.Line != 7 {
		t.Errorf("got %v", list)
	}
	if list := WithoutCredentials(open, rules, at, "rules:"); len(list) != 1 || list[0].Place != at || list[0].Source != "rules:" {
		t.Errorf("got %v", list)
	}
	if list := WithoutCredentials(open, nil, at, ""); len(list) != 0 {
		t.Errorf("got %v", list)
	}
}

// TestTakenLogins: no route of the application may be where a log-in is.
func TestTakenLogins(t *testing.T) {
	m := &manifest.Manifest{
		Routes:   []*manifest.Route{{Path: "/login/a"}, {Path: "/logout"}, {Path: "/login/b"}},
		Handlers: []*manifest.Handler{{Name: "own"}},
	}
	found := TakenLogins(m, []host.LoginRoute{{Method: "GET", Path: "/login/a"}, {Method: "POST", Path: "/logout"}})
	if len(found) != 2 || !strings.Contains(found[0].Message, "security.oidc.a") || !strings.Contains(found[1].Message, "log-outs") {
		t.Errorf("got %v", found)
	}
	if found := TakenLogins(m, nil); found != nil {
		t.Errorf("got %v", found)
	}
}
