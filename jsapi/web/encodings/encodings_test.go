package encodings

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for label, want := range map[string]string{
		"\t UTF8\n": "utf-8", "latin1": "windows-1252", "x-unicode20utf8": "utf-8", "ucs-2": "utf-16le", "unicodefffe": "utf-16be", "utf-16": "utf-16le",
		"Shift_JIS": "shift_jis", "ms932": "shift_jis", "GB2312": "gbk", "gb18030": "gb18030", "big5-hkscs": "big5", "ks_c_5601-1987": "euc-kr",
		"x-user-defined": "x-user-defined",
		"iso-8859-8-i":   "iso-8859-8-i", "logical": "iso-8859-8-i", "cp866": "ibm866", "mac": "macintosh", "dos-874": "windows-874",
		"": "", "utf-7": "", "utf-32": "", "replacement": "", "iso-2022-kr": "", "hz-gb-2312": "", "\u00a0utf-8": "", "\u212aoi8-r": "", "utf-8\x00": "",
	} {
		if got := Name(label); got != want {
			t.Errorf("%q: %q, want %q", label, got, want)
		}
	}
}

// legacyCases have what the standard says and tables alone do not.
var legacyCases = []struct {
	encoding, data, want string
	valid                bool
}{
	{"shift_jis", "a\x82\xa0\xb1\x80", "aあｱ\u0080", true},
	{"shift_jis", "\x82A\xfd\xf0\x40\xf9\xfc\x82", "\ufffdA\ufffd\ue000\ue757\ufffd", false},
	{"euc-jp", "\xa4\xa2\x8e\xb1\x8f\xb0\xa1", "あｱ丂", true},
	{"euc-jp", "\xa4A\x8f\xa1A\x8e\xe0\xff\xa4", "\ufffdA\ufffdA\ufffd\ufffd\ufffd", false},
	{"iso-2022-jp", "\x1b$B$\"\x1b(Ba\x1b(J\\~\x1b(I1", "あa¥‾ｱ", true},
	{"iso-2022-jp", "\x1b$B\x1b(Ba\x0e\x1b$B$\x1b(Bb\x1b", "\ufffda\ufffd\ufffdb\ufffd", false},
	{"euc-kr", "\xb0\xa1", "가", true},
	{"euc-kr", "\xb0!\x80\xb0", "\ufffd!\ufffd\ufffd", false},
	{"big5", "\xa4\x40\x88\x62", "一Ê̄", true},
	{"big5", "\xa4!\xa4\xff\xa4", "\ufffd!\ufffd\ufffd", false},
	{"gbk", "\x80\xd2\xbb\xa8\xbc\xfe\xfe\xaa\xa1\xa1\x40\xa3\xa0\xa2\xab\xfe\x91", "€一ḿ\ue4c5\ue000\ue4c6\u3000\ue766\ue855", true},
	{"gb18030", "\x81\x30\x81\x30\x84\x31\xa4\x37\x81\x35\xf4\x37\xe3\x32\x9a\x35\xfe\x59", "\u0080\ufffd\ue7c7\U0010ffff\u9fb4", true},
	{"gb18030", "\x81\x30\x20A\xff\x81\x20\x81\x30", "\ufffd0 A\ufffd\ufffd \ufffd", false},
	{"iso-8859-2", "\x80\xb1", "\u0080ą", true},
	{"windows-1252", "\x80\x81\xe9", "€\u0081é", true},
	{"windows-1253", "\xaa", "\ufffd", false},
	{"iso-8859-8-i", "\xe0", "א", true},
	{"x-user-defined", "a\x80\xff", "a\uf780\uf7ff", true},
}

func TestLegacy(t *testing.T) {
	for _, c := range legacyCases {
		if got, valid := New(c.encoding, false, false).Decode([]byte(c.data), false); got != c.want || !valid {
			t.Errorf("%s of % x: %+q, want %+q", c.encoding, c.data, got, c.want)
		}
		if _, valid := New(c.encoding, true, false).Decode([]byte(c.data), false); valid != c.valid {
			t.Errorf("%s of % x is valid: %v", c.encoding, c.data, valid)
		}
	}
}

// TestPieces: what is decoded byte by byte is what is decoded at once.
func TestPieces(t *testing.T) {
	for _, c := range legacyCases {
		d := New(c.encoding, false, false)
		for round := range 2 {
			var got strings.Builder
			for i := range len(c.data) {
				text, _ := d.Decode([]byte{c.data[i]}, true)
				got.WriteString(text)
			}
			text, _ := d.Decode(nil, false)
			if got.WriteString(text); got.String() != c.want {
				t.Errorf("%s of % x, round %d: %+q, want %+q", c.encoding, c.data, round, got.String(), c.want)
			}
		}
	}
}

// FuzzDecode: wherever a text is cut, it is decoded the same, and no encoding fails or takes forever.
func FuzzDecode(f *testing.F) {
	names := []string{
		"utf-8", "utf-16le", "utf-16be", "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "big5", "gbk", "gb18030",
		"iso-8859-3", "windows-874",
	}
	for i, name := range names {
		for _, c := range legacyCases {
			if c.encoding == name {
				f.Add(uint8(i), []byte(c.data), uint(len(c.data)/2))
			}
		}
	}
	f.Add(uint8(0), []byte("\xef\xbb\xbfa\xe2\x82"), uint(4))
	f.Fuzz(func(t *testing.T, which uint8, data []byte, cut uint) {
		name := names[int(which)%len(names)]
		want, _ := New(name, false, false).Decode(data, false)
		at := min(int(cut%(1<<20)), len(data))
		d := New(name, false, false)
		first, _ := d.Decode(data[:at:at], true)
		second, _ := d.Decode(data[at:], false)
		if first+second != want {
			t.Fatalf("%s of % x, cut at %d: %+q, want %+q", name, data, at, first+second, want)
		}
	})
}
