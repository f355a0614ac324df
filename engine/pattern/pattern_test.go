package pattern

import (
	"strings"
	"testing"

	"github.com/dlclark/regexp2/v2"
)

func TestNeeded(t *testing.T) {
	for _, test := range []struct {
		source, flags string
		want          bool
	}{
		{`\p{L}`, "u", true},
		{`[^\P{Lu}]`, "giu", true},
		{`\p{L}`, "", false},
		{`\\p{L}`, "u", false},
		{`a`, "v", true},
		{`a`, "dg", true},
		{`(?i:a)`, "", true},
		{`(?-s:a)`, "u", true},
		{`(?:a)(?=b)[(?i:]`, "u", true}, // it may return true for some that need no translation
		{`(?:a)(?=b)(?<=c)(?<!d)`, "u", false},
		{`(?<n>c)`, "u", true},
		{`(?<n>c)`, "g", false},
		{`[\ud800-\udbff][\udc00-\udfff]`, "g", true},
		{`[\ud800-\udbff][\udc00-\udfff]`, "u", false},
		{`\ud83d\ude00`, "i", true},
		{`😀`, "i", true},
		{`😀`, "", false},
		{`(?<a>x)|(?<a>y)`, "", true},
		{`(?<a>x)(?<b>y)(?<=a)(?<!b)`, "", false},
		{`\ud7ff\uffff`, "i", false},
	} {
		if got := Needed(test.source, test.flags); got != test.want {
			t.Errorf("/%s/%s: got %t", test.source, test.flags, got)
		}
	}
}

func TestTranslate(t *testing.T) {
	for _, test := range []struct{ source, flags, want, wantFlags string }{
		{`\p{ASCII}\P{Any}x`, "gu", `(?=)[\x00-\x7f](?!)x`, "gu"},
		{`[\p{Hex_Digit}_-]`, "u", `[0-9A-Fa-f０-９Ａ-Ｆａ-ｆ_-]`, "u"},
		{`[^\P{AHex}[]`, "u", `[^\x00-\x2f\x3a-\x40G-\x60g-` + "\U0010FFFF" + `\[]`, "u"},
		{`a.\/[b\]\\]`, "dg", `a.\/[b\]\\]`, "g"},
		{`(?i-s:a)(?-m:b)(?s:.)`, "", `(?=)(?i-s:a)(?-m:b)(?s:.)`, ""},
		{`(?<n>a)(?<!b)`, "u", `(?=)(?<n>a)(?<!b)`, "u"},
		{`[\d--[0-4]]`, "v", `[5-9]`, "u"},
		{`[\w&&\d&&[1-9]]+`, "gv", `[1-9]+`, "gu"},
		{`[[a-z]--[aeiou]x]`, "v", ``, ""},
		{`[a-c\q{abc|de|x|}0]`, "v", `(?:a(?:bc)?|de|[0bcx])?`, "u"},
		{`[\q{abc}--\q{abc}]`, "v", `(?=)(?!)`, "u"},
		{`[^\d\D]`, "v", `(?=)(?!)`, "u"},
		{`[^x]`, "iv", `[\x00-WY-wy-` + "\U0010FFFF" + `]`, "iu"},
		{`[\p{Lowercase}&&[k]]`, "iv", `[Kk` + "\u212A" + `]`, "iu"},
		{`[\-\&\x41\u{1F600}\u0042\cA\b]`, "v", `[\x01\x08\x26\x2dAB😀]`, "u"},
		{`[\ud83d\ude00]`, "v", `[😀]`, "u"},
		{`[\ud800-\udbff][\udc00-\udfff-]x`, "", `(?=)(?:\b|\B)(?:[\ud800-\udbff-[\ue000-[\ue000]]][\udc00-\udfff--[\ue001-[\ue001]]]x)`, ""},
		{`x\ud83d`, "i", `(?=)(?:\b|\B)(?:x\ud83d)`, "i"},
	} {
		got, err := Translate(test.source, test.flags)
		if test.want == "" && test.wantFlags == "" && err == nil || test.want != "" && (err != nil || got != Translation{test.want, test.wantFlags}) {
			t.Errorf("/%s/%s\n got %q %v\nwant %q", test.source, test.flags, got, err, test.want)
		}
	}
}

