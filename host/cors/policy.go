package cors

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/host/wire"
)

// Rule says which pages may use the answers at some paths, and how. What is left out has the
// default stated.
type Rule struct {
	Path string // such as "/api/**"; all paths

	// Origins are those allowed: whole ones, patterns such as "https://*.example.com" or
	// "http://localhost:*", "null", or "*" for all. Without any, none is.
	Origins []string

	Methods []string // "*" for all; GET, HEAD, POST, PUT, PATCH, DELETE
	Headers []string // that a page may send, "*" for all; all
	Exposed []string // that a page may read besides the usual ones, "*" for all; none

	Credentials    bool          // whether cookies and the like may come along
	MaxAge         time.Duration // a browser may keep the answer to a preflight; less than a second forbids it
	PrivateNetwork bool          // whether public pages may ask at all when this is a private network
}

// Mistake is what is wrong with a rule: in which one, under which of its fields as the
// configuration spells them, and what to do.
type Mistake struct {
	Rule  int
	Field string
	Text  string
	Hint  string
}

func (m *Mistake) Error() string { return fmt.Sprintf("rule %d: %s %s", m.Rule, m.Field, m.Text) }

// Policy is what New made of rules. A nil Policy covers no path.
type Policy struct{ grants []*Grant }

// Grant is a rule, ready for use. Its texts are what a response says where the rule allows it.
type Grant struct {
	pattern pattern
	any     bool // every origin
	null    bool
	exact   []string
	like    []origin

	methods, headers []string // nil for all
	private          bool

	Credentials bool
	Exposed     string // empty when there is nothing to expose
	MaxAge      string // in seconds
}

// New makes a policy. All mistakes are told, each is a [*Mistake].
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

// For is the rule for a canonical path; nil when pages of other origins have no business there.
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

// Anyone tells whether every origin is allowed, so that the answer is the same for all.
func (g *Grant) Anyone() bool { return g.any }

// Allows tells whether pages of an origin, as the browser wrote it, are allowed.
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

// AllowsMethod tells whether a page may send a request with that method.
func (g *Grant) AllowsMethod(method string) bool {
	return g.methods == nil || slices.Contains(g.methods, method)
}

// Methods lists the methods for a response; asked is the one a preflight asks for.
func (g *Grant) Methods(asked string) string {
	if g.methods == nil {
		return asked
	}
	return strings.Join(g.methods, ", ")
}

// AllowsHeaders finds the first of the names a preflight asks for, with commas between, that is
// not allowed.
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

// AllowsPrivateNetwork tells whether a page of a public network may ask this private one.
func (g *Grant) AllowsPrivateNetwork() bool { return g.private }

// checker makes a grant of one rule.
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
		c.mistake("path", "for example path: /api/**", "is no pattern of paths: %v", err)
	}
	c.origins(g, r)
	if g.any && r.Credentials {
		c.mistake("credentials", `list the origins, or patterns of them such as https://*.example.com, instead of "*"`,
			`cannot be true together with the origin "*": any page in the world could act as the user who looks at it`)
	}
	g.methods = c.tokens("methods", r.Methods, []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}, strings.ToUpper)
	g.headers = c.tokens("headers", r.Headers, nil, strings.ToLower)
	if exposed := c.tokens("exposed-headers", r.Exposed, []string{}, strings.TrimSpace); exposed != nil {
		g.Exposed = strings.Join(exposed, ", ")
		return g
	}
	if g.Exposed = "*"; r.Credentials {
		c.mistake("exposed-headers", "list the headers", `cannot be "*" together with credentials: browsers take it for a name then`)
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

// tokens reads a list of methods or of names of headers; nil is all of them.
func (c *checker) tokens(field string, texts, otherwise []string, form func(string) string) []string {
	if texts == nil {
		return otherwise
	}
	list := []string{}
	for _, text := range texts {
		if text = form(strings.TrimSpace(text)); text == "*" {
			return nil
		} else if !wire.IsToken(text) {
			c.mistake(field, "", "has %q, which cannot be a name", text)
		}
		list = append(list, text)
	}
	return list
}
