package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// ProtectedResource is what clients are told of how to come by a token (RFC 9728).
type ProtectedResource struct {
	Resource             string   `json:"resource"` // the URL of the MCP endpoint, as clients have it
	AuthorizationServers []string `json:"authorization_servers"`
	Scopes               []string `json:"scopes_supported,omitempty"`
	Methods              []string `json:"bearer_methods_supported,omitempty"`
	Name                 string   `json:"resource_name,omitempty"`
	Documentation        string   `json:"resource_documentation,omitempty"`

	Metadata string `json:"-"` // the URL where this is served
}

// WellKnown is the path under which the metadata of a resource is served, for the path of that resource.
func WellKnown(path string) string {
	return "/.well-known/oauth-protected-resource" + strings.TrimSuffix(path, "/")
}

// Document is the metadata as JSON.
func (r *ProtectedResource) Document() []byte {
	text, _ := json.Marshal(r) // texts can always be written
	return text
}

// Serve answers a request for the metadata, below the root of the server or for its path. It is for everybody, pages
// of browsers too.
func (r *ProtectedResource) Serve(x Responder) {
	if method := x.Method(); method != http.MethodGet && method != http.MethodHead {
		x.SetHeader("Allow", "GET, HEAD")
		x.Respond(http.StatusMethodNotAllowed, "", nil)
		return
	}
	x.SetHeader("Access-Control-Allow-Origin", "*")
	x.Respond(http.StatusOK, "application/json", r.Document())
}

// Answered is a request of HTTP whose answer is about to be sent.
type Answered interface {
	Status() int
	Refused() bool                // by an interceptor
	AddHeader(name, value string) // beside what an interceptor has to say of the token
}

// Finish tells a client that was not let in where to find out how, if that is known.
func (s *Server) Finish(x Answered) {
	status := x.Status()
	if s.settings.OAuth != nil && (status == http.StatusUnauthorized || status == http.StatusForbidden && x.Refused()) {
		x.AddHeader("WWW-Authenticate", s.settings.OAuth.Challenge(status))
	}
}

// Challenge is the WWW-Authenticate header of an answer with 401 or 403.
func (r *ProtectedResource) Challenge(status int) string {
	text := fmt.Sprintf("Bearer resource_metadata=%q", r.Metadata)
	if len(r.Scopes) > 0 {
		text += fmt.Sprintf(", scope=%q", strings.Join(r.Scopes, " "))
	}
	if status == http.StatusForbidden {
		text += `, error="insufficient_scope"`
	}
	return text
}
