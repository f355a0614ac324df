package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/security"
)

// ProtectedResource is the metadata that says how clients get a token (RFC 9728).
type ProtectedResource struct {
	Resource             string   `json:"resource"` // the URL of the MCP endpoint, as clients see it
	AuthorizationServers []string `json:"authorization_servers"`
	Scopes               []string `json:"scopes_supported,omitempty"`
	Methods              []string `json:"bearer_methods_supported,omitempty"`
	Name                 string   `json:"resource_name,omitempty"`
	Documentation        string   `json:"resource_documentation,omitempty"`

	Metadata string `json:"-"` // the URL where this is served
}

// WellKnown returns the path at which the metadata is served, for the path of the resource.
func WellKnown(path string) string {
	return "/.well-known/oauth-protected-resource" + strings.TrimSuffix(path, "/")
}

// Document returns the metadata as JSON.
func (r *ProtectedResource) Document() []byte {
	text, _ := json.Marshal(r) // strings can always be encoded
	return text
}

// ServeMetadata answers a request for the metadata, at the root's or the resource's well-known path. It is public, for pages in
// browsers, too. It is called if settings have the metadata.
func (s *Server) ServeMetadata(x Responder) {
	if method := x.Method(); method != http.MethodGet && method != http.MethodHead {
		x.SetHeader("Allow", "GET, HEAD")
		x.Respond(http.StatusMethodNotAllowed, "", nil)
		return
	}
	x.SetHeader("Access-Control-Allow-Origin", "*")
	x.Respond(http.StatusOK, "application/json", s.settings.OAuth.Document())
}

// Answered is an HTTP request whose answer is about to be sent.
type Answered interface {
	Status() int
	Refused() bool        // by an interceptor
	Challenges() []string // the lines of WWW-Authenticate so far
	SetChallenges(lines []string)
}

// Finish adds where the metadata is to the answer of a client without access, if that is known. There is one challenge of tokens, which is
// the first line: clients read no other one.
func (s *Server) Finish(x Answered) {
	status := x.Status()
	if s.settings.OAuth == nil || status != http.StatusUnauthorized && status != http.StatusForbidden {
		return
	}
	bearer, others := challenges(x.Challenges())
	if status == http.StatusForbidden && bearer == "" && !x.Refused() { // a token has nothing to do with it
		return
	}
	x.SetChallenges(append([]string{s.settings.OAuth.Challenge(status, bearer)}, others...))
}

// challenges separates the challenge of tokens from the others; it is empty if there is none.
func challenges(lines []string) (bearer string, others []string) {
	for _, line := range lines {
		scheme, _, _ := strings.Cut(line, " ")
		if bearer == "" && strings.EqualFold(strings.TrimSuffix(scheme, ","), "Bearer") {
			bearer = line
		} else {
			others = append(others, line)
		}
	}
	return bearer, others
}

// isForOthers reports whether the caller's token is not for this server: somebody may pass on what was given to them for another one.
// Who is known by something else than a token is not meant.
func (s *Server) isForOthers(x Caller) bool {
	if s.settings.OAuth == nil {
		return false
	}
	who := security.From(x.Context(x.Alive()))
	own := strings.TrimSuffix(s.settings.OAuth.Resource, "/")
	return who != nil && who.Audience != nil &&
		!slices.ContainsFunc(who.Audience, func(one string) bool { return strings.TrimSuffix(one, "/") == own })
}

// withScopes returns the metadata with the scopes that are demanded of callers, unless it names some.
func (r *ProtectedResource) withScopes(demands []security.Demand) *ProtectedResource {
	if r == nil || len(r.Scopes) > 0 {
		return r
	}
	own := *r
	for _, d := range demands {
		own.Scopes = append(own.Scopes, d.Scopes()...)
	}
	slices.Sort(own.Scopes)
	own.Scopes = slices.Compact(own.Scopes)
	return &own
}

// StepUp returns the WWW-Authenticate header of an answer to a caller whose token lacks scopes.
func (r *ProtectedResource) StepUp(scopes []string) string {
	return fmt.Sprintf(`Bearer error="insufficient_scope", scope=%q, resource_metadata=%q`, strings.Join(scopes, " "), r.Metadata)
}

// Challenge returns the WWW-Authenticate header of an answer with 401 or 403, with what a challenge of tokens says that is there already.
func (r *ProtectedResource) Challenge(status int, said string) string {
	said = strings.TrimLeft(said[min(len("Bearer"), len(said)):], " ,")
	var params []string
	add := func(name, value string) {
		if value != "" && !strings.Contains(said, name+"=") {
			params = append(params, fmt.Sprintf("%s=%q", name, value))
		}
	}
	add("resource_metadata", r.Metadata)
	add("scope", strings.Join(r.Scopes, " "))
	if status == http.StatusForbidden {
		add("error", "insufficient_scope")
	}
	if said != "" {
		params = append(params, said)
	}
	return "Bearer " + strings.Join(params, ", ")
}
