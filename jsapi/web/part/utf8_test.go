package part_test

import (
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// goja's own conversion is the oracle.
func FuzzUTF8(f *testing.F) {
	for _, seed := range []string{
		"", "a", "\x00ü", "\xd8\x3d\xde\x00", "\xde\x00\xd8\x3d", "\xd8\x3d",
		"\x00a\xd8\x3d\x00b\xff\xfd\xfe\xff\x07\xff\x08\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		units := make([]uint16, len(data)/2)
		for i := range units {
			units[i] = uint16(data[2*i])<<8 | uint16(data[2*i+1])
		}
		text := goja.StringFromUTF16(units)
		if got, want := string(part.UTF8(text)), text.String(); got != want {
			t.Errorf("%x: %q, want %q", units, got, want)
		}
	})
}

func TestUTF8OfOtherTexts(t *testing.T) {
	rt := goja.New()
	long := strings.Repeat("ü€😀", 1000)
	for _, text := range []string{"", "ascii", long} {
		if got := string(part.UTF8(rt.ToValue(text))); got != text {
			t.Errorf("%.20q: %.20q", text, got)
		}
	}
	if got := string(part.UTF8(rt.ToValue(1.5))); got != "1.5" {
		t.Error(got)
	}
	joined, err := rt.RunString(`'ü'.repeat(3) + 'a' + '\ud83d'`)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(part.UTF8(joined)); got != "üüüa\uFFFD" {
		t.Errorf("%q", got)
	}
}

func BenchmarkUTF8(b *testing.B) {
	text := goja.StringFromUTF16(make([]uint16, 0)).Concat(goja.New().ToValue(strings.Repeat("Grüße, 1,234 words of a text. ", 33_000)).(goja.String))
	for name, encode := range map[string]func() int{
		"here": func() int { return len(part.UTF8(text)) },
		"goja": func() int { return len([]byte(text.String())) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(text.Length()))
			for b.Loop() {
				encode()
			}
		})
	}
}
