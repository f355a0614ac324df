package openapi

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/openapi"
	"github.com/fwrun/fwrun/openapi/page"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/security"
)

// Settings say whether the document is served, and what it says of the application.
type Settings struct {
	enabled            bool
	title, description string
	servers            []string
}

// Read reads the section openapi. An application has its name unless the settings have another one.
func Read(r *config.Reader, application string, dev bool) Settings {
	own := r.Under("openapi")
	s := Settings{
		enabled:     own.Bool("enabled", dev),
		title:       cmp.Or(own.String("title"), r.String("framework.application.name"), application),
		description: own.String("description"), servers: own.Strings("servers"),
	}
	for _, server := range s.servers {
		if u, err := url.Parse(server); err != nil || u.Host == "" && !strings.HasPrefix(u.Path, "/") {
			own.Reject("servers", fmt.Sprintf("%q is neither a URL nor a path", server), "for example openapi.servers: [https://api.example.com]")
		}
	}
	return s
}

// Application is what the document says besides what is declared.
type Application struct {
	Version     string
	ContextPath string
	Closed      bool // members of bodies that are not declared are refused
	Rules       *security.Rules
	Schemes     []openapi.Scheme // the ways in which clients can say who they are
}

// Document writes the OpenAPI document of an application.
func (s Settings) Document(m *manifest.Manifest, of Application) schema.Node {
	return openapi.Document(m, openapi.Options{
		Title: s.title, Version: of.Version, Description: s.description, ContextPath: of.ContextPath, Servers: s.servers,
		Closed: of.Closed, Schemes: of.Schemes, Guard: guardsOf(m, of.Rules),
	})
}

// Mounts returns what serves the document, and the page that shows it, where the application has nothing of its own; nothing unless they
// are turned on.
func (s Settings) Mounts(document func() schema.Node) []host.Mount {
	if !s.enabled {
		return nil
	}
	mount := func(path, about string, h http.Handler) host.Mount {
		return host.Mount{
			Path: path, About: about, Methods: []string{http.MethodGet}, Yields: true, Private: true, Below: path == "/docs",
			Answer: func(call *host.Call) { call.ServeHTTP(h, 0) },
		}
	}
	written := openapi.Handler(document)
	return []host.Mount{
		mount("/openapi.json", "the OpenAPI document", written),
		mount("/openapi.yaml", "the OpenAPI document as YAML", written),
		mount("/docs", "the OpenAPI document in Swagger UI", page.Handler()),
	}
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
