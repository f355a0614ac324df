package cors

import (
	"errors"
	"strconv"
	"strings"
)

// anyPort is the port of a pattern that allows every port.
const anyPort = "*"

// origin is an origin, or a pattern of origins with "*." before its host or "*" as its port.
type origin struct {
	scheme     string
	host       string // in lower case, without the "*."
	subdomains bool   // matches hosts below host, and not host itself
	port       string // empty for the scheme's default
}

// matches compares an origin as a browser writes it: in lower case, without the scheme's default port.
func (o origin) matches(sent string) bool {
	scheme, rest, ok := strings.Cut(sent, "://")
	if !ok || scheme != o.scheme {
		return false
	}
	host, port, hasPort := splitPort(rest)
	if port != o.port && o.port != anyPort || hasPort && !isPort(port) {
		return false
	}
	if !o.subdomains {
		return host == o.host
	}
	below, ok := strings.CutSuffix(host, "."+o.host)
	return ok && isHost(below)
}

// parseOrigin parses an origin or a pattern from the configuration.
func parseOrigin(text string) (origin, error) {
	scheme, rest, ok := strings.Cut(strings.ToLower(text), "://")
	if !ok || !isScheme(scheme) {
		return origin{}, errors.New("an origin must begin with its scheme, such as https://app.example.com")
	}
	if strings.ContainsAny(rest, "/?#@") {
		return origin{}, errors.New("an origin must end with its host or port; nothing may follow, not even a slash")
	}
	o := origin{scheme: scheme}
	var hasPort bool
	o.host, o.port, hasPort = splitPort(rest)
	o.host, o.subdomains = strings.CutPrefix(o.host, "*.")
	switch {
	case strings.Contains(o.host, "*"):
		return origin{}, errors.New(`"*" matches the first labels of a host, as in https://*.example.com, or a port, and is not allowed elsewhere`)
	case !isHost(o.host) && !isBracketed(o.host):
		return origin{}, errors.New("the host is not valid; write a name with letters beyond ASCII in its ASCII form, xn--…")
	case hasPort && o.port != anyPort && !isPort(o.port):
		return origin{}, errors.New("the port is not valid")
	}
	if o.port == defaultPort(scheme) {
		o.port = ""
	}
	return o, nil
}

func defaultPort(scheme string) string {
	switch scheme {
	case "http":
		return "80"
	case "https":
		return "443"
	}
	return "-" // the scheme has no default
}

// splitPort splits the port from a host, which may be an IPv6 address in brackets.
func splitPort(hostPort string) (host, port string, has bool) {
	if i := strings.LastIndexByte(hostPort, ':'); i > strings.LastIndexByte(hostPort, ']') {
		return hostPort[:i], hostPort[i+1:], true
	}
	return hostPort, "", false
}

func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i]
		if isLetter := c >= 'a' && c <= 'z'; !isLetter && (i == 0 || (c < '0' || c > '9') && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return s != ""
}

// isHost reports whether s consists of labels of letters, digits, dashes and underscores, separated by dots.
func isHost(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || strings.ContainsFunc(label, isNotInLabel) {
			return false
		}
	}
	return true
}

func isNotInLabel(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

func isBracketed(host string) bool {
	inner, ok := strings.CutPrefix(host, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	return ok && closed && inner != "" && strings.Trim(inner, "0123456789abcdef:.") == ""
}

func isPort(s string) bool {
	n, err := strconv.ParseUint(s, 10, 16)
	return err == nil && n > 0
}
