package host

import (
	"net/url"
	"strings"
)

// longestTarget is how long a path is to which somebody goes after a log-in.
const longestTarget = 2048

// IsOwnTarget reports whether a browser that is sent to a text stays within the application: it is a path, perhaps with a query and a
// fragment, that nobody can take for the address of another host, however often it is decoded on the way.
func IsOwnTarget(text string) bool {
	_, ok := ownPath(text)
	return ok
}

// ownPath returns the decoded path of a text for which [IsOwnTarget] holds.
func ownPath(text string) (string, bool) {
	if text == "" || text[0] != '/' || len(text) > longestTarget {
		return "", false
	}
	for _, c := range []byte(text) {
		if c <= ' ' || c > '~' || c == '\\' {
			return "", false
		}
	}
	u, err := url.Parse(text)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || u.Opaque != "" {
		return "", false
	}
	path, _, _ := strings.Cut(text, "#")
	path, _, _ = strings.Cut(path, "?")
	for range 4 {
		if !isPlainPath(path) {
			return "", false
		}
		decoded, err := url.PathUnescape(path)
		if err != nil || decoded == path { // without escapes it cannot be decoded any further
			return path, true
		}
		path = decoded
	}
	return "", false // who encodes a path so often has something to hide
}

// isPlainPath reports whether a path has neither empty segments nor those that lead elsewhere, nor characters that cannot be part of one.
func isPlainPath(path string) bool {
	for _, c := range []byte(path) {
		if c < ' ' || c == 0x7f || c == '\\' {
			return false
		}
	}
	segments := strings.Split(path, "/")[1:]
	for i, segment := range segments {
		last := i == len(segments)-1
		if segment == "" && !last || segment == "." || segment == ".." {
			return false
		}
	}
	return strings.HasPrefix(path, "/")
}
