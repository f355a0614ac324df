package cdp

import (
	"errors"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// plain are the characters that need no escape in the path of a URL, as Node writes them: editors compare URLs as texts.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/!$&'()*+,;=:@"

// URL returns the file: URL of an absolute path.
func URL(path string) string { return urlOf(path, runtime.GOOS == "windows") }

func urlOf(path string, windows bool) string {
	host := ""
	if windows {
		path = strings.ReplaceAll(path, `\`, "/")
		if share, ok := strings.CutPrefix(path, "//"); ok { // \\server\share\a.ts
			host, path, _ = strings.Cut(share, "/")
		}
		path = "/" + strings.TrimPrefix(path, "/")
	}
	var b strings.Builder
	b.WriteString("file://" + host)
	for i := range len(path) {
		if c := path[i]; strings.IndexByte(plain, c) >= 0 {
			b.WriteByte(c)
		} else {
			const hex = "0123456789ABCDEF"
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}

// pathOf returns the path of a file: URL, however it is escaped, or of a text that is a path already. ok is false for all others.
func pathOf(text string, windows bool) (path string, ok bool) {
	if !strings.HasPrefix(text, "file:") {
		isPath := strings.HasPrefix(text, "/") || windows && (hasDrive(text) || strings.HasPrefix(text, `\\`))
		return clean(text, windows), isPath
	}
	u, err := url.Parse(text)
	if err != nil || u.Opaque != "" || u.Path == "" {
		return "", false
	}
	switch rest := strings.TrimPrefix(u.Path, "/"); {
	case windows && u.Host != "":
		path = `\\` + u.Host + u.Path
	case windows && hasDrive(rest):
		path = rest
	case windows || u.Host != "" && u.Host != "localhost":
		return "", false
	default:
		path = u.Path
	}
	return clean(path, windows), true
}

// clean returns a path without what does not matter.
func clean(path string, windows bool) string {
	if windows {
		path = strings.ReplaceAll(path, "/", `\`)
		if hasDrive(path) {
			path = strings.ToUpper(path[:1]) + path[1:]
		}
		return path
	}
	return filepath.ToSlash(filepath.Clean(path))
}

func hasDrive(path string) bool {
	return len(path) > 1 && path[1] == ':' && (path[0]|0x20) >= 'a' && (path[0]|0x20) <= 'z'
}

// errPattern is what is wrong with an expression that cannot be compiled.
var errPattern = errors.New("the regular expression cannot be read; it has to be one of JavaScript")

// pattern compiles a regular expression of JavaScript. One that takes too long on a text does not match it.
func pattern(text string, options ...regexp2.CompileOption) (matches func(string) bool, err error) {
	const longest = 4 << 10
	if len(text) > longest {
		return nil, errPattern
	}
	compiled, err := regexp2.Compile(text, append(options, regexp2.ECMAScript)...)
	if err != nil {
		return nil, errPattern
	}
	compiled.MatchTimeout = 100 * time.Millisecond
	return func(s string) bool {
		ok, err := compiled.MatchString(s)
		return ok && err == nil
	}, nil
}

// files returns a function that reports whether the URL of a file matches a regular expression.
func files(text string) (func(path string) bool, error) {
	matches, err := pattern(text)
	if err != nil {
		return nil, err
	}
	return func(path string) bool { return matches(URL(path)) }, nil
}
