package actuator

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
)

// Auth says how clients prove who they are: with a user name and a password, or with a token.
type Auth struct {
	Username, Password string
	Token              string
}

// IsSet reports whether clients have to prove anything.
func (a Auth) IsSet() bool { return a.Password != "" || a.Token != "" }

// Allows reports whether a request has what is asked for.
func (a Auth) Allows(r *http.Request) bool { return a.Accepts(r.Header.Get("Authorization")) }

// Accepts reports whether a value of the header Authorization is what is asked for. The time that it takes does not depend on how much of
// it is right.
func (a Auth) Accepts(authorization string) bool {
	if a.Token != "" {
		scheme, token, _ := strings.Cut(authorization, " ")
		if strings.EqualFold(scheme, "Bearer") && equal(strings.TrimSpace(token), a.Token) {
			return true
		}
	}
	sent := http.Request{Header: http.Header{"Authorization": {authorization}}}
	username, password, ok := sent.BasicAuth()
	isUser, isRight := equal(username, a.Username), equal(password, a.Password)
	return ok && a.Password != "" && isUser && isRight
}

func equal(given, right string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(right))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// Protect answers 401 to clients that have not proved who they are.
func (a Auth) Protect(next http.Handler) http.Handler {
	if !a.IsSet() {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.Allows(r) {
			next.ServeHTTP(w, r)
			return
		}
		a.Challenge(w)
		Refuse(w, http.StatusUnauthorized, "")
	})
}

// Challenge adds the headers that tell a client how to prove who it is.
func (a Auth) Challenge(w http.ResponseWriter) {
	if a.Password != "" {
		w.Header().Add("WWW-Authenticate", `Basic realm="management", charset="UTF-8"`)
	}
	if a.Token != "" {
		w.Header().Add("WWW-Authenticate", `Bearer realm="management"`)
	}
}
