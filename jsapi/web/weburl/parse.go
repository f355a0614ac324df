package weburl

import (
	"slices"
	"strings"
)

// Parse parses a URL, relative to base if that is not nil. It reports whether the input is valid.
func Parse(input string, base *URL) (*URL, bool) {
	input = strings.TrimFunc(input, func(c rune) bool { return c <= ' ' })
	p := &parser{input: []rune(stripped(input)), base: base, url: &URL{Port: -1}}
	if !p.run(schemeStart) {
		return nil, false
	}
	return p.url, true
}

var tabsAndNewlines = strings.NewReplacer("\t", "", "\n", "", "\r", "")

func stripped(input string) string {
	return tabsAndNewlines.Replace(strings.ToValidUTF8(input, "\ufffd"))
}

// end is the character after the last one.
const end rune = -1

// state is a state of the machine. It examines the character at p.at and returns the next state, or nil to stop.
type state func(p *parser, c rune) state

type parser struct {
	input  []rune
	at     int // a state may set it back to read a character again
	base   *URL
	url    *URL
	buffer strings.Builder

	// override is set when one component of an existing URL is parsed. Its state stops at the end of the component.
	override override
	failed   bool

	atSign, insideBrackets, passwordSeen bool
}

// override names the setters that start in the middle of the machine.
type override int

const (
	noOverride override = iota
	overrideScheme
	overrideHost
	overrideHostname
	overridePort
	overridePath
	overrideQuery
	overrideFragment
)

func (p *parser) run(s state) bool {
	for {
		c := end
		if p.at < len(p.input) {
			c = p.input[p.at]
		}
		s = s(p, c)
		if s == nil {
			return !p.failed
		}
		if c == end && p.at >= len(p.input) {
			return true
		}
		p.at++
	}
}

// again lets the next state examine the same character.
func (p *parser) again(s state) state {
	p.at--
	return s
}

func (p *parser) fail() state {
	p.failed = true
	return nil
}

// next reports whether the text after the current character begins with the given text.
func (p *parser) next(text string) bool {
	rest := p.input[min(p.at+1, len(p.input)):]
	return len(rest) >= len(text) && string(rest[:len(text)]) == text
}

func (p *parser) take() string {
	text := p.buffer.String()
	p.buffer.Reset()
	return text
}

func isAlpha(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

func schemeStart(p *parser, c rune) state {
	if isAlpha(c) {
		p.buffer.WriteRune(c | 0x20)
		return scheme
	}
	if p.override == noOverride {
		return p.again(noScheme)
	}
	return p.fail()
}

func scheme(p *parser, c rune) state {
	switch {
	case isAlpha(c):
		p.buffer.WriteRune(c | 0x20)
		return scheme
	case isDigit(c), c == '+', c == '-', c == '.':
		p.buffer.WriteRune(c)
		return scheme
	case c == ':':
		return p.schemeEnd()
	case p.override == noOverride:
		p.buffer.Reset()
		p.at = -1
		return noScheme
	}
	return p.fail()
}

func (p *parser) schemeEnd() state {
	name := p.take()
	if p.override == overrideScheme {
		return p.changeScheme(name)
	}
	p.url.Scheme = name
	switch {
	case name == "file":
		return file
	case p.url.Special() && p.base != nil && p.base.Scheme == name:
		return specialRelativeOrAuthority
	case p.url.Special():
		return specialAuthoritySlashes
	case p.next("/"):
		p.at++
		return pathOrAuthority
	}
	p.url.HasOpaquePath = true
	return opaquePath
}

// changeScheme only changes a special scheme to a special one, and another scheme to another one.
func (p *parser) changeScheme(name string) state {
	_, special := defaultPorts[name]
	if special != p.url.Special() || name == "file" && (p.url.hasCredentials() || p.url.Port >= 0) ||
		p.url.Scheme == "file" && p.url.Host == "" {
		return nil
	}
	p.url.Scheme = name
	p.dropDefaultPort()
	return nil
}

func (p *parser) dropDefaultPort() {
	if port, special := defaultPorts[p.url.Scheme]; special && port == p.url.Port {
		p.url.Port = -1
	}
}

func noScheme(p *parser, c rune) state {
	switch {
	case p.base == nil, p.base.HasOpaquePath && c != '#':
		return p.fail()
	case p.base.HasOpaquePath:
		p.inherit(true, true)
		p.url.HasFragment = true
		return fragment
	case p.base.Scheme != "file":
		return p.again(relative)
	}
	return p.again(file)
}

// inherit copies the base's scheme and authority and, if requested, its path and query.
func (p *parser) inherit(path, query bool) {
	fresh := *p.url
	*p.url = *p.base
	p.url.Fragment, p.url.HasFragment = fresh.Fragment, fresh.HasFragment
	p.url.Path = slices.Clone(p.base.Path)
	if !path {
		p.url.Path = nil
	}
	if !query {
		p.url.Query, p.url.HasQuery = "", false
	}
}

func specialRelativeOrAuthority(p *parser, c rune) state {
	if c == '/' && p.next("/") {
		p.at++
		return specialAuthorityIgnoreSlashes
	}
	return p.again(relative)
}

func pathOrAuthority(p *parser, c rune) state {
	if c == '/' {
		return authority
	}
	return p.again(path)
}

func relative(p *parser, c rune) state {
	p.inherit(true, true)
	switch {
	case c == '/', c == '\\' && p.url.Special():
		return relativeSlash
	case c == '?':
		p.url.Query, p.url.HasQuery = "", true
		return query
	case c == '#':
		p.url.HasFragment = true
		return fragment
	case c != end:
		p.url.Query, p.url.HasQuery = "", false
		p.url.shorten()
		return p.again(path)
	}
	return nil
}

func relativeSlash(p *parser, c rune) state {
	switch {
	case p.url.Special() && (c == '/' || c == '\\'):
		p.forgetAuthority()
		return specialAuthorityIgnoreSlashes
	case c == '/':
		p.forgetAuthority()
		return authority
	}
	p.inherit(false, false)
	return p.again(path)
}

// forgetAuthority drops everything inherited except the scheme.
func (p *parser) forgetAuthority() { *p.url = URL{Scheme: p.url.Scheme, Port: -1} }
