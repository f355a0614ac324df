package forwarded

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Kind says which headers are read.
type Kind uint8

// The kinds. Proxies commonly add X-Forwarded-For and pass on a Forwarded that a client has forged, so X-Forwarded-For
// takes precedence if both are sent and no kind was chosen.
const (
	Either     Kind = iota // X-Forwarded-* if there is an X-Forwarded-For, otherwise Forwarded if there is one
	XForwarded             // X-Forwarded-For, -Proto, -Host, -Port, -Prefix
	Standard               // Forwarded
)

// Trust is the set of trusted proxies. A nil Trust trusts no proxy.
type Trust struct {
	kind     Kind
	prefixes []netip.Prefix
	unix     bool
}

// NewTrust parses a list of proxies: addresses, networks such as "10.0.0.0/8", and the words "loopback", "private"
// (loopback, and addresses that are not routed in the Internet) and "unix" for peers at a socket of this machine. For
// an empty list it returns nil.
func NewTrust(list []string, kind Kind) (*Trust, error) {
	if len(list) == 0 {
		return nil, nil
	}
	t := &Trust{kind: kind}
	for _, text := range list {
		switch text = strings.TrimSpace(text); text {
		case "unix":
			t.unix = true
			continue
		case "loopback":
			t.prefixes = append(t.prefixes, loopback()...)
			continue
		case "private":
			t.prefixes = append(t.prefixes, slices.Concat(loopback(), private())...)
			continue
		}
		prefix, err := parsePrefix(text)
		if err != nil {
			return nil, err
		}
		t.prefixes = append(t.prefixes, prefix)
	}
	return t, nil
}

func loopback() []netip.Prefix {
	return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
}

func private() []netip.Prefix {
	return []netip.Prefix{
		netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("192.168.0.0/16"),
		netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("fc00::/7"), netip.MustParsePrefix("fe80::/10"),
	}
}

// parsePrefix parses an address or a network. It refuses a network with bits after its mask: it is unclear what was
// meant.
func parsePrefix(text string) (netip.Prefix, error) {
	if addr, err := netip.ParseAddr(text); err == nil && addr.Zone() == "" {
		addr = addr.Unmap()
		return netip.PrefixFrom(addr, addr.BitLen()), nil
	}
	prefix, err := netip.ParsePrefix(text)
	switch {
	case err != nil:
		return netip.Prefix{}, fmt.Errorf("%q is neither an address nor a network", text)
	case prefix.Masked() != prefix:
		return netip.Prefix{}, fmt.Errorf("%q is not a network; did you mean %s, or the one address %s?", text, prefix.Masked(), prefix.Addr())
	case prefix.Addr().Is4In6():
		return netip.Prefix{}, fmt.Errorf("%q is an IPv4-mapped IPv6 address; write it as IPv4", text)
	}
	return prefix, nil
}

// Trusts reports whether a peer is trusted; an invalid address means a peer at a unix socket.
func (t *Trust) Trusts(addr netip.Addr) bool {
	if t == nil {
		return false
	}
	if !addr.IsValid() {
		return t.unix
	}
	addr = addr.Unmap().WithZone("")
	return slices.ContainsFunc(t.prefixes, func(p netip.Prefix) bool { return p.Contains(addr) })
}
