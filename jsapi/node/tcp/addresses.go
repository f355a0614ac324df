package tcp

import (
	"net/netip"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// isIP returns 4, 6, or 0 for what is no address.
func (r *realm) isIP(call goja.FunctionCall) goja.Value {
	address, err := netip.ParseAddr(call.Argument(0).String())
	switch {
	case err != nil:
		return r.Runtime.ToValue(0)
	case address.Is4():
		return r.Runtime.ToValue(4)
	}
	return r.Runtime.ToValue(6)
}

// maxRules is the most rules of a BlockList.
const maxRules = 100_000

// span is a range of addresses of one family.
type span struct{ from, to netip.Addr }

// blockList returns the functions of a net.BlockList: add(from, to) and check(address) with addresses as texts, subnet(address, bits). They return
// false for what is not valid.
func (r *realm) blockList(goja.FunctionCall) goja.Value {
	var rules []span
	add := func(from, to netip.Addr) goja.Value {
		ok := from.IsValid() && from.BitLen() == to.BitLen() && from.Compare(to) <= 0
		if len(rules) >= maxRules {
			r.RangeError("a BlockList has 100,000 rules at most")
		}
		if ok {
			rules = append(rules, span{from, to})
		}
		return r.Runtime.ToValue(ok)
	}
	return r.object(map[string]part.Native{
		"add": func(call goja.FunctionCall) goja.Value {
			return add(addressOf(call.Argument(0)), addressOf(call.Argument(1)))
		},
		"subnet": func(call goja.FunctionCall) goja.Value {
			prefix, err := addressOf(call.Argument(0)).Prefix(int(call.Argument(1).ToInteger()))
			if err != nil {
				return r.Runtime.ToValue(false)
			}
			return add(prefix.Addr(), last(prefix))
		},
		"check": func(call goja.FunctionCall) goja.Value {
			address := addressOf(call.Argument(0)).Unmap()
			return r.Runtime.ToValue(slices.ContainsFunc(rules, func(s span) bool {
				return s.from.BitLen() == address.BitLen() && s.from.Compare(address) <= 0 && address.Compare(s.to) <= 0
			}))
		},
	})
}

// addressOf returns the address that a text is, or one that is not valid.
func addressOf(value goja.Value) netip.Addr {
	address, _ := netip.ParseAddr(value.String())
	return address.WithZone("")
}

// last returns the last address of a network.
func last(prefix netip.Prefix) netip.Addr {
	bytes := prefix.Addr().AsSlice()
	for i := range bytes {
		if keep := prefix.Bits() - 8*i; keep < 8 {
			bytes[i] |= 0xff >> max(keep, 0)
		}
	}
	address, _ := netip.AddrFromSlice(bytes)
	return address
}
