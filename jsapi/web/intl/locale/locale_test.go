package locale_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web/intl/locale"
)

func canonical(t *testing.T, name string) string {
	t.Helper()
	tag, ok := locale.Parse(name)
	if !ok {
		return ""
	}
	tag.Canonicalize()
	return tag.String()
}

func TestCanonicalNames(t *testing.T) {
	for name, want := range map[string]string{
		"EN-us":                               "en-US",
		"zh-hant-tw":                          "zh-Hant-TW",
		"iw":                                  "he",
		"sgn-DE":                              "gsg",
		"zh-hakka":                            "hak",
		"ru-SU":                               "ru-RU",
		"hy-SU":                               "hy-AM",
		"de-1996-1901":                        "de-1901-1996",
		"ja-latn-hepburn-heploc":              "ja-Latn-alalc97",
		"en-u-kn-true-ca-ethiopic-amete-alem": "en-u-ca-ethioaa-kn",
		"en-u-attr-ca-islamicc":               "en-u-attr-ca-islamic-civil",
		"en-u-tz-eire":                        "en-u-tz-iedub",
		"en-u-ca-buddhist-ca-gregory":         "en-u-ca-buddhist",
		"de-x-Foo":                            "de-x-foo",
		"en-t-FR-m0-true":                     "en-t-fr-m0-true",
		"en-a-bcd-u-nu-latn-x-private":        "en-a-bcd-u-nu-latn-x-private",
		"":                                    "",
		"e":                                   "",
		"x-foo":                               "",
		"en-US-US":                            "",
		"de-1996-1996":                        "",
		"en-u":                                "",
		"en-u-ca-a":                           "",
		"en--US":                              "",
		"en_US":                               "",
		"i-klingon":                           "",
		"dé":                                  "",
		strings.Repeat("a", 10_000_000):       "",
	} {
		if got := canonical(t, name); got != want {
			t.Errorf("%.60s is %q, want %q", name, got, want)
		}
	}
}

func TestLikelySubtags(t *testing.T) {
	for name, want := range map[string][2]string{
		"zh": {"zh-Hans-CN", "zh"}, "en-Latn-US": {"en-Latn-US", "en"}, "sr-ME": {"sr-Latn-ME", "sr-ME"}, "und": {"en-Latn-US", "en"},
		"zh-TW": {"zh-Hant-TW", "zh-TW"}, "de-Cyrl": {"de-Cyrl-DE", "de-Cyrl"},
	} {
		long, _ := locale.Parse(name)
		long.Maximize()
		short, _ := locale.Parse(name)
		short.Minimize()
		if got := [2]string{long.String(), short.String()}; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestAvailable(t *testing.T) {
	for name, want := range map[string]string{"de-AT-1996": "de-AT", "en-ZZ": "en", "zh-Hant-US": "zh-Hant", "xx": "", "zh-HK": "zh-HK", "de-a": "de"} {
		if got := locale.Available(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestHabits(t *testing.T) {
	us, _ := locale.Parse("en")
	if week := locale.WeekOf(us); week.FirstDay != 7 || !slices.Equal(week.Weekend, []int{6, 7}) || week.MinDays != 1 {
		t.Errorf("a week of the US is %+v", week)
	}
	egypt, _ := locale.Parse("ar-EG")
	if week := locale.WeekOf(egypt); week.FirstDay != 6 || !slices.Equal(week.Weekend, []int{5, 6}) {
		t.Errorf("a week of Egypt is %+v", week)
	}
	if hours := locale.Hours(us); hours[0] != "h" {
		t.Errorf("hours of the US are %q", hours)
	}
	thai, _ := locale.Parse("th")
	if calendars := locale.Calendars(thai); calendars[0] != "buddhist" || calendars[1] != "gregory" {
		t.Errorf("calendars of Thailand are %q", calendars)
	}
}

// FuzzParse: whatever is a name has a canonical form, which is one, too.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"en-US", "zh-hant-tw-u-ca-roc", "en-t-fr-m0-true-x-a", "sgn-BE-FR", "ja-latn-hepburn-heploc", "en-a-b1-u-x-y"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		tag, ok := locale.Parse(name)
		if !ok {
			return
		}
		tag.Canonicalize()
		once := tag.String()
		again, ok := locale.Parse(once)
		if !ok {
			t.Fatalf("%q became %q, which is no name", name, once)
		}
		again.Canonicalize()
		if again.String() != once {
			t.Fatalf("%q became %q and then %q", name, once, again.String())
		}
		again.Maximize()
		again.Minimize()
	})
}
