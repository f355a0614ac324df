package devtools

import (
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// Guard says who may use the page. The zero value admits no client.
type Guard struct {
	// Local lets clients of this machine in, if they call it by a name of this machine: a page whose own name was pointed at it does not.
	Local bool
	// Socket is set where the server listens on a socket in the file system, which its permissions guard and no browser reaches.
	Socket bool
	// Known lets clients in that have proved who they are, from wherever they come. It may be nil.
	Known func(r *http.Request) bool
	// Challenge asks a client to prove who it is. It may be nil if Known is.
	Challenge func(w http.ResponseWriter)
}

// refusal is why a request is not answered.
type refusal struct {
	status int
	text   string
	hint   string
}

// check returns why a request is refused, or nil. Challenged reports whether proof of who sends it may help.
func (g *Guard) check(r *http.Request) (refused *refusal, challenged bool) {
	if !g.Socket && !(g.Local && isLocal(r)) && (g.Known == nil || !g.Known(r)) {
		if g.Known != nil && g.Challenge != nil {
			return &refusal{http.StatusUnauthorized, "log in to use the console", ""}, true
		}
		return &refusal{http.StatusForbidden, "the console is for this machine only", "open it as http://localhost, or http://127.0.0.1, " +
			"on the machine that runs the application"}, false
	}
	if refused := sameSite(r); refused != nil {
		return refused, false
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead && !isJSON(r.Header.Get("Content-Type")) {
		return &refusal{http.StatusUnsupportedMediaType, "the Content-Type must be application/json", ""}, false
	}
	return nil, false
}

// isLocal reports whether a request comes from this machine and calls it by a name of this machine.
func isLocal(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && from.Addr().Unmap().IsLoopback() && isLocalName(r.Host)
}

// isLocalName reports whether a Host header names this machine.
func isLocalName(host string) bool {
	name := host
	if bare, _, err := net.SplitHostPort(host); err == nil {
		name = bare
	}
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.Unmap().IsLoopback()
}

// sameSite refuses what pages of other origins send, whether they could read the answer or not. Browsers say where a request comes from,
// in Origin or in Sec-Fetch-Site; other clients need not. A link to the page may be followed from anywhere.
func sameSite(r *http.Request) *refusal {
	foreign := &refusal{http.StatusForbidden, "pages of other origins may not use the console", ""}
	origins := r.Header.Values("Origin")
	if len(origins) > 1 || len(origins) == 1 && !isOwnOrigin(origins[0], r.Host) {
		return foreign
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return nil
	}
	isLink := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document" && r.Method == http.MethodGet
	if isLink && !strings.Contains(r.URL.Path, apiPath) {
		return nil
	}
	return foreign
}

// isOwnOrigin reports whether an origin is that of the host that is called. Its scheme is not compared: a proxy may have ended TLS.
func isOwnOrigin(origin, host string) bool {
	parsed, err := url.Parse(origin)
	return err == nil && (parsed.Scheme == "http" || parsed.Scheme == "https") && strings.EqualFold(parsed.Host, host)
}

func isJSON(contentType string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media == "application/json"
}

// protect sets the headers that keep browsers from doing anything with an answer but what the page does.
func protect(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "+
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}
