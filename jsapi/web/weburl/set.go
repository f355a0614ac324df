package weburl

import (
	"slices"
	"strings"
)

// Set returns the URL with one component changed, like the standard's setter of that name. An invalid value is
// ignored. The names are protocol, username, password, host, hostname, port, pathname, search and hash.
func (u *URL) Set(name, value string) *URL {
	changed := *u
	changed.Path = slices.Clone(u.Path)
	if changed.set(name, strings.ToValidUTF8(value, "\ufffd")) {
		return &changed
	}
	return u
}

// set reports whether the change may be kept.
func (u *URL) set(name, value string) bool {
	switch name {
	case "protocol":
		return u.parse(overrideScheme, schemeStart, value+":")
	case "username", "password":
		if u.cannotHaveCredentialsOrPort() {
			return false
		}
		if name == "username" {
			u.Username = encode(value, userinfoSet)
		} else {
			u.Password = encode(value, userinfoSet)
		}
	case "host":
		return !u.HasOpaquePath && u.parse(overrideHost, host, value)
	case "hostname":
		return !u.HasOpaquePath && u.parse(overrideHostname, host, value)
	case "port":
		if u.cannotHaveCredentialsOrPort() {
			return false
		}
		if value == "" {
			u.Port = -1
			return true
		}
		return u.parse(overridePort, port, value)
	case "pathname":
		if u.HasOpaquePath {
			return false
		}
		u.Path = nil
		return u.parse(overridePath, pathStart, value)
	case "search":
		u.Query, u.HasQuery = "", value != ""
		return value == "" || u.parse(overrideQuery, query, strings.TrimPrefix(value, "?"))
	case "hash":
		u.Fragment, u.HasFragment = "", value != ""
		return value == "" || u.parse(overrideFragment, fragment, strings.TrimPrefix(value, "#"))
	}
	return true
}

func (u *URL) parse(o override, start state, value string) bool {
	p := &parser{input: []rune(stripped(value)), url: u, override: o}
	if p.run(start) {
		return true
	}
	// An invalid port after a valid host keeps the host.
	return o == overrideHost && u.HasHost
}
