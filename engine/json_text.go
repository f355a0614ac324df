package engine

import (
	"fmt"
	"reflect"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/platform/jsontext"
)

// leastLength returns how many bytes a text takes at least. One that came from Go says so itself; goja would read it, to count its units.
func leastLength(s goja.String) int {
	if reflect.TypeOf(s).Kind() == reflect.Pointer {
		return len(s.String())
	}
	return s.Length()
}

// appendUnits writes a string that may contain lone surrogates: each becomes its escape, as JSON.stringify writes
// it.
func appendUnits(dst []byte, s goja.String) []byte {
	dst = append(dst, '"')
	start, n := 0, s.Length()
	for i := 0; i < n; i++ {
		unit := rune(s.CharAt(i))
		if !utf16.IsSurrogate(unit) {
			continue
		}
		if i+1 < n && utf16.DecodeRune(unit, rune(s.CharAt(i+1))) != utf8.RuneError {
			i++
			continue
		}
		dst = jsontext.AppendInner(dst, s.Substring(start, i).String())
		dst = fmt.Appendf(dst, `\u%04x`, unit)
		start = i + 1
	}
	dst = jsontext.AppendInner(dst, s.Substring(start, n).String())
	return append(dst, '"')
}
