package outbound

import (
	"net/netip"
	"slices"
)

// IsPublic reports whether an address belongs to the public internet: neither to the machine
// itself, nor to a private, shared, link-local, multicast or documentation network, nor to the
// metadata service of a cloud. An IPv6 address that contains an IPv4 address is judged by that.
func IsPublic(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	switch {
	case !address.IsValid():
		return false
	case address.Is4():
		return !within(address, special4)
	case translated.Contains(address):
		return IsPublic(embedded(address))
	}
	return global.Contains(address) && !within(address, special6)
}

var (
	global     = netip.MustParsePrefix("2000::/3")     // all that is assigned to the public internet
	translated = netip.MustParsePrefix("64:ff9b::/96") // NAT64
)

// embedded returns the IPv4 address in the last four bytes.
func embedded(address netip.Addr) netip.Addr {
	bytes := address.As16()
	return netip.AddrFrom4([4]byte(bytes[12:]))
}

// special4 is the registry of special addresses (RFC 6890 and later ones), and the one public
// address at which a cloud keeps its metadata.
var special4 = prefixes(
	"0.0.0.0/8",        // this network; Linux dials itself
	"10.0.0.0/8",       // private
	"100.64.0.0/10",    // shared by a provider's customers
	"127.0.0.0/8",      // loopback
	"168.63.129.16/32", // Azure's metadata
	"169.254.0.0/16",   // link-local, and most clouds' metadata
	"172.16.0.0/12",    // private
	"192.0.0.0/24",     // protocols
	"192.0.2.0/24",     // documentation
	"192.88.99.0/24",   // relays of 6to4
	"192.168.0.0/16",   // private
	"198.18.0.0/15",    // benchmarks
	"198.51.100.0/24",  // documentation
	"203.0.113.0/24",   // documentation
	"224.0.0.0/3",      // multicast, reserved, broadcast
)

// special6 lists the special networks within 2000::/3.
var special6 = prefixes(
	"2001::/23",     // protocols: Teredo, benchmarks, ORCHID
	"2001:db8::/32", // documentation
	"2002::/16",     // 6to4, which contains any IPv4 address
	"3fff::/20",     // documentation
)

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

func within(address netip.Addr, networks []netip.Prefix) bool {
	return slices.ContainsFunc(networks, func(p netip.Prefix) bool { return p.Contains(address) })
}
