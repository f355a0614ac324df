package schema

import (
	"net/netip"
	neturl "net/url"
	"strings"
	"unicode"
)

// isURL returns a function that reports whether a text is an absolute URL with a host and one of the schemes.
func isURL(schemes []string) func(string) bool {
	return func(s string) bool {
		scheme, rest, found := strings.Cut(s, "://")
		if !found || rest == "" || rest[0] == '/' || strings.ContainsFunc(s, unicode.IsSpace) {
			return false
		}
		for _, known := range schemes {
			if strings.EqualFold(known, scheme) {
				return isPlace(s)
			}
		}
		return false
	}
}

// isPlace reports whether a URL names a host, or a fragment; one of a file names a path.
func isPlace(s string) bool {
	u, err := neturl.Parse(s)
	switch {
	case err != nil:
		return false
	case u.Scheme == "file":
		return len(u.Path) > 1
	}
	return u.Host != "" || u.Fragment != ""
}

// isUUID reports whether a text has the form of RFC 9562: 8-4-4-4-12 hexadecimal digits in either case.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		switch i {
		case 8, 13, 18, 23:
			if s[i] != '-' {
				return false
			}
		default:
			if hexDigit(s[i]) < 0 {
				return false
			}
		}
	}
	return true
}

// isIP returns a function that reports whether a text is an IP address of the version: 4, 6, or 0 for either.
// Zones are not allowed, since they have a meaning on one machine only.
func isIP(version int) func(string) bool {
	return func(s string) bool {
		addr, err := netip.ParseAddr(s)
		if err != nil || addr.Zone() != "" {
			return false
		}
		return version == 0 || addr.Is4() == (version == 4)
	}
}

// isHostname reports whether a text is a host name according to RFC 1123.
func isHostname(s string) bool {
	if len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if !isLabel(label) {
			return false
		}
	}
	return true
}

// isLabel reports whether a part of a host name is one: letters, digits, and hyphens within.
func isLabel(s string) bool {
	if s == "" || len(s) > 63 || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// isBlank reports whether a text consists of white space only, as a script's trim defines it.
func isBlank(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) && r != '\ufeff' || r == '\u0085' {
			return false
		}
	}
	return true
}