func TestTranslateRefuses(t *testing.T) {
	for source, want := range map[string]string{
		`\p{Foo}`: `there is no property \p{Foo}`, `\p{Script=Foo}`: `there is no property \p{Script=Foo}`, `\pL`: `\p is not followed`,
		`\P{RGI_Emoji}`: `\P{RGI_Emoji} is not possible`, `[^\p{RGI_Emoji}]`: "Negated character class",
		`\p{Bidi_M}`: `\p{Bidi_Mirrored} is not supported`, `\p{L`: `\p{ is not closed`,
		`\p{Script}`: "there is no property", `\p{letter}`: "there is no property", `\p{IsGreek}`: "there is no property",
		`\p{Foo=L}`: "there is no property",
		`[a`:        "Unterminated", `[a--`: "Invalid set", `[a--b&&c]`: "Invalid set", `[a&&b--c]`: "Invalid set", `[z-a]`: "Range out of order",
		`[\d-z]`: "Range out of order",
		`[(]`:    "Invalid character", `[a|b]`: "Invalid character", `[a&&&b]`: "Invalid set", `[a!!b]`: "Invalid set",
		`[^\q{ab}]`: "Negated character class", `[\y]`: "Invalid escape",
		`(?i`: "Invalid flags", `(?ii:a)`: "Invalid flags", `(?i-i:a)`: "Invalid flags", `(?-:a)`: "Invalid flags", `(?i)a`: "Invalid flags",
		`(?>a)`: "Invalid group", `(?#a)`: "Invalid group",
		`(?<a>x)|(?<a>y)`:        "two groups have the name a",
		strings.Repeat("[", 200): "nested deeper", strings.Repeat(`\p{L}`, 1000): "too long",
		"[" + strings.Repeat(`\p{L}`, 1000) + "]": "classes are too large",
	} {
		_, err := Translate(source, "v")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.50s: got %v, want %s", source, err, want)
		}
	}
	for _, flags := range []string{"uv", "vv", "dd", "vx"} {
		if _, err := Translate("a", flags); err == nil {
			t.Errorf("the flags %s were taken", flags)
		}
	}
	if _, err := Translate(`\p{Basic_Emoji}`, "u"); err == nil || !strings.Contains(err.Error(), "needs the flag v") {
		t.Error(err)
	}
	if _, err := Translate(`[\p{L}-z]`, "u"); err == nil {
		t.Error("a set is the end of a range")
	}
}

// TestEmoji counts the emoji of Unicode 17.
func TestEmoji(t *testing.T) {
	for name, want := range map[string]int{
		"Basic_Emoji": 1400, "Emoji_Keycap_Sequence": 12, "RGI_Emoji_Modifier_Sequence": 665, "RGI_Emoji_Flag_Sequence": 259,
		"RGI_Emoji_Tag_Sequence": 3, "RGI_Emoji_ZWJ_Sequence": 1614, "RGI_Emoji": 3953,
	} {
		of := emojiTexts[name]()
		all := map[string]bool{}
		for _, text := range of.texts {
			all[text] = true
		}
		if got := len(all) + of.chars.size(); got != want || len(all) != len(of.texts) {
			t.Errorf("%s has %d, want %d", name, got, want)
		}
		out, err := Translate(`^\p{`+name+`}$`, "v")
		if err != nil {
			t.Error(name, err)
			continue
		}
		source := strings.TrimPrefix(strings.TrimPrefix(out.Source, toBacktracker), noBeginning)
		matches := regexp2.MustCompile(source, regexp2.ECMAScript|regexp2.Unicode)
		for text := range all {
			if ok, err := matches.MatchString(text); !ok || err != nil {
				t.Errorf("%s does not match %q: %v", name, text, err)
			}
			if ok, _ := matches.MatchString(text + "x"); ok {
				t.Errorf("%s matches %q", name, text+"x")
			}
		}
	}
}

