package weburl

import (
	"slices"
	"strings"
)

func file(p *parser, c rune) state {
	p.url.Scheme = "file"
	p.url.Host, p.url.HasHost = "", true
	if c == '/' || c == '\\' {
		return fileSlash
	}
	if p.base == nil || p.base.Scheme != "file" {
		return p.again(path)
	}
	p.inherit(true, true)
	switch c {
	case '?':
		p.url.Query, p.url.HasQuery = "", true
		return query
	case '#':
		p.url.HasFragment = true
		return fragment
	case end:
		return nil
	}
	p.url.Query, p.url.HasQuery = "", false
	if startsWithDrive(p.input[p.at:]) {
		p.url.Path = nil
	} else {
		p.url.shorten()
	}
	return p.again(path)
}

func fileSlash(p *parser, c rune) state {
	if c == '/' || c == '\\' {
		return fileHost
	}
	if p.base != nil && p.base.Scheme == "file" {
		p.url.Host, p.url.HasHost = p.base.Host, p.base.HasHost
		if !startsWithDrive(p.input[min(p.at, len(p.input)):]) && len(p.base.Path) > 0 && isNormalizedDrive(p.base.Path[0]) {
			p.url.Path = append(p.url.Path, p.base.Path[0])
		}
	}
	return p.again(path)
}

func fileHost(p *parser, c rune) state {
	if c != end && c != '/' && c != '\\' && c != '?' && c != '#' {
		p.buffer.WriteRune(c)
		return fileHost
	}
	if p.override == noOverride && isDrive(p.buffer.String()) {
		return p.again(path) // with the drive letter in the buffer
	}
	text := p.take()
	if text == "" {
		p.url.Host, p.url.HasHost = "", true
	} else {
		if !p.setHost(text) {
			return p.fail()
		}
		if p.url.Host == "localhost" {
			p.url.Host = ""
		}
	}
	if p.override != noOverride {
		return nil
	}
	return p.again(pathStart)
}

func pathStart(p *parser, c rune) state {
	switch {
	case p.url.Special():
		if c == '/' || c == '\\' {
			return path
		}
		return p.again(path)
	case p.override == noOverride && c == '?':
		p.url.HasQuery = true
		return query
	case p.override == noOverride && c == '#':
		p.url.HasFragment = true
		return fragment
	case c != end:
		if c == '/' {
			return path
		}
		return p.again(path)
	case p.override != noOverride && !p.url.HasHost:
		p.url.Path = append(p.url.Path, "")
	}
	return nil
}

func path(p *parser, c rune) state {
	ends := c == end || c == '/' || c == '\\' && p.url.Special() ||
		p.override == noOverride && (c == '?' || c == '#')
	if !ends {
		encodeRune(&p.buffer, c, pathSet)
		return path
	}
	p.segment(c == '/' || c == '\\' && p.url.Special())
	if next := p.afterPath(c); next != nil {
		return next
	}
	return path
}

// afterPath returns the state in which a path ends at c, or nil if the path continues.
func (p *parser) afterPath(c rune) state {
	switch c {
	case '?':
		p.url.HasQuery = true
		return query
	case '#':
		p.url.HasFragment = true
		return fragment
	}
	return nil
}

// segment ends one segment of the path. more means that another one follows.
func (p *parser) segment(more bool) {
	text := p.take()
	switch {
	case isDoubleDot(text):
		p.url.shorten()
		if !more {
			p.url.Path = append(p.url.Path, "")
		}
	case isSingleDot(text):
		if !more {
			p.url.Path = append(p.url.Path, "")
		}
	default:
		if p.url.Scheme == "file" && len(p.url.Path) == 0 && isDrive(text) {
			text = text[:1] + ":"
		}
		p.url.Path = append(p.url.Path, text)
	}
}

var singleDots = []string{".", "%2e"}

var doubleDots = []string{"..", ".%2e", "%2e.", "%2e%2e"}

func isSingleDot(text string) bool { return slices.Contains(singleDots, strings.ToLower(text)) }

func isDoubleDot(text string) bool { return slices.Contains(doubleDots, strings.ToLower(text)) }

// isDrive reports whether a text is a Windows drive letter: "C:" or "C|".
func isDrive(text string) bool {
	return len(text) == 2 && isAlpha(rune(text[0])) && (text[1] == ':' || text[1] == '|')
}

func isNormalizedDrive(text string) bool { return isDrive(text) && text[1] == ':' }

func startsWithDrive(rest []rune) bool {
	if len(rest) < 2 || !isAlpha(rest[0]) || rest[1] != ':' && rest[1] != '|' {
		return false
	}
	return len(rest) == 2 || strings.ContainsRune("/\\?#", rest[2])
}

func opaquePath(p *parser, c rune) state {
	if next := p.afterPath(c); next != nil {
		return next
	}
	switch c {
	case end:
		return nil
	case ' ':
		if p.next("?") || p.next("#") { // otherwise removing these would leave a blank at the end
			p.url.Opaque += "%20"
			return opaquePath
		}
	}
	encodeRune(&p.buffer, c, controlSet)
	p.url.Opaque += p.take()
	return opaquePath
}

func query(p *parser, c rune) state {
	if c != end && (c != '#' || p.override != noOverride) {
		p.buffer.WriteRune(c)
		return query
	}
	set := encodeSet(querySet)
	if p.url.Special() {
		set = specialQuerySet
	}
	p.url.Query += encode(p.take(), set)
	if c == '#' {
		p.url.HasFragment = true
		return fragment
	}
	return nil
}

func fragment(p *parser, c rune) state {
	if c == end {
		p.url.Fragment += encode(p.take(), fragmentSet)
		return nil
	}
	p.buffer.WriteRune(c)
	return fragment
}
