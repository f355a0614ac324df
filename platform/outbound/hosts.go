package outbound

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Hosts is a set of hosts: names, all names below a name, addresses and networks. It may have sockets of the file system, too.
type Hosts struct {
	paths    []string
	names    []string
	domains  []string // with the leading dot
	networks []netip.Prefix
}

// ParseHosts parses entries such as api.internal, *.internal, 10.1.2.3, 10.0.0.0/8 and unix:/run/db.sock.
func ParseHosts(entries []string) (Hosts, error) {
	var h Hosts
	for _, entry := range entries {
		if entry = strings.TrimSpace(entry); strings.HasPrefix(entry, pathPrefix) {
			h.paths = append(h.paths, strings.TrimPrefix(entry, "unix:"))
			continue
		}
		if err := h.add(strings.ToLower(entry)); err != nil {
			return Hosts{}, err
		}
	}
	return h, nil
}

func (h *Hosts) add(entry string) error {
	if network, err := netip.ParsePrefix(entry); err == nil {
		h.networks = append(h.networks, network.Masked())
		return nil
	}
	if address, err := netip.ParseAddr(strings.Trim(entry, "[]")); err == nil {
		address = address.Unmap().WithZone("")
		h.networks = append(h.networks, netip.PrefixFrom(address, address.BitLen()))
		return nil
	}
	name := strings.TrimSuffix(entry, ".")
	domain, below := strings.CutPrefix(name, "*")
	switch {
	case below && isName(strings.TrimPrefix(domain, ".")) && strings.HasPrefix(domain, "."):
		h.domains = append(h.domains, domain)
	case isName(name):
		h.names = append(h.names, name)
	default:
		return fmt.Errorf("%q is not a host name, an address or a network", entry)
	}
	return nil
}

// isName reports whether a name may be valid. It only rejects what is certainly something else,
// and leaves the rest to DNS.
func isName(name string) bool {
	return name != "" && !strings.ContainsAny(name, " /:*@?#[]\\%,")
}

// canonical returns the form of a host's name in which it is compared: in lower case, without the dot of the root.
func canonical(name string) string { return strings.TrimSuffix(strings.ToLower(name), ".") }

// HasName reports whether a name is in the set, whatever it resolves to.
func (h Hosts) HasName(name string) bool {
	name = canonical(name)
	return slices.Contains(h.names, name) ||
		slices.ContainsFunc(h.domains, func(domain string) bool { return strings.HasSuffix(name, domain) })
}

// HasAddress reports whether an address is in the set.
func (h Hosts) HasAddress(address netip.Addr) bool {
	return within(address.Unmap().WithZone(""), h.networks)
}

// has reports whether the host of a URL is in the set, as it is written in the URL.
func (h Hosts) has(host string) bool {
	if address, err := netip.ParseAddr(host); err == nil {
		return h.HasAddress(address)
	}
	return h.HasName(host)
}
