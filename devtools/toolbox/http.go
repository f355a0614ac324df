package toolbox

import (
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// ServeHTTP answers a message that is posted. Clients of this machine are answered, if they call it by a name of this machine.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if status, why := refuse(r); status != 0 {
		http.Error(w, why, status)
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxMessage))
	if err != nil {
		http.Error(w, "the message is too large", http.StatusRequestEntityTooLarge)
		return
	}
	status, body := s.Answer(r.Context(), text)
	if body != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client has gone
}

// refuse says why a request is not answered; status is 0 if it is.
func refuse(r *http.Request) (status int, why string) {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	version := r.Header.Get("Mcp-Protocol-Version")
	switch {
	case !isLocal(r):
		return http.StatusForbidden, "the tools for coding agents are for this machine only; call it localhost or 127.0.0.1"
	case !isSameSite(r):
		return http.StatusForbidden, "pages of other origins may not use the tools for coding agents"
	case r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed, "send messages with POST; there is no stream"
	case media != "application/json":
		return http.StatusUnsupportedMediaType, "the Content-Type must be application/json"
	case version != "" && !slices.Contains(versions, version):
		return http.StatusBadRequest, "the protocol version is not one of " + strings.Join(versions, ", ")
	}
	return 0, ""
}

// isLocal reports whether a request comes from this machine, and calls it by a name of this machine: a page whose own name was
// pointed here does not. Over a socket in the file system, whose permissions guard it, there is no address.
func isLocal(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return isSocket(r)
	}
	return from.Addr().Unmap().IsLoopback() && isLocalName(r.Host)
}

// isSocket reports whether a request came over a socket in the file system.
func isSocket(r *http.Request) bool {
	address, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && address.Network() == "unix"
}

func isLocalName(host string) bool {
	name := host
	if bare, _, err := net.SplitHostPort(host); err == nil {
		name = bare
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.Unmap().IsLoopback()
}

// isSameSite refuses what pages of other origins send. Other clients than browsers send no Origin.
func isSameSite(r *http.Request) bool {
	for _, origin := range r.Header.Values("Origin") {
		if parsed, err := url.Parse(origin); err != nil || !strings.EqualFold(parsed.Host, r.Host) {
			return false
		}
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "" || site == "same-origin" || site == "none"
}
