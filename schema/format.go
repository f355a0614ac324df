package schema

import (
	"net/netip"
	"strings"
	"sync"
	"unicode"

	"github.com/go-playground/validator/v10"
)

// formats is what knows the formats that take more than a few lines to tell. It keeps what
// it compiled, and serves all goroutines.
var formats = sync.OnceValue(func() *validator.Validate { return validator.New() })

func isEmail(s string) bool { return formats().Var(s, "email") == nil }

// isURL tells an absolute URL with a host and one of the schemes.
func isURL(schemes []string) func(string) bool {
	return func(s string) bool {
		scheme, rest, found := strings.Cut(s, "://")
		if !found || rest == "" || rest[0] == '/' || strings.ContainsFunc(s, unicode.IsSpace) {
			return false
		}
		for _, known := range schemes {
			if strings.EqualFold(known, scheme) {
				return formats().Var(s, "url") == nil
			}
		}
		return false
	}
}

// isUUID tells the form of RFC 9562: 8-4-4-4-12 hexadecimal digits in either case.
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

// isIP tells an address of the version, 4, 6 or 0 for either; without a zone, which means
// something on one machine only.
func isIP(version int) func(string) bool {
	return func(s string) bool {
		addr, err := netip.ParseAddr(s)
		if err != nil || addr.Zone() != "" {
			return false
		}
		return version == 0 || addr.Is4() == (version == 4)
	}
}

// isHostname tells a host name of RFC 1123.
func isHostname(s string) bool { return len(s) <= 253 && formats().Var(s, "hostname_rfc1123") == nil }

// isBlank tells a text of nothing but white space, as trim sees it in a script.
func isBlank(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) && r != '\ufeff' || r == '\u0085' {
			return false
		}
	}
	return true
}
