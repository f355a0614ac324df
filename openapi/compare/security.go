package compare

import (
	"maps"
	"slices"
	"strings"
)

// demand is what one of several ways to be let in asks for: the scopes by the scheme, which is known by what
// it is and not by its name.
type demand map[string][]string

// security compares what is demanded of a caller.
func (c *comparer) security(at spot, old, changed node) {
	before, after := c.before.demands(old), c.after.demands(changed)
	at, pointer := at.in("security"), changed.get("security").at
	for _, was := range before {
		if !slices.ContainsFunc(after, func(now demand) bool { return now.metBy(was) }) {
			c.report(at, pointer, "security-changed", "it takes more than "+was.String()+" now", "those who were let in that way are refused")
		}
	}
	for _, now := range after {
		if !slices.ContainsFunc(before, func(was demand) bool { return now.metBy(was) && was.metBy(now) }) {
			c.report(at, pointer, "security-added", "this is enough now: "+now.String(), "")
		}
	}
}

// demands returns the ways to be let in. One of an empty demand lets in everybody.
func (d *document) demands(operation node) (all []demand) {
	list := operation.get("security")
	if list.list() == nil {
		list = node{d.root, "#"}.get("security")
	}
	for _, item := range list.items() {
		one := demand{}
		for _, name := range item.names() {
			scheme := d.schemeOf(name)
			for _, scope := range item.get(name).items() {
				one[scheme] = append(one[scheme], scope.text())
			}
			if one[scheme] == nil {
				one[scheme] = []string{}
			}
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		all = []demand{{}}
	}
	return all
}

// schemeOf returns what a security scheme is, in words.
func (d *document) schemeOf(name string) string {
	scheme := d.resolve(node{d.root, "#"}.get("components").get("securitySchemes").get(name))
	switch kind := scheme.get("type").text(); kind {
	case "http":
		return "HTTP " + strings.ToLower(scheme.get("scheme").text())
	case "apiKey":
		return "the key " + scheme.get("name").text() + " in " + scheme.get("in").text()
	case "openIdConnect":
		return "OpenID Connect by " + scheme.get("openIdConnectUrl").text()
	case "oauth2":
		return "OAuth 2 (" + strings.Join(scheme.get("flows").names(), ", ") + ")"
	case "mutualTLS":
		return "a client certificate"
	}
	return name
}

// metBy reports whether what fulfils another demand fulfils this one.
func (d demand) metBy(other demand) bool {
	for scheme, scopes := range d {
		has, is := other[scheme]
		if !is || slices.ContainsFunc(scopes, func(scope string) bool { return !slices.Contains(has, scope) }) {
			return false
		}
	}
	return true
}

// String names the schemes and scopes.
func (d demand) String() string {
	if len(d) == 0 {
		return "no credentials"
	}
	var parts []string
	for _, scheme := range slices.Sorted(maps.Keys(d)) {
		part := clean(scheme)
		if scopes := d[scheme]; len(scopes) > 0 {
			part += " with " + clean(strings.Join(scopes, ", "))
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " and ")
}
