package actuator

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Options are the settings of a Server.
type Options struct {
	// Prefix is what precedes all paths, such as an application's context path. It is empty or begins with a slash.
	Prefix string
	// Base is the path of the discovery page, below Prefix. If it is "/" there is no discovery page.
	Base      string
	Endpoints []Endpoint
	// Known reports whether a client has proved who it is. It may be nil: then nobody has.
	Known func(r *http.Request) bool
	// Failed is called with each error that clients are not shown, and with the id of the endpoint. It may be nil.
	Failed func(id string, err error)
}

// Server answers the requests for endpoints. It is an http.Handler.
type Server struct {
	options Options
	mounts  []Mount
	byPath  map[string]*Endpoint // from the root
}

// Mount is a path that a Server answers, below the prefix.
type Mount struct {
	Path  string
	Below bool   // and all that is below
	ID    string // of the endpoint; empty for the discovery page
}

// New returns a Server. The error says which two endpoints have one path.
func New(o Options) (*Server, error) {
	s := &Server{options: o, byPath: map[string]*Endpoint{}}
	if o.Base != "/" {
		s.mounts = append(s.mounts, Mount{Path: o.Base})
		s.byPath[o.Prefix+o.Base] = nil
	}
	for i := range o.Endpoints {
		e := &o.Endpoints[i]
		path := s.pathOf(e)
		if other, taken := s.byPath[o.Prefix+path]; taken {
			name := "the discovery page"
			if other != nil {
				name = other.ID
			}
			return nil, fmt.Errorf("the management endpoints %s and %s have the same path %s", name, e.ID, path)
		}
		s.byPath[o.Prefix+path] = e
		s.mounts = append(s.mounts, Mount{path, true, e.ID})
	}
	return s, nil
}

// Mounts returns the paths that the server answers, below the prefix.
func (s *Server) Mounts() []Mount { return slices.Clone(s.mounts) }

// pathOf returns the path of an endpoint, below the prefix.
func (s *Server) pathOf(e *Endpoint) string {
	switch {
	case strings.HasPrefix(e.Path, "/"):
		return e.Path
	case e.Path != "":
		return strings.TrimSuffix(s.options.Base, "/") + "/" + e.Path
	default:
		return strings.TrimSuffix(s.options.Base, "/") + "/" + e.ID
	}
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e, rest, ok := s.find(r.URL.Path)
	switch {
	case !ok:
		Refuse(w, http.StatusNotFound, "")
	case e == nil:
		s.discover(w, r)
	default:
		s.serve(w, r, e, rest)
	}
}

// find returns the endpoint of a path, nil for the discovery page, and what follows its own path, without the slash between
// them: nothing, if that slash is all there is. The deepest path wins, since one endpoint may be mounted below another.
func (s *Server) find(path string) (e *Endpoint, rest string, ok bool) {
	for at := path; at != ""; {
		if e, ok = s.byPath[at]; ok && (e != nil || rest == "") {
			return e, rest, true
		}
		end := strings.LastIndexByte(at, '/')
		if end < 0 {
			break
		}
		at, rest = at[:end], path[end+1:]
	}
	return nil, "", false
}

// serve answers with one of the endpoint's operations.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, e *Endpoint, rest string) {
	rest = strings.TrimSuffix(rest, "/")
	list := slices.DeleteFunc(slices.Clone(e.Operations), func(o Operation) bool { return !o.takes(rest) })
	if len(list) == 0 {
		Refuse(w, http.StatusNotFound, "")
		return
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	i := slices.IndexFunc(list, func(o Operation) bool { return o.Method == method })
	switch {
	case i >= 0 && method != http.MethodGet && r.Header.Get("Sec-Fetch-Site") == "cross-site":
		Refuse(w, http.StatusForbidden, "pages of other sites may not change anything here")
	case i >= 0:
		s.run(w, r, e.ID, &list[i], rest)
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", optionsOf(list))
		w.WriteHeader(http.StatusOK)
	default:
		w.Header().Set("Allow", methodsOf(list))
		Refuse(w, http.StatusMethodNotAllowed, r.Method+" is not allowed here; allowed: "+methodsOf(list))
	}
}

// takes reports whether the operation is for a path below the endpoint's.
func (o *Operation) takes(rest string) bool {
	switch {
	case rest == "" || o.Selector == "":
		return rest == "" && o.Selector == ""
	default:
		return o.Selector[0] == '*' || !strings.Contains(rest, "/")
	}
}

// methodsOf lists the methods as Spring Boot does in answers with status 405.
func methodsOf(list []Operation) string {
	var names []string
	for _, o := range list {
		names = append(names, o.Method)
	}
	return strings.Join(names, ",")
}

// optionsOf lists the methods as Spring Boot does in answers to OPTIONS.
func optionsOf(list []Operation) string {
	var names []string
	for _, o := range list {
		if o.Method != http.MethodGet {
			names = append(names, o.Method)
		}
	}
	if len(names) < len(list) {
		names = append(names, http.MethodGet, http.MethodHead)
	}
	return strings.Join(append(names, http.MethodOptions), ",")
}
