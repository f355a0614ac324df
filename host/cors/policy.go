package cors

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/host/wire"
)

// Rule says which pages may use the responses of some paths, and how. An empty field has the stated default.
type Rule struct {
	Path string // such as "/api/**"; all paths

	// Origins are the allowed origins: whole ones, patterns such as "https://*.example.com" or "http://localhost:*",
	// "null", or "*" for all. If it is empty, no origin is allowed.
	Origins []string

	Methods []string // "*" for all; GET, HEAD, POST, PUT, PATCH, DELETE
	Headers []string // that a page may send, "*" for all; all
	Exposed []string // that a page may read besides the usual ones, "*" for all; none

	Credentials    bool          // whether cookies and other credentials may be sent
	MaxAge         time.Duration // how long a browser may cache the answer to a preflight; less than a second forbids caching
	PrivateNetwork bool          // whether public pages may send requests to this server in a private network
}

// Mistake is an error in a rule: the index of the rule, the field as the configuration spells it, and how to fix it.
type Mistake struct {
	Rule  int
	Field string
	Text  string
	Hint  string
}

func (m *Mistake) Error() string { return fmt.Sprintf("rule %d: %s %s", m.Rule, m.Field, m.Text) }

// Policy is a list of rules, ready for use. A nil Policy covers no path.
type Policy struct{ grants []*Grant }

// Grant is a rule, ready for use. Its texts are the values of headers for responses that the rule allows.
type Grant struct {
	pattern pattern
	any     bool // every origin
	null    bool
	exact   []string
	like    []origin

	methods, headers []string // nil for all
	private          bool

	Credentials bool
	Exposed     string // empty if there is nothing to expose
	MaxAge      string // in seconds
}

// New makes a policy. It reports all errors, each as a [*Mistake].
func New(rules []Rule) (*Policy, []*Mistake) {
	p := &Policy{}
	var mistakes []*Mistake
	for i, rule := range rules {
		c := checker{rule: i}
		p.grants = append(p.grants, c.grant(rule))
		mistakes = append(mistakes, c.mistakes...)
	}
	return p, mistakes
}

// For returns the rule for a canonical path; nil if pages of other origins may not use it.
func (p *Policy) For(path string) *Grant {
	if p == nil {
		return nil
	}
	for _, g := range p.grants {
		if g.pattern.matches(path) {
			if !g.any && !g.null && len(g.exact)+len(g.like) == 0 {
				return nil
			}
			return g
		}
	}
	return nil
}

// Anyone reports whether every origin is allowed, so that the response is the same for all.
func (g *Grant) Anyone() bool { return g.any }

// Allows reports whether pages of an origin, as the browser wrote it, are allowed.
func (g *Grant) Allows(sent string) bool {
	if g.any {
		return true
	}
	if sent == "null" {
		return g.null
	}
	return slices.Contains(g.exact, sent) ||
		slices.ContainsFunc(g.like, func(o origin) bool { return o.matches(sent) })
}

// AllowsMethod reports whether a page may send a request with that method.
func (g *Grant) AllowsMethod(method string) bool {
	return g.methods == nil || slices.Contains(g.methods, method)
}

// Methods lists the methods for a response; asked is the one that a preflight asks for.
func (g *Grant) Methods(asked string) string {
	if g.methods == nil {
		return asked
	}
	return strings.Join(g.methods, ", ")
}

// AllowsHeaders reports whether all headers that a preflight asks for, separated by commas, are allowed, and returns
// the first one that is not.
func (g *Grant) AllowsHeaders(asked string) (refused string, ok bool) {
	for name := range strings.SplitSeq(asked, ",") {
		if name = strings.Trim(name, " \t"); name == "" {
			continue
		}
		if !wire.IsToken(name) || g.headers != nil && !slices.Contains(g.headers, strings.ToLower(name)) {
			return name, false
		}
	}
	return "", true
}

// AllowsPrivateNetwork reports whether a page of a public network may send requests to this private one.
func (g *Grant) AllowsPrivateNetwork() bool { return g.private }

// checker makes a grant from one rule.
type checker struct {
	rule     int
	mistakes []*Mistake
}

func (c *checker) mistake(field, hint, format string, args ...any) {
	c.mistakes = append(c.mistakes, &Mistake{Rule: c.rule, Field: field, Text: fmt.Sprintf(format, args...), Hint: hint})
}

func (c *checker) grant(r Rule) *Grant {
	g := &Grant{
		Credentials: r.Credentials, private: r.PrivateNetwork,
		MaxAge: strconv.FormatInt(int64(max(0, r.MaxAge)/time.Second), 10),
	}
	var err error
	if g.pattern, err = parsePattern(r.Path); err != nil {
		c.mistake("path", "for example path: /api/**", "is not a path pattern: %v", err)
	}
	c.origins(g, r)
	if g.any && r.Credentials {
		c.mistake("credentials", `list the origins, or patterns of them such as https://*.example.com, instead of "*"`,
			`cannot be true together with the origin "*": any website could then send requests as the user who visits it`)
	}
	g.methods = c.tokens("methods", r.Methods, []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}, strings.ToUpper)
	g.headers = c.tokens("headers", r.Headers, nil, strings.ToLower)
	if exposed := c.tokens("exposed-headers", r.Exposed, []string{}, strings.TrimSpace); exposed != nil {
		g.Exposed = strings.Join(exposed, ", ")
		return g
	}
	if g.Exposed = "*"; r.Credentials {
		c.mistake("exposed-headers", "list the headers", `cannot be "*" together with credentials: browsers would take it for the name of a header`)
	}
	return g
}

func (c *checker) origins(g *Grant, r Rule) {
	for _, text := range r.Origins {
		switch text = strings.TrimSpace(text); text {
		case "*":
			g.any = true
			continue
		case "null":
			g.null = true
			continue
		}
		o, err := parseOrigin(text)
		switch {
		case err != nil:
			c.mistake("origins", "for example origins: [https://app.example.com, https://*.example.com]", "has %q: %v", text, err)
		case o.subdomains || o.port == anyPort:
			g.like = append(g.like, o)
		case o.port == "":
			g.exact = append(g.exact, o.scheme+"://"+o.host)
		default:
			g.exact = append(g.exact, o.scheme+"://"+o.host+":"+o.port)
		}
	}
}

// tokens checks a list of methods or of names of headers; it returns nil for all of them.
func (c *checker) tokens(field string, texts, otherwise []string, form func(string) string) []string {
	if texts == nil {
		return otherwise
	}
	list := []string{}
	for _, text := range texts {
		if text = form(strings.TrimSpace(text)); text == "*" {
			return nil
		} else if !wire.IsToken(text) {
			c.mistake(field, "", "has %q, which is not a valid name", text)
		}
		list = append(list, text)
	}
	return list
}
