package weburl

import (
	"strings"

	"golang.org/x/net/idna"
)

// forbiddenHost are the characters that a host must not contain, forbiddenDomain the additional ones for a domain.
const (
	forbiddenHost   = "\x00\t\n\r #/:<>?@[\\]^|"
	forbiddenDomain = forbiddenHost + "%\x7f"
)

// parseHost parses a host and returns it serialised.
func parseHost(text string, special bool) (string, bool) {
	if strings.HasPrefix(text, "[") {
		if !strings.HasSuffix(text, "]") {
			return "", false
		}
		address, ok := parseIPv6(text[1 : len(text)-1])
		if !ok {
			return "", false
		}
		return "[" + serializeIPv6(address) + "]", true
	}
	if !special {
		if strings.ContainsAny(text, forbiddenHost) {
			return "", false
		}
		return encode(text, controlSet), true
	}
	return parseDomain(strings.ToValidUTF8(decode(text), "\ufffd"))
}

// domainProfile is the standard's "domain to ASCII", without strict checks.
var domainProfile = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.CheckHyphens(false),
	idna.CheckJoiners(true),
	idna.StrictDomainName(false),
	idna.BidiRule(),
	idna.VerifyDNSLength(false),
)

func parseDomain(domain string) (string, bool) {
	ascii, err := toASCII(domain)
	if err != nil || ascii == "" || strings.ContainsAny(ascii, forbiddenDomain) || hasControl(ascii) {
		return "", false
	}
	if !endsInNumber(ascii) {
		return ascii, true
	}
	address, ok := parseIPv4(ascii)
	if !ok {
		return "", false
	}
	return serializeIPv4(address), true
}

// toASCII only lower-cases plain ASCII domains, since the profile would reject some that browsers accept.
func toASCII(domain string) (string, error) {
	lower := strings.ToLower(domain)
	if isASCII(domain) && !strings.Contains(lower, "xn--") {
		return lower, nil
	}
	return domainProfile.ToASCII(domain)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

func hasControl(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool { return c <= 0x1F || c == 0x7F }) >= 0
}
