package outbound

import "net/http"

// guarded lists the headers that only the origin of the first request may get.
func guarded() []string { return []string{"Authorization", "Cookie", "Proxy-Authorization"} }

// withoutSecrets returns the request without these headers if a redirect has left the origin.
// http.Client keeps them when a redirect leads to a subdomain, to another port, or from https to
// http.
func withoutSecrets(r *http.Request) *http.Request {
	if r.Response == nil || !hasLeft(r) {
		return r
	}
	next := *r
	next.Header = r.Header.Clone()
	for _, name := range guarded() {
		next.Header.Del(name)
	}
	return &next
}

// hasLeft reports whether redirects have been to another origin, even if they came back.
func hasLeft(r *http.Request) bool {
	for r.Response != nil && r.Response.Request != nil {
		before := r.Response.Request
		if !SameOrigin(r.URL, before.URL) {
			return true
		}
		r = before
	}
	return false
}
