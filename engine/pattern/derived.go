package pattern

import (
	"sync"
	"unicode"

	"github.com/dlclark/regexp2/v2"
)

// derived returns the properties that are defined by others, as in Unicode's DerivedCoreProperties.
func derived() map[string]func() set {
	return map[string]func() set{
		"Any":      func() set { return setOf(span{0, lastRune}) },
		"ASCII":    func() set { return setOf(span{0, 0x7F}) },
		"Assigned": func() set { return tableSet(unicode.Cn).complement() },
		"Alphabetic": func() set {
			return tableSet(unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.Other_Lowercase, unicode.Other_Uppercase)
		},
		"Lowercase": lowercase,
		"Uppercase": uppercase,
		"Cased":     func() set { return lowercase().union(uppercase(), tableSet(unicode.Lt)) },
		"Math":      func() set { return tableSet(unicode.Sm, unicode.Other_Math) },

		"Case_Ignorable": func() set {
			return tableSet(unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk).union(setOf(
				span{'\'', '\''}, span{'.', '.'}, span{':', ':'}, span{0xB7, 0xB7}, span{0x387, 0x387}, span{0x55F, 0x55F}, span{0x5F4, 0x5F4},
				span{0x2018, 0x2019}, span{0x2024, 0x2024}, span{0x2027, 0x2027}, span{0xFE13, 0xFE13}, span{0xFE52, 0xFE52},
				span{0xFE55, 0xFE55}, span{0xFF07, 0xFF07}, span{0xFF0E, 0xFF0E}, span{0xFF1A, 0xFF1A},
			))
		},
		"ID_Start":     idStart,
		"ID_Continue":  idContinue,
		"XID_Start":    func() set { return idStart().minus(notNormal()).minus(notNormalFirst()) },
		"XID_Continue": func() set { return idContinue().minus(notNormal()) },

		"Grapheme_Extend": graphemeExtend,
		"Grapheme_Base": func() set {
			return tableSet(unicode.Cc, unicode.Cf, unicode.Cs, unicode.Co, unicode.Cn, unicode.Zl, unicode.Zp).union(graphemeExtend()).complement()
		},
		"Default_Ignorable_Code_Point": func() set {
			return tableSet(unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector).
				minus(tableSet(unicode.White_Space, unicode.Prepended_Concatenation_Mark)).minus(setOf(span{0xFFF9, 0xFFFB}, span{0x13430, 0x13440}))
		},
		"Emoji":                 func() set { return emoji()["Emoji"] },
		"Emoji_Component":       func() set { return emoji()["Emoji_Component"] },
		"Emoji_Modifier":        func() set { return emoji()["Emoji_Modifier"] },
		"Emoji_Modifier_Base":   func() set { return emoji()["Emoji_Modifier_Base"] },
		"Emoji_Presentation":    func() set { return emoji()["Emoji_Presentation"] },
		"Extended_Pictographic": func() set { return emoji()["Extended_Pictographic"] },
	}
}

func lowercase() set { return tableSet(unicode.Ll, unicode.Other_Lowercase) }
func uppercase() set { return tableSet(unicode.Lu, unicode.Other_Uppercase) }

func idStart() set {
	return tableSet(unicode.L, unicode.Nl, unicode.Other_ID_Start).minus(tableSet(unicode.Pattern_Syntax, unicode.Pattern_White_Space))
}

func idContinue() set {
	return idStart().union(tableSet(unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)).
		minus(tableSet(unicode.Pattern_Syntax, unicode.Pattern_White_Space))
}

func graphemeExtend() set { return tableSet(unicode.Me, unicode.Mn, unicode.Other_Grapheme_Extend) }

// notNormal returns the characters of identifiers whose normalization is not a part of an identifier.
func notNormal() set {
	return setOf(
		span{0x37A, 0x37A}, span{0x309B, 0x309C}, span{0xFC5E, 0xFC63}, span{0xFDFA, 0xFDFB}, span{0xFE70, 0xFE70}, span{0xFE72, 0xFE72},
		span{0xFE74, 0xFE74}, span{0xFE76, 0xFE76}, span{0xFE78, 0xFE78}, span{0xFE7A, 0xFE7A}, span{0xFE7C, 0xFE7C}, span{0xFE7E, 0xFE7E},
	)
}

// notNormalFirst returns the characters whose normalization does not begin an identifier.
func notNormalFirst() set {
	return setOf(span{0xE33, 0xE33}, span{0xEB3, 0xEB3}, span{0xFF9E, 0xFF9F})
}

// emoji holds properties that have no table in package unicode, but are known to the other package of regular
// expressions, which is asked for each character of the ranges where there are any.
var emoji = sync.OnceValue(func() map[string]set {
	sets := map[string]set{}
	for _, name := range []string{
		"Emoji", "Emoji_Component", "Emoji_Modifier", "Emoji_Modifier_Base", "Emoji_Presentation", "Extended_Pictographic",
	} {
		is := regexp2.MustCompile(`\p{`+name+`}`, regexp2.ECMAScript|regexp2.Unicode)
		var spans []span
		for _, where := range []span{{0x23, 0x39}, {0xA9, 0xAE}, {0x200D, 0x3299}, {0xFE0F, 0xFE0F}, {0x1F000, 0x1FBFF}, {0xE0020, 0xE007F}} {
			for c := where.lo; c <= where.hi; c++ {
				if ok, err := is.MatchRunes([]rune{c}); ok && err == nil {
					spans = append(spans, span{c, c})
				}
			}
		}
		sets[name] = setOf(spans...)
	}
	return sets
})
