package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/platform/fault"
)

// kind is what a file makes.
type kind int

const (
	template kind = iota
	policy
	index
	envelope
)

func (k kind) String() string { return [...]string{"template", "policy", "index", "request"}[k] }

// change is a file, with the request that it becomes.
type change struct {
	file *migrate.File
	kind kind
	name string // of what it makes; of an envelope what its author calls it

	method, path string
	body         []byte // what is sent
	media        string // of the body; empty for JSON
	bodyAt       int    // where the body begins in the file; -1 if it was made of it

	patterns []string // of a template
	priority string   // of a template, as it is written
}

// Of returns the file.
func (c *change) Of() *migrate.File { return c.file }

// Repeats reports that a changed file is applied again.
func (c *change) Repeats() bool { return true }

// Once reports whether the file is a request that may have another effect if it is sent twice.
func (c *change) Once() bool { return c.single() }

// read finds out what a file makes.
func read(f *migrate.File) (*change, fault.List) {
	d, problems := parse(f)
	if problems != nil {
		return nil, problems
	}
	c := &change{file: f, name: nameOf(f), body: f.Text}
	base := strings.TrimSuffix(f.Name(), path.Ext(f.Name()))
	switch {
	case d.has("method") && d.has("path"):
		c.kind = envelope
		problems = c.readEnvelope(d)
	case strings.HasSuffix(base, "-template"):
		problems = c.readTemplate(d)
	case strings.HasSuffix(base, "-policy"):
		problems = c.readPolicy(d)
	case d.has("index_patterns"):
		problems = c.readTemplate(d)
	case isObject(d, "policy"):
		problems = c.readPolicy(d)
	case d.has("settings", "mappings", "aliases"):
		problems = c.readIndex(d)
	default:
		problems = fault.List{unrecognised(d)}
	}
	if len(problems.Errors()) > 0 {
		return nil, problems
	}
	return c, problems
}

// unrecognised returns the error about a file that fits no row of the table.
func unrecognised(d *document) fault.Diagnostic {
	problem := d.problem(0, "it is not clear what this file makes",
		"end its name with -template.json or -policy.json; or give it index_patterns, policy, settings, mappings or aliases; "+
			"or write a request with method, path and body")
	problem.Code = "migration-unrecognised"
	if len(d.members) > 0 {
		var names []string
		for _, m := range d.members {
			names = append(names, m.name)
		}
		problem.Why = "it has " + strings.Join(names, ", ")
	}
	return problem
}

// nameOf returns the name of what a file makes: the file's, without .json and without one of the endings.
func nameOf(f *migrate.File) string {
	name := f.Name()
	name = strings.TrimSuffix(name, path.Ext(name))
	for _, ending := range []string{"-template", "-policy", "-index"} {
		if short, ok := strings.CutSuffix(name, ending); ok {
			return short
		}
	}
	return name
}

func isObject(d *document, name string) bool {
	m, ok := d.member(name)
	return ok && bytes.HasPrefix(m.value, []byte("{"))
}

func (c *change) readPolicy(d *document) fault.List {
	c.kind, c.method, c.path = policy, http.MethodPut, "/_plugins/_ism/policies/"+url.PathEscape(c.name)
	if !isObject(d, "policy") {
		return fault.List{d.problem(0, "a policy file must have a member policy, an object", `write {"policy": {"description": …, "states": […]}}`)}
	}
	return c.checkName(d)
}

func (c *change) readIndex(d *document) fault.List {
	c.name = strings.ToLower(c.name)
	c.kind, c.method, c.path = index, http.MethodPut, "/"+url.PathEscape(c.name)
	problems := c.checkName(d)
	for _, name := range []string{"settings", "mappings", "aliases"} {
		if d.has(name) && !isObject(d, name) {
			m, _ := d.member(name)
			problems = append(problems, d.problem(m.start, name+" must be an object", ""))
		}
	}
	return problems
}

// readEnvelope reads an explicit request.
func (c *change) readEnvelope(d *document) fault.List {
	var problems fault.List
	text := func(name string) string {
		m, _ := d.member(name)
		var value string
		if json.Unmarshal(m.value, &value) != nil || value == "" {
			problems = append(problems, d.problem(m.start, name+" must be a text", ""))
		}
		return value
	}
	c.method, c.path, c.name = strings.ToUpper(text("method")), text("path"), ""
	if d.has("name") {
		c.name = text("name")
	}
	for _, m := range d.members {
		if m.name != "method" && m.name != "path" && m.name != "body" && m.name != "name" {
			problems = append(problems, d.problem(m.at, fmt.Sprintf("a request has method, path, body and name, not %q", m.name), ""))
		}
	}
	if len(problems) > 0 {
		return problems
	}
	switch c.method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch:
	default:
		m, _ := d.member("method")
		return fault.List{d.problem(m.start, fmt.Sprintf("%q is not a method of HTTP that clusters know", c.method), "write PUT, POST, DELETE, GET, "+
			"HEAD or PATCH")}
	}
	if problem := c.checkPath(d); problem != nil {
		return fault.List{*problem}
	}
	c.readBody(d)
	return nil
}

// checkPath makes the path begin with a slash. It refuses what would leave the cluster.
func (c *change) checkPath(d *document) *fault.Diagnostic {
	if !strings.HasPrefix(c.path, "/") {
		c.path = "/" + c.path
	}
	u, err := url.Parse("http://cluster" + c.path)
	if err == nil && u.Host == "cluster" && u.Fragment == "" && !strings.HasPrefix(c.path, "//") && !strings.ContainsAny(c.path, " \t\r\n") {
		return nil
	}
	m, _ := d.member("path")
	problem := d.problem(m.start, "path must be a path on the cluster, with an escaped query if it has one", "write it like /_ingest/pipeline/clean")
	return &problem
}

// readBody takes the body as it is written. A text is sent as its content, and a list for _bulk as its lines.
func (c *change) readBody(d *document) {
	m, ok := d.member("body")
	c.body, c.bodyAt = nil, -1
	if !ok || string(m.value) == "null" {
		return
	}
	bare, _, _ := strings.Cut(c.path, "?")
	lines := strings.HasSuffix(bare, "/_bulk") || strings.HasSuffix(bare, "/_msearch")
	var text string
	switch {
	case m.value[0] == '"':
		_ = json.Unmarshal(m.value, &text) // it has been read
		c.body = []byte(text)
	case lines && m.value[0] == '[':
		c.body = linesOf(m.value)
	default:
		c.body, c.bodyAt = m.value, d.skipped+m.start
	}
	if lines {
		c.media = "application/x-ndjson"
	}
}

// linesOf returns the items of a list, each in a line.
func linesOf(list json.RawMessage) []byte {
	var lines bytes.Buffer
	lines.Grow(len(list)) // which may be many megabytes
	decoder := json.NewDecoder(bytes.NewReader(list))
	_, _ = decoder.Token()
	for decoder.More() {
		var item json.RawMessage
		if decoder.Decode(&item) != nil { // it has been read
			break
		}
		_ = json.Compact(&lines, item)
		lines.WriteByte('\n')
	}
	return lines.Bytes()
}
