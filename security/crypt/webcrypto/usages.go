package webcrypto

import "slices"

// Usages is a set of what a key may be used for.
type Usages uint8

// The usages.
const (
	CanEncrypt Usages = 1 << iota
	CanDecrypt
	CanSign
	CanVerify
	CanDeriveKey
	CanDeriveBits
	CanWrap
	CanUnwrap
)

// usageNames are the names of usages, in the order of their bits.
var usageNames = [...]string{"encrypt", "decrypt", "sign", "verify", "deriveKey", "deriveBits", "wrapKey", "unwrapKey"}

// UsageOf returns the usage of a name, or 0.
func UsageOf(name string) Usages {
	at := slices.Index(usageNames[:], name)
	if at < 0 {
		return 0
	}
	return 1 << at
}

// Names lists the usages of a set.
func (u Usages) Names() []string {
	names := []string{}
	for i, name := range usageNames {
		if u&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// within returns an error if there are other usages than those allowed.
func (u Usages) within(allowed Usages) error {
	if others := u &^ allowed; others != 0 {
		return syntaxError("the key cannot be used for %q", others.Names()[0])
	}
	return nil
}
