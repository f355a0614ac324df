package actuator

import (
	"net/http"
	"strings"
)

// link is an entry of the discovery page.
type link struct {
	Href      string `json:"href"`
	Templated bool   `json:"templated"`
}

// discover answers with the discovery page, which clients follow.
func (s *Server) discover(w http.ResponseWriter, r *http.Request) {
	page := Operation{Do: func(*Request) (Answer, error) {
		return OK(map[string]any{"_links": s.links(r)})
	}}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		s.run(w, r, "", &page, "")
	case http.MethodOptions:
		w.Header().Set("Allow", "GET,HEAD,OPTIONS")
		w.WriteHeader(http.StatusOK)
	default:
		w.Header().Set("Allow", "GET")
		Refuse(w, http.StatusMethodNotAllowed, r.Method+" is not allowed here; allowed: GET")
	}
}

// links returns the links of all endpoints and their operations, with the scheme and the host of the request, and with what a proxy has
// removed from its path.
func (s *Server) links(r *http.Request) map[string]link {
	origin := originOf(r) + removedFrom(r) + s.options.Prefix
	links := map[string]link{"self": {Href: origin + s.options.Base}}
	for i := range s.options.Endpoints {
		e := &s.options.Endpoints[i]
		href := origin + s.pathOf(e)
		if !e.Quiet {
			links[e.ID] = link{Href: href}
		}
		for _, o := range e.Operations {
			if o.Selector != "" {
				name := strings.TrimPrefix(o.Selector, "*")
				links[e.ID+"-"+name] = link{href + "/{" + o.Selector + "}", true}
			}
		}
	}
	return links
}

// originOf returns the scheme and the host by which a client calls the server: those of the URL if a server in front has set them
// there, or else those of the request.
func originOf(r *http.Request) string {
	scheme, host := r.URL.Scheme, r.URL.Host
	if scheme == "" {
		scheme = "http"
		if r.TLS != nil {
			scheme = "https"
		}
	}
	if host == "" {
		host = r.Host
	}
	return scheme + "://" + host
}

// removedFrom returns what somebody in front has removed from the beginning of the path, as http.StripPrefix does: RequestURI has it
// still.
func removedFrom(r *http.Request) string {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	if removed, is := strings.CutSuffix(path, r.URL.EscapedPath()); is && strings.HasPrefix(removed, "/") && !strings.HasPrefix(removed, "//") {
		return removed
	}
	return ""
}
