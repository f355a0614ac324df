package host

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendCanonical appends the canonical form of a request's path to dst: percent escapes decoded once, a leading slash,
// no trailing slash. It refuses a path that could be read in two ways, with a text that says why, and resolves or
// collapses nothing. Refused are
//
//   - invalid escapes, and escapes of a slash;
//   - backslashes and control characters, encoded or not; text that is not UTF-8;
//   - segments that are empty, "." or ".." once decoded.
//
// Everything else is text, including path parameters (";a=b") and braces.
func appendCanonical(dst, raw []byte) (path []byte, refused string) {
	if len(raw) == 0 || raw[0] != '/' {
		return dst, "the path must begin with a slash"
	}
	start := len(dst)
	if isSettled(raw) {
		dst = append(dst, raw...)
	} else if dst, refused = appendDecoded(dst, raw); refused != "" {
		return dst[:start], refused
	} else if refused = checkSegments(dst[start:]); refused != "" {
		return dst[:start], refused
	}
	if len(dst)-start > 1 && dst[len(dst)-1] == '/' {
		dst = dst[:len(dst)-1]
	}
	return dst, ""
}

// isSettled reports whether a path is plain text without anything to decode or refuse, as most paths are. It may return
// false for other plain paths.
func isSettled(raw []byte) bool {
	for i, c := range raw {
		switch {
		case c <= ' ' || c >= 0x7f || c == '%' || c == '\\':
			return false
		case c == '/' && i+1 < len(raw) && (raw[i+1] == '/' || raw[i+1] == '.'):
			return false
		}
	}
	return true
}

func appendDecoded(dst, raw []byte) (out []byte, refused string) {
	start, ascii := len(dst), true
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c == '%' {
			if i+2 >= len(raw) || !isHex(raw[i+1]) || !isHex(raw[i+2]) {
				return dst, "the path has a percent sign that is not part of an escape"
			}
			c = unhex(raw[i+1])<<4 | unhex(raw[i+2])
			i += 2
			if c == '/' {
				return dst, "the path has an encoded slash"
			}
		}
		switch {
		case c == '\\':
			return dst, "the path has a backslash"
		case c < ' ' || c == 0x7f:
			return dst, "the path has a control character"
		case c >= utf8.RuneSelf:
			ascii = false
		}
		dst = append(dst, c)
	}
	if !ascii {
		return dst, checkText(dst[start:])
	}
	return dst, ""
}

// checkText checks text beyond ASCII.
func checkText(path []byte) (refused string) {
	for len(path) > 0 {
		r, size := utf8.DecodeRune(path)
		if r == utf8.RuneError && size == 1 {
			return "the path is not UTF-8"
		}
		if unicode.IsControl(r) {
			return "the path has a control character"
		}
		path = path[size:]
	}
	return ""
}

// checkSegments refuses segments with a meaning of their own. Only the last segment may be empty: a trailing slash.
func checkSegments(path []byte) (refused string) {
	start := 1
	for i := 1; i <= len(path); i++ {
		if i < len(path) && path[i] != '/' {
			continue
		}
		switch segment := path[start:i]; {
		case len(segment) == 0 && i < len(path):
			return "the path has an empty segment"
		case string(segment) == "." || string(segment) == "..":
			return "the path has a dot segment (. or ..)"
		}
		start = i + 1
	}
	return ""
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// inContext removes the context path ("" or "/api") from a canonical path.
func inContext(path, context string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, context)
	switch {
	case !ok:
		return "", false
	case rest == "":
		return "/", true
	default:
		return rest, rest[0] == '/'
	}
}

// segmentAt returns the nth segment of a canonical path, counted from 0.
func segmentAt(path string, n int) string {
	rest := restFrom(path, n)
	if end := strings.IndexByte(rest, '/'); end >= 0 {
		return rest[:end]
	}
	return rest
}

// restFrom returns the rest of a canonical path from its nth segment on; empty if the path is shorter.
func restFrom(path string, n int) string {
	for ; n >= 0; n-- {
		slash := strings.IndexByte(path, '/')
		if slash < 0 {
			return ""
		}
		path = path[slash+1:]
	}
	return path
}
