package mcp

import (
	"errors"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/mcp/jsonrpc"
	"github.com/fwrun/fwrun/platform/fault"
)

const typeJSON = "application/json"

// Serve answers an HTTP request. The order of the checks is fixed: the host and the origin (403), the method (405), the
// version of the protocol (400; with the stateless protocol it is checked with the message), the Content-Type (415),
// Accept (406), the size (413), and then the message: invalid JSON and batches get 400, every other error 200. Each
// refusal has a body that clients of the protocol can read.
func (s *Server) Serve(x Exchange) {
	if refused := s.refuse(x); refused != nil {
		refused.answer(x)
		return
	}
	body, err := x.Body(s.settings.MaxBodyBytes)
	if err != nil {
		unreadable(err).answer(x)
		return
	}
	s.message(x, body)
}

// refusal is the answer to a request whose message is not read.
type refusal struct {
	status int
	text   string
}

func (r *refusal) answer(x Exchange) {
	_, body := Refuse(r.status, r.text)
	x.Respond(r.status, typeJSON, body)
}

// Refuse returns the body, with its Content-Type, of an answer with a status of 400 or more.
func Refuse(status int, text string) (contentType string, body []byte) {
	code := jsonrpc.InvalidRequest
	if status >= http.StatusInternalServerError {
		code = jsonrpc.InternalError
	}
	return typeJSON, (&jsonrpc.Error{Code: code, Message: text}).Append(nil, nil)
}

// refuse checks everything but the body.
func (s *Server) refuse(x Exchange) *refusal {
	switch {
	case !s.isAllowedHost(x.Host()):
		return &refusal{http.StatusForbidden, "The Host is not allowed"}
	case x.Lines("Origin") > 1 || x.Lines("Origin") > 0 && !s.origins[string(x.Header("Origin"))]:
		return &refusal{http.StatusForbidden, "The Origin is not allowed"}
	case x.Method() != http.MethodPost:
		x.SetHeader("Allow", http.MethodPost)
		return &refusal{http.StatusMethodNotAllowed, "Method not allowed; messages are sent with POST"}
	case !s.settings.Modern && !s.speaks(x):
		return &refusal{http.StatusBadRequest, "Unsupported MCP-Protocol-Version; supported are " + strings.Join(s.versions(), ", ")}
	case !isJSON(x.Header("Content-Type")):
		return &refusal{http.StatusUnsupportedMediaType, "The Content-Type must be application/json"}
	case x.Lines("Accept") > 0 && !acceptsJSON(x.Accept()):
		return &refusal{http.StatusNotAcceptable, "Responses are application/json; the Accept header must allow it"}
	case s.isForOthers(x):
		x.SetHeader("WWW-Authenticate", `Bearer error="invalid_token", error_description="The token is for another server"`)
		return &refusal{http.StatusUnauthorized, "The token is for another server"}
	default:
		return nil
	}
}

func unreadable(err error) *refusal {
	r := &refusal{http.StatusBadRequest, "The body is incomplete or badly framed"}
	if e, ok := errors.AsType[*fault.Error](err); ok {
		switch e.Kind {
		case fault.TooLarge:
			return &refusal{http.StatusRequestEntityTooLarge, "The message is too large"}
		case fault.Timeout:
			return &refusal{http.StatusRequestTimeout, "The message did not arrive in time"}
		}
	}
	return r
}

// versions returns the supported versions, the latest first.
func (s *Server) versions() []string {
	if s.settings.Modern {
		return append([]string{modernVersion}, versions...)
	}
	return versions
}

// speaks reports whether the version that the client states, if it does, is supported.
func (s *Server) speaks(x Exchange) bool {
	lines := x.Lines(headerVersion)
	return lines == 0 || lines == 1 && slices.Contains(versions, string(x.Header(headerVersion)))
}

// isAllowedHost reports whether the server may be called by this name. It protects against DNS rebinding: a page whose
// own name was pointed at this machine calls the server by that name.
func (s *Server) isAllowedHost(host []byte) bool {
	if s.hosts["*"] {
		return true
	}
	key := hostKey(string(host)) // most often it is unchanged
	return s.hosts[key] || s.hosts[withoutPort(key)]
}

func folded(list []string, key func(string) string) map[string]bool {
	set := map[string]bool{}
	for _, one := range list {
		set[key(one)] = true
	}
	return set
}

// originsOf returns the origins of the settings, without a slash at the end: as they are written, and in lower case, as
// browsers send them. What is sent is compared with them exactly.
func originsOf(list []string) map[string]bool {
	set := map[string]bool{}
	for _, one := range list {
		origin := strings.TrimSuffix(strings.TrimSpace(one), "/")
		set[origin], set[strings.ToLower(origin)] = true, true
	}
	return set
}

func hostKey(host string) string { return strings.ToLower(strings.TrimSpace(host)) }

// withoutPort removes the port: "[::1]:8080" becomes "[::1]".
func withoutPort(host string) string {
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		return host[:i]
	}
	return host
}

func isJSON(contentType []byte) bool {
	if string(contentType) == typeJSON {
		return true
	}
	media, params, err := mime.ParseMediaType(string(contentType))
	charset := strings.ToLower(params["charset"])
	return err == nil && media == typeJSON && (charset == "" || charset == "utf-8" || charset == "utf8")
}

// acceptsJSON reports whether Accept allows JSON: the most specific range that includes JSON decides.
func acceptsJSON(accept string) bool {
	best, accepted := 0, false
	for accept != "" {
		var one string
		one, accept, _ = strings.Cut(accept, ",")
		media, params, _ := strings.Cut(one, ";")
		if rank := rankOf(strings.TrimSpace(media)); rank > best {
			best, accepted = rank, weightOf(params) > 0
		}
	}
	return accepted
}

// rankOf returns how specific a range is that includes JSON; 0 for any other range.
func rankOf(media string) int {
	switch {
	case strings.EqualFold(media, typeJSON):
		return 3
	case strings.EqualFold(media, "application/*"):
		return 2
	case media == "*/*":
		return 1
	default:
		return 0
	}
}

// weightOf returns the q among the parameters of a range; 1 if there is none.
func weightOf(params string) float64 {
	for params != "" {
		var one string
		one, params, _ = strings.Cut(params, ";")
		name, value, _ := strings.Cut(one, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			weight, _ := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return weight
		}
	}
	return 1
}
