package compare

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// methods are those that a path can have, in the order in which they are reported.
var methods = []string{"get", "put", "post", "patch", "delete", "head", "options", "trace"}

func methodRank(method string) int { return slices.Index(methods, strings.ToLower(method)) }

// documents compares the servers and all paths.
func (c *comparer) documents() {
	c.servers()
	old, changed := node{c.before.root, "#"}.get("paths"), node{c.after.root, "#"}.get("paths")
	partners, taken := paths(old, changed), map[string]bool{}
	for _, path := range old.names() {
		now, is := partners[path]
		taken[now] = true
		switch {
		case is:
			c.path(spot{path: path}, now, old.get(path), changed.get(now))
		case strings.HasPrefix(path, "/"):
			c.gone(path, c.before.resolve(old.get(path)))
		}
	}
	for _, path := range changed.names() {
		if !taken[path] && strings.HasPrefix(path, "/") {
			c.report(spot{path: path}, changed.get(path).at, "path-added", "the path is new", "")
		}
	}
}

// gone reports the operations of a path that does not exist any more.
func (c *comparer) gone(path string, item node) {
	for _, method := range methods {
		if item.has(method) {
			at := spot{method: strings.ToUpper(method), path: path}
			c.report(at, item.get(method).at, "operation-removed", "the path does not exist any more", "clients that call it get 404")
		}
	}
}

var variable = regexp.MustCompile(`\{[^{}]*\}`)

// paths returns for each old path the one in its place: the same, or one that differs in the names of its
// variables only.
func paths(old, changed node) map[string]string {
	partners, spare := map[string]string{}, map[string]string{}
	for _, path := range changed.names() {
		if !old.has(path) {
			spare[variable.ReplaceAllString(path, "{}")] = path
		}
	}
	for _, path := range old.names() {
		shape := variable.ReplaceAllString(path, "{}")
		if changed.has(path) {
			partners[path] = path
		} else if now, is := spare[shape]; is {
			partners[path] = now
			delete(spare, shape)
		}
	}
	maps.DeleteFunc(partners, func(path, _ string) bool { return !strings.HasPrefix(path, "/") })
	return partners
}

// servers compares where the paths are.
func (c *comparer) servers() {
	old, changed := serversOf(c.before), serversOf(c.after)
	for _, url := range missing(old, changed) {
		c.report(spot{}, old[url], "server-removed", "the server "+clean(url)+" is not listed any more", "clients that call it may find nothing there")
	}
	for _, url := range missing(changed, old) {
		c.report(spot{}, changed[url], "server-added", "the server "+clean(url)+" is new", "")
	}
}

// serversOf returns the places of the servers by their URLs. There is always at least one.
func serversOf(d *document) map[string]string {
	found := map[string]string{}
	for _, server := range (node{d.root, "#"}).get("servers").items() {
		found[strings.TrimSuffix(server.get("url").text(), "/")] = server.at
	}
	if len(found) == 0 {
		found[""] = "#/servers"
	}
	return found
}

// path compares the operations of a path, which may be written in another way now.
func (c *comparer) path(at spot, now string, old, changed node) {
	old, changed = c.before.resolve(old), c.after.resolve(changed)
	for _, method := range methods {
		at.method = strings.ToUpper(method)
		switch {
		case old.has(method) && changed.has(method):
			c.operation(at, operation{old.get(method), old, at.path}, operation{changed.get(method), changed, now})
		case old.has(method):
			c.report(at, old.get(method).at, "operation-removed", "the operation does not exist any more", "clients that call it get 405")
		case changed.has(method):
			c.report(at, changed.get(method).at, "operation-added", "the operation is new", "")
		}
	}
}

// operation is an operation and the item of the path that it belongs to.
type operation struct {
	node
	item node
	path string
}

func (c *comparer) operation(at spot, old, changed operation) {
	c.identity(at, old.node, changed.node)
	in, out := c.scan(at, input), c.scan(at, output)
	in.parameters(old, changed)
	in.body(old.node, changed.node)
	out.answers(old.node, changed.node)
	c.security(at, old.node, changed.node)
}

// identity compares what generators name methods after, and whether the operation is still recommended.
func (c *comparer) identity(at spot, old, changed node) {
	was, is := old.get("operationId").text(), changed.get("operationId").text()
	switch {
	case was == is:
	case was == "":
		c.report(at, changed.get("operationId").at, "operation-id-added", "the operationId is "+clean(is)+" now", "")
	default:
		text := "the operationId was " + clean(was) + " and is " + clean(is)
		if is == "" {
			text = "the operationId " + clean(was) + " is gone"
		}
		c.report(at, changed.get("operationId").at, "operation-id-changed", text, "generated clients call the method by another name")
	}
	if changed.get("deprecated").is() && !old.get("deprecated").is() {
		c.report(at, changed.get("deprecated").at, "operation-deprecated", "the operation is deprecated now", "")
	}
}
