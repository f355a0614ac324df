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
	HasHost bool   // a URL without one differs from one with an empty one

	Port int // -1 for none, or the scheme's default

	Path   []string // segments, unless the path is opaque
	Opaque string   // the path of "mailto:x"
	// HasOpaquePath reports whether the path is in Opaque.
	HasOpaquePath bool

	Query, Fragment       string
	HasQuery, HasFragment bool
}

// defaultPorts are the special schemes.
var defaultPorts = map[string]int{"ftp": 21, "file": -1, "http": 80, "https": 443, "ws": 80, "wss": 443}

// Special tells the schemes that have their own rules.
func (u *URL) Special() bool {
	_, special := defaultPorts[u.Scheme]
	return special
}

func (u *URL) hasCredentials() bool { return u.Username != "" || u.Password != "" }

// cannotHaveCredentialsOrPort is the standard's "cannot have a username/password/port".
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

// Origin is "null" for schemes without one.
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

// HostPort is the host with the port, if it has one.
func (u *URL) HostPort() string {
	if u.Port < 0 {
		return u.Host
	}
	return u.Host + ":" + strconv.Itoa(u.Port)
}

// PortText is the port, or empty.
func (u *URL) PortText() string {
	if u.Port < 0 {
		return ""
	}
	return strconv.Itoa(u.Port)
}

// Pathname is the path as text.
func (u *URL) Pathname() string {
	if u.HasOpaquePath {
		return u.Opaque
	}
	if len(u.Path) == 0 {
		return ""
	}
	return "/" + strings.Join(u.Path, "/")
}

// Search is the query with its question mark; empty without one.
func (u *URL) Search() string {
	if u.Query == "" {
		return ""
	}
	return "?" + u.Query
}

// Hash is the fragment with its number sign; empty without one.
func (u *URL) Hash() string {
	if u.Fragment == "" {
		return ""
	}
	return "#" + u.Fragment
}

// shorten drops the last segment, but not the drive letter of a file.
func (u *URL) shorten() {
	if u.Scheme == "file" && len(u.Path) == 1 && isNormalizedDrive(u.Path[0]) {
		return
	}
	if len(u.Path) > 0 {
		u.Path = u.Path[:len(u.Path)-1]
	}
}
