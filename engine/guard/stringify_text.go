package guard

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/platform/jsontext"
)

func (w *jsonWriter) key(key string) {
	if jsontext.IsPlain(key) {
		w.out = append(append(append(w.out, '"'), key...), '"')
	} else {
		w.text(w.guard.rt.ToValue(key).(goja.String))
	}
	w.out = append(w.out, ':')
	if w.gap != "" {
		w.out = append(w.out, ' ')
	}
}

// separate writes the separator of two elements, and keeps the whole within the limit for texts.
func (w *jsonWriter) separate(first bool) {
	if !first {
		w.out = append(w.out, ',')
	}
	w.newline(len(w.inside))
	w.bound()
}

func (w *jsonWriter) bound() {
	if len(w.out) > w.guard.limits.StringLength {
		w.guard.checkText(int64(len(w.out)))
	}
}

func (w *jsonWriter) end(empty bool, bracket byte) {
	if !empty {
		w.newline(len(w.inside) - 1)
	}
	w.out = append(w.out, bracket)
}

func (w *jsonWriter) newline(depth int) {
	if w.gap == "" {
		return
	}
	w.out = append(w.out, '\n')
	for range depth {
		w.out = append(w.out, w.gap...)
	}
}

// text writes a string; a surrogate without its partner is escaped.
func (w *jsonWriter) text(s goja.String) {
	if s.Length() > longText { // its escapes may be six times as long
		w.guard.checkText(int64(len(w.out)) + int64(s.Length()))
	}
	if plain := s.String(); len(plain) == s.Length() && jsontext.IsPlain(plain) {
		w.out = append(append(append(w.out, '"'), plain...), '"')
		return
	}
	w.out = append(w.out, '"')
	for i := 0; i < s.Length(); i++ {
		if i%pollEvery == pollEvery-1 {
			w.guard.spend(pollEvery / 16)
			w.bound()
		}
		unit := rune(s.CharAt(i))
		if utf16.IsSurrogate(unit) && i+1 < s.Length() {
			if both := utf16.DecodeRune(unit, rune(s.CharAt(i+1))); both != utf8.RuneError {
				w.out = utf8.AppendRune(w.out, both)
				i++
				continue
			}
		}
		w.unit(unit)
	}
	w.out = append(w.out, '"')
}

func (w *jsonWriter) unit(unit rune) {
	const hex = "0123456789abcdef"
	if at := strings.IndexRune("\b\t\n\f\r\"\\", unit); at >= 0 {
		w.out = append(w.out, '\\', `btnfr"\`[at])
		return
	}
	if unit < ' ' || utf16.IsSurrogate(unit) {
		w.out = append(w.out, '\\', 'u', hex[unit>>12], hex[unit>>8&15], hex[unit>>4&15], hex[unit&15])
		return
	}
	w.out = utf8.AppendRune(w.out, unit)
}
