package logins

import (
	"crypto/sha256"
	"net/netip"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// key identifies a name or an address.
type key [16]byte

// longestName is what counts of a name, in bytes. Longer ones with the same beginning are counted together.
const longestName = 256

// keyOf returns the key of a name.
func (c *counted) keyOf(name string) (k key) {
	digest := sha256.Sum256(append(c.secret[:], folded(name)...))
	copy(k[:], digest[:])
	return k
}

// folded returns what names have in common that a database may take for the same: their letters, whichever case, width or form they have.
func folded(name string) string {
	name = norm.NFKC.String(cut(strings.ToValidUTF8(name, "\uFFFD")))
	name = norm.NFKC.String(cases.Fold().String(name))
	return cut(strings.TrimSpace(name))
}

// cut returns what counts of a name.
func cut(name string) string {
	if len(name) <= longestName {
		return name
	}
	end := longestName
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end]
}

// keyAt returns the key of an address: of an IPv4 address, or of the network of 64 bits of an IPv6 address, of which one client has many.
func (c *counted) keyAt(address netip.Addr) (k key) {
	if !address.IsValid() {
		return k
	}
	address = address.Unmap().WithZone("")
	if address.Is6() {
		network, _ := address.Prefix(64)
		address = network.Addr()
	}
	full := address.As16()
	return key(full)
}
