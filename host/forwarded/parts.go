package forwarded

import (
	"net/netip"
	"strconv"
	"strings"
)

// alphanumeric is the set of letters and digits.
const alphanumeric = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// node is the sender of a request to a proxy; addr is invalid if it is hidden.
type node struct {
	addr netip.Addr
	port uint16
}

// parseNode parses "192.0.2.1", "2001:db8::1", "[2001:db8::1]", each but the second perhaps with a port, "unknown", or
// an obfuscated name: "_secret".
func parseNode(text string) (n node, ok bool) {
	if addr, err := netip.ParseAddr(text); err == nil {
		return node{addr: addr.Unmap().WithZone("")}, true
	}
	name, port := text, ""
	if i := strings.LastIndexByte(text, ':'); i > strings.LastIndexByte(text, ']') {
		name, port = text[:i], text[i+1:]
		if port, ok = parseNodePort(port); !ok {
			return node{}, false
		}
	}
	if port != "" {
		number, _ := strconv.ParseUint(port, 10, 16)
		n.port = uint16(number)
	}
	if strings.EqualFold(name, "unknown") || isObfuscated(name) {
		return node{}, true
	}
	inner, opened := strings.CutPrefix(name, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	addr, err := netip.ParseAddr(inner)
	if err != nil || opened != closed || opened == addr.Is4() {
		return node{}, false
	}
	n.addr = addr.Unmap().WithZone("")
	return n, true
}

// parseNodePort parses a port, which may be obfuscated, too; it is empty then.
func parseNodePort(text string) (port string, ok bool) {
	if isObfuscated(text) {
		return "", true
	}
	return parsePort(text)
}

func isObfuscated(text string) bool {
	return len(text) > 1 && text[0] == '_' && strings.Trim(text, alphanumeric+"._-") == ""
}

func parsePort(text string) (string, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	return strconv.FormatUint(n, 10), err == nil && n > 0 && text[0] != '+'
}

func parseScheme(text string) (string, bool) {
	text = strings.ToLower(text)
	return text, text == "http" || text == "https"
}

// ParseHost parses the value of a Host header: a name or an address, perhaps with a port. Names are returned in lower
// case.
func ParseHost(text string) (string, bool) {
	name, port := text, ""
	if i := strings.LastIndexByte(text, ':'); i > strings.LastIndexByte(text, ']') {
		var ok bool
		if name, port = text[:i], text[i+1:]; port != "" {
			if port, ok = parsePort(port); !ok {
				return "", false
			}
		}
	}
	if inner, bracketed := strings.CutPrefix(name, "["); bracketed {
		inner, closed := strings.CutSuffix(inner, "]")
		addr, err := netip.ParseAddr(inner)
		if !closed || err != nil || !addr.Is6() || addr.Zone() != "" {
			return "", false
		}
	} else if !isHostName(name) {
		return "", false
	}
	if name = strings.ToLower(name); port != "" {
		name += ":" + port
	}
	return name, true
}

// isHostName reports whether name consists of labels of letters, digits, dashes and underscores, separated by dots; it
// may end in the dot of the root.
func isHostName(name string) bool {
	if len(name) > 254 {
		return false
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(name, "."), ".") {
		if label == "" || len(label) > 63 || strings.IndexFunc(label, notInLabel) >= 0 {
			return false
		}
	}
	return true
}

// notInLabel reports whether a character cannot be part of a label. This is asked for each request that is recorded.
func notInLabel(c rune) bool {
	return (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '-' && c != '_'
}

// parsePrefixPath parses the prefix of the path that a proxy has removed: segments of plain characters.
func parsePrefixPath(text string) (string, bool) {
	text = strings.TrimSuffix(text, "/")
	if text == "" {
		return "", true
	}
	segments := strings.Split(text, "/")
	if segments[0] != "" {
		return "", false
	}
	for _, s := range segments[1:] {
		if s == "" || s == "." || s == ".." || strings.Trim(s, alphanumeric+"-_.~") != "" {
			return "", false
		}
	}
	return text, true
}
