package inside

import "unsafe"

// Bytes of a text, and the other way round, where neither is copied: package machine lets texts grow in place.

// Start returns where the bytes of a text are.
func Start(s string) *byte { return unsafe.StringData(s) }

// From returns the bytes that begin at one.
func From(start *byte, length int) []byte { return unsafe.Slice(start, length) }

// TextOf returns bytes that nobody will change as a text.
func TextOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// StartOfUnits returns where UTF-16 units are.
func StartOfUnits(units []uint16) *byte { return (*byte)(unsafe.Pointer(&units[0])) }

// UnitsOf returns bytes as units, which have no room behind them.
func UnitsOf(b []byte) []uint16 {
	return unsafe.Slice((*uint16)(unsafe.Pointer(&b[0])), len(b)/2)[: len(b)/2 : len(b)/2]
}

// Address returns where memory is, as a number, which keeps nothing alive.
func Address(start *byte) uintptr { return uintptr(unsafe.Pointer(start)) }
