package weburl

import (
	"strconv"
	"strings"
)

func specialAuthoritySlashes(p *parser, c rune) state {
	if c == '/' && p.next("/") {
		p.at++
		return specialAuthorityIgnoreSlashes
	}
	return p.again(specialAuthorityIgnoreSlashes)
}

func specialAuthorityIgnoreSlashes(p *parser, c rune) state {
	if c == '/' || c == '\\' {
		return specialAuthorityIgnoreSlashes
	}
	return p.again(authority)
}

func authority(p *parser, c rune) state {
	if c == '@' {
		p.credentials()
		return authority
	}
	if p.endsAuthority(c) {
		if p.atSign && p.buffer.Len() == 0 {
			return p.fail()
		}
		p.at -= len([]rune(p.take())) + 1
		return host
	}
	p.buffer.WriteRune(c)
	return authority
}

func (p *parser) endsAuthority(c rune) bool {
	return c == end || c == '/' || c == '?' || c == '#' || c == '\\' && p.url.Special()
}

// credentials parses the text before an @. It includes earlier @ characters.
func (p *parser) credentials() {
	text := p.take()
	if p.atSign {
		text = "%40" + text
	}
	p.atSign = true
	for _, c := range text {
		if c == ':' && !p.passwordSeen {
			p.passwordSeen = true
			continue
		}
		var encoded strings.Builder
		encodeRune(&encoded, c, userinfoSet)
		if p.passwordSeen {
			p.url.Password += encoded.String()
		} else {
			p.url.Username += encoded.String()
		}
	}
}

func host(p *parser, c rune) state {
	setter := p.override == overrideHost || p.override == overrideHostname
	switch {
	case setter && p.url.Scheme == "file":
		return p.again(fileHost)
	case c == ':' && !p.insideBrackets:
		if p.buffer.Len() == 0 || p.override == overrideHostname {
			return p.fail()
		}
		if !p.setHost(p.take()) {
			return p.fail()
		}
		return port
	case p.endsAuthority(c):
		return p.hostEnd(setter)
	case c == '[':
		p.insideBrackets = true
	case c == ']':
		p.insideBrackets = false
	}
	p.buffer.WriteRune(c)
	return host
}

func (p *parser) hostEnd(setter bool) state {
	empty := p.buffer.Len() == 0
	if empty && p.url.Special() {
		return p.fail()
	}
	if setter && empty && (p.url.hasCredentials() || p.url.Port >= 0) {
		return p.fail()
	}
	if !p.setHost(p.take()) {
		return p.fail()
	}
	if setter {
		return nil
	}
	return p.again(pathStart)
}

func (p *parser) setHost(text string) bool {
	parsed, ok := parseHost(text, p.url.Special())
	if ok {
		p.url.Host, p.url.HasHost = parsed, true
	}
	return ok
}

func port(p *parser, c rune) state {
	switch {
	case isDigit(c):
		p.buffer.WriteRune(c)
		return port
	case p.endsAuthority(c) || p.override != noOverride:
		if digits := p.take(); digits != "" {
			number, err := strconv.ParseUint(digits, 10, 16)
			if err != nil {
				return p.fail()
			}
			p.url.Port = int(number)
			p.dropDefaultPort()
		} else if p.override == overridePort {
			return p.fail()
		}
		if p.override != noOverride {
			return nil
		}
		return p.again(pathStart)
	}
	return p.fail()
}