// TestProperties checks each kind of property with characters that have it, and characters that do not.
func TestProperties(t *testing.T) {
	for name, chars := range map[string][2]string{
		"L": {"aÄ語", "1 _"}, "Letter": {"a", "1"}, "gc=Lu": {"AÄ", "aä"}, "General_Category=Decimal_Number": {"1٣", "a"}, "Lu": {"A", "a"},
		"LC":    {"aAǅ", "語"},
		"punct": {"!…", "a"}, "Cn": {"\U000FFFFF", "a"}, "Script=Greek": {"αΩ", "a"}, "sc=Grek": {"α", "a"}, "Script=Han": {"語", "あ"},
		"Script_Extensions=Greek": {"α\u0342", "a"}, "scx=Hira": {"あー", "語"}, "scx=Zyyy": {"!", "ー"}, "Any": {"a😀", ""}, "ASCII": {"a~", "ä"},
		"Assigned":   {"a", "\U000FFFFF"},
		"Alphabetic": {"aⅠ", "1"}, "Alpha": {"a", "1"}, "White_Space": {" \u2003", "a"}, "space": {" ", "a"}, "Emoji": {"😀1", "a"},
		"Emoji_Presentation":    {"😀", "1☎"},
		"Extended_Pictographic": {"☎😀", "1"}, "Emoji_Modifier": {"🏽", "😀"}, "Emoji_Component": {"#\u200D", "a"}, "RI": {"🇩", "D"}, "Uppercase": {"AⅠ", "a"},
		"Lowercase": {"aⅰ", "A"}, "Cased": {"aA", "語"}, "ID_Start": {"aA", "1_"}, "XID_Continue": {"a1_", " "}, "Math": {"+∑", "a"},
		"Ideographic": {"語", "a"},
		"Dash":        {"-–", "a"}, "Hex_Digit": {"fF0", "g"}, "Default_Ignorable_Code_Point": {"\u00AD\u200B", "a"}, "Grapheme_Extend": {"\u0301", "a"},
		"Grapheme_Base": {"a", "\u0301"}, "Case_Ignorable": {"'\u0301", "a"}, "Variation_Selector": {"\uFE0F", "a"}, "Diacritic": {"^", "a"},
	} {
		found, err := property(name)
		if err != nil {
			t.Error(err)
		}
		for _, c := range chars[0] {
			if !found.contains(c) {
				t.Errorf("%q is not %s", c, name)
			}
		}
		for _, c := range chars[1] {
			if found.contains(c) {
				t.Errorf("%q is %s", c, name)
			}
		}
	}
	for code, name := range scriptCodes() {
		if found, err := property("Script=" + code); err != nil || len(found) == 0 {
			t.Errorf("Script=%s (%s): %v", code, name, err)
		}
	}
	for name := range scriptExtensions() {
		if _, ok := script(name); !ok {
			t.Errorf("there is no script %s", name)
		}
	}
}

func TestSets(t *testing.T) {
	a, b := setOf(span{'a', 'f'}, span{'x', 'z'}, span{'g', 'g'}), setOf(span{'e', 'y'})
	for name, test := range map[string]struct{ got, want string }{
		"union": {a.union(b).text(), "a-z"}, "intersection": {a.intersect(b).text(), "e-gxy"}, "difference": {a.minus(b).text(), "a-dz"},
		"complement": {a.complement().complement().text(), "a-gx-z"}, "closed": {setOf(span{'k', 'k'}).closed().text(), "Kk\u212A"},
		"nothing": {setOf().text(), ""},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %s, want %s", name, test.got, test.want)
		}
	}
}

// FuzzTranslate: the translation of any expression takes little time and bounded space.
func FuzzTranslate(f *testing.F) {
	for _, seed := range []string{`\p{L}[\p{Lu}--[A-C]]`, `[\q{ab|}&&\w]`, `(?i:a)[\ud800-\udbff😀]`, `[a-\p{L}]\u{1F600}`, `[[[^a]]`} {
		f.Add(seed, "v")
		f.Add(seed, "iu")
		f.Add(seed, "i")
	}
	f.Fuzz(func(t *testing.T, source, flags string) {
		if len(source) > 32<<10 {
			return
		}
		Needed(source, flags)
		out, err := Translate(source, flags)
		if err == nil && len(out.Source) > maxTranslated+len(toBacktracker+noBeginning+"(?:)") {
			t.Errorf("%d bytes", len(out.Source))
		}
	})
}
