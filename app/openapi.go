package app

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/openapi"
	"github.com/fwrun/fwrun/openapi/page"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/security"
)

// Document returns the OpenAPI document of an application, which it reads as [Inspect] does.
func Document(ctx context.Context, options Options) (schema.Node, error) {
	g, m, err := inspected(ctx, options)
	if err != nil {
		return nil, err
	}
	return g.document(m), nil
}

// document writes the OpenAPI document of the generation.
func (g *generation) document(m *manifest.Manifest) schema.Node {
	s := &g.settings
	return openapi.Document(m, openapi.Options{
		Title: s.openAPI.title, Version: s.agents.Server.Version, Description: s.openAPI.description,
		ContextPath: s.host.ContextPath, Servers: s.openAPI.servers,
		Closed:  s.host.JSON.RefuseUnknown,
		Schemes: s.schemes(), Guard: guardsOf(m, s.security.Rules()),
	})
}

// schemes lists the ways in which clients can say who they are.
func (s *settings) schemes() (list []openapi.Scheme) {
	if s.security.TakesTokens() {
		list = append(list, openapi.Scheme{Name: "bearer", Kind: openapi.Bearer})
	}
	if keys := s.security.APIKeys; keys.Enabled {
		list = append(list, openapi.Scheme{Name: "apiKey", Kind: openapi.APIKey, Sent: keys.Header()})
	}
	if s.security.Basic.Enabled {
		list = append(list, openapi.Scheme{Name: "basic", Kind: openapi.Basic})
	}
	if session := s.security.Session; session.Enabled {
		list = append(list, openapi.Scheme{Name: "session", Kind: openapi.Session, Sent: session.Cookie()})
	}
	return list
}

// guardsOf returns a function that says who may call a route with a method.
func guardsOf(m *manifest.Manifest, rules *security.Rules) func(r *manifest.Route, method string) openapi.Guard {
	decides := deciding(m)
	return func(r *manifest.Route, method string) openapi.Guard {
		h := m.Handlers[r.Handler]
		g := openapi.Guard{Refuses: decides[methodKey{h.Owner, h.Method}]}
		whole, partly := rules.Of([]string{method}, listing.PatternOf(r))
		var demands []security.Demand
		if whole != nil {
			demands = append(demands, whole.Demand)
		}
		if h.Demand != nil {
			demands = append(demands, h.Demand.Demand)
		}
		for _, d := range demands {
			g.Known = g.Known || d.IsForSome()
			g.Refuses = g.Refuses || len(d.Authorities()) > 0 || !d.AllowsAnyone() && !d.IsForSome()
			if list := d.Authorities(); len(list) > 0 && g.OneOf == nil {
				g.OneOf = list
			}
		}
		for _, rule := range partly {
			g.Optional = g.Optional || rule.Demand.IsForSome()
			g.Refuses = g.Refuses || !rule.Demand.AllowsAnyone() && !rule.Demand.Implies(security.Authenticated()) || len(rule.Demand.Authorities()) > 0
			g.OneOf = nil // it depends on the request
		}
		return g
	}
}

// methodKey names a method of a class.
type methodKey struct {
	class  manifest.Ref
	method string
}

// deciding returns the methods that a function of the application may refuse.
func deciding(m *manifest.Manifest) map[methodKey]bool {
	found := map[methodKey]bool{}
	for _, advised := range m.Advised {
		if slices.ContainsFunc(advised.Aspects, func(a manifest.Aspect) bool { return a.Decorator == "PreAuthorize" || a.Decorator == "PostAuthorize" }) {
			found[methodKey{advised.Class, advised.Method}] = true
		}
	}
	return found
}

// openAPISettings say whether the document is served, and what it says of the application.
type openAPISettings struct {
	enabled            bool
	title, description string
	servers            []string
}

func readOpenAPI(r *config.Reader, options Options) openAPISettings {
	own := r.Under("openapi")
	s := openAPISettings{
		enabled:     own.Bool("enabled", options.Dev),
		title:       cmp.Or(own.String("title"), r.String("framework.application.name"), options.name()),
		description: own.String("description"), servers: own.Strings("servers"),
	}
	for _, server := range s.servers {
		if u, err := url.Parse(server); err != nil || u.Host == "" && !strings.HasPrefix(u.Path, "/") {
			own.Reject("servers", fmt.Sprintf("%q is neither a URL nor a path", server), "for example openapi.servers: [https://api.example.com]")
		}
	}
	return s
}

// offerDocument serves the document and the page that shows it, where the application has nothing of its own.
func (g *generation) offerDocument() {
	if !g.settings.openAPI.enabled {
		return
	}
	m := g.engine.Manifest()
	document, docs := openapi.Handler(func() schema.Node { return g.document(m) }), page.Handler()
	mounts := &g.settings.host.Policies.Mounts
	mount := func(path, about string, h http.Handler) {
		*mounts = append(*mounts, host.Mount{
			Path: path, About: about, Methods: []string{http.MethodGet}, Yields: true, Private: true, Below: path == "/docs",
			Answer: func(call *host.Call) { call.ServeHTTP(h, 0) },
		})
	}
	mount("/openapi.json", "the OpenAPI document", document)
	mount("/openapi.yaml", "the OpenAPI document as YAML", document)
	mount("/docs", "the OpenAPI document in Swagger UI", docs)
}
