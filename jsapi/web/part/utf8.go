package part

import (
	"reflect"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

var unitsType = reflect.TypeFor[[]uint16]()

// UTF8 returns a text in UTF-8. Surrogates without their other half become the replacement character.
func UTF8(text goja.Value) []byte {
	if units, ok := unitsOf(text); ok {
		return encode(units)
	}
	return []byte(text.String())
}

// unitsOf returns the units of a text that is not ASCII: goja keeps them behind a mark. Its own conversion goes from rune to rune, and takes five
// times as long.
func unitsOf(text goja.Value) ([]uint16, bool) {
	if _, ok := text.(goja.String); !ok {
		return nil, false
	}
	value := reflect.ValueOf(text)
	if value.Kind() != reflect.Slice || !value.CanConvert(unitsType) {
		return nil, false
	}
	units, ok := value.Convert(unitsType).Interface().([]uint16)
	if !ok || len(units) == 0 || units[0] != mark {
		return nil, false
	}
	return units[1:], true
}

// mark is the byte order mark, with which goja begins the units of its texts.
const mark = 0xFEFF

func encode(units []uint16) []byte {
	most := len(units)
	for _, unit := range units {
		if unit >= 0x80 {
			most++
		}
		if unit >= 0x800 {
			most++
		}
	}
	out := make([]byte, most)
	at := 0
	for i := 0; i < len(units); i++ {
		unit := units[i]
		switch {
		case unit < utf8.RuneSelf:
			out[at] = byte(unit)
			at++
		case !utf16.IsSurrogate(rune(unit)):
			at += utf8.EncodeRune(out[at:], rune(unit))
		default:
			char := rune(utf8.RuneError)
			if i+1 < len(units) {
				if both := utf16.DecodeRune(rune(unit), rune(units[i+1])); both != utf8.RuneError {
					char = both
					i++
				}
			}
			at += utf8.EncodeRune(out[at:], char)
		}
	}
	return out[:at]
}
