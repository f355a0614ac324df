package weburl

import (
	"strconv"
	"strings"
)

// URL is a parsed URL. Its components are in their serialised, percent-encoded form.
type URL struct {
	Scheme             string
	Username, Password string

	Host    string // serialised
	HasHost bool   // a missing host differs from an empty one

	Port int // -1 for none, or the scheme's default

	Path   []string // segments, unless the path is opaque
	Opaque string   // the path of "mailto:x"
	// HasOpaquePath reports whether the path is Opaque, not Path.
	HasOpaquePath bool

	Query, Fragment       string
	HasQuery, HasFragment bool
}

// defaultPorts maps the special schemes to their default ports.
var defaultPorts = map[string]int{"ftp": 21, "file": -1, "http": 80, "https": 443, "ws": 80, "wss": 443}

// Special reports whether the scheme is one of those with special rules.
func (u *URL) Special() bool {
	_, special := defaultPorts[u.Scheme]
	return special
}

func (u *URL) hasCredentials() bool { return u.Username != "" || u.Password != "" }

// cannotHaveCredentialsOrPort implements the standard's "cannot have a username/password/port".
func (u *URL) cannotHaveCredentialsOrPort() bool {
	return !u.HasHost || u.Host == "" || u.Scheme == "file"
}

// Href serialises the URL.
func (u *URL) Href() string {
	var out strings.Builder
	out.WriteString(u.Scheme + ":")
	if u.HasHost {
		out.WriteString("//")
		if u.hasCredentials() {
			out.WriteString(u.Username)
			if u.Password != "" {
				out.WriteString(":" + u.Password)
			}
			out.WriteByte('@')
		}
		out.WriteString(u.HostPort())
	} else if !u.HasOpaquePath && len(u.Path) > 1 && u.Path[0] == "" {
		out.WriteString("/.") // or "//x" would read as a host
	}
	out.WriteString(u.Pathname())
	if u.HasQuery {
		out.WriteString("?" + u.Query)
	}
	if u.HasFragment {
		out.WriteString("#" + u.Fragment)
	}
	return out.String()
}

// Origin returns the origin. It is "null" for schemes without one.
func (u *URL) Origin() string {
	switch u.Scheme {
	case "ftp", "http", "https", "ws", "wss":
		return u.Scheme + "://" + u.HostPort()
	case "blob":
		if inner, ok := Parse(u.Pathname(), nil); ok && (inner.Scheme == "http" || inner.Scheme == "https") {
			return inner.Origin()
		}
	}
	return "null"
}

// HostPort returns the host, with the port if there is one.
func (u *URL) HostPort() string {
	if u.Port < 0 {
		return u.Host
	}
	return u.Host + ":" + strconv.Itoa(u.Port)
}

// PortText returns the port, or "".
func (u *URL) PortText() string {
	if u.Port < 0 {
		return ""
	}
	return strconv.Itoa(u.Port)
}

// Pathname returns the path as text.
func (u *URL) Pathname() string {
	if u.HasOpaquePath {
		return u.Opaque
	}
	if len(u.Path) == 0 {
		return ""
	}
	return "/" + strings.Join(u.Path, "/")
}

// Search returns the query with its question mark, or "" if there is none.
func (u *URL) Search() string {
	if u.Query == "" {
		return ""
	}
	return "?" + u.Query
}

// Hash returns the fragment with its number sign, or "" if there is none.
func (u *URL) Hash() string {
	if u.Fragment == "" {
		return ""
	}
	return "#" + u.Fragment
}

// shorten removes the last segment, except the drive letter of a file URL.
func (u *URL) shorten() {
	if u.Scheme == "file" && len(u.Path) == 1 && isNormalizedDrive(u.Path[0]) {
		return
	}
	if len(u.Path) > 0 {
		u.Path = u.Path[:len(u.Path)-1]
	}
}
