package charset

import (
	"errors"
	"testing"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"", "é", "é"},
		{"UTF-8", "\uFEFFé", "é"},
		{"us-ascii", "a", "a"},
		{"ISO-8859-1", "\xe9\x80", "é€"},
		{" windows-1252 ", "\xe9", "é"},
		{"utf-16", "\xff\xfe\xe9\x00", "é"},
		{"utf-16", "\xfe\xff\x00\xe9", "é"},
		{"utf-16le", "\xe9\x00", "é"},
		{"utf-16be", "\x00\xe9\xd8\x3d\xde\x00", "é😀"},
		{"shift_jis", "\x83\x65", "テ"},
		{"gb18030", "\xc4\xe3", "你"},
		{"koi8-r", "\xc1", "а"},
	} {
		if got, err := Decode(c.name, []byte(c.text)); err != nil || got != c.want {
			t.Errorf("%s %q: %q, %v; want %q", c.name, c.text, got, err, c.want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       error
	}{
		{"utf-7", "+AGE-", ErrUnknown},
		{"iso-2022-kr", "a", ErrUnknown}, // browsers do not decode it either
		{"no such thing", "a", ErrUnknown},
		{"utf-8", "\xff", ErrInvalid},
		{"utf-16le", "\x00\xd8", ErrInvalid},
		{"utf-16le", "a", ErrInvalid},
		{"shift_jis", "\x83", ErrInvalid},
	} {
		if got, err := Decode(c.name, []byte(c.text)); !errors.Is(err, c.want) {
			t.Errorf("%s %q: %q, %v; want %v", c.name, c.text, got, err, c.want)
		}
	}
}
