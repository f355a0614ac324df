package pattern

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// joined has the emoji that Unicode 17 recommends and that are joined: in each line characters, and what may follow each of them. There _ is
// the joiner and ^ the sign that asks for an emoji; T is a skin tone, and U one that differs from that of T.
//
//go:embed emoji.txt
var joined string

// flags has the countries that have a flag: first letters, each followed by the second ones.
const flags = "ACDEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNOPQRUVWXYZ DEGJKMOZ EACEGHRSTU FIJKMOR GABDEFGHILMNPQRSTUWY HKMNRTU " +
	"ICDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW " +
	"SABCDEGHIJKLMNORSTVXYZ TACDFGHJKLMNORTVWZ UAGMNSYZ VACEGINU WFS XK YET ZAMW"

const (
	joiner, asEmoji       = '\u200D', '\uFE0F'
	firstTone, lastTone   = '\U0001F3FB', '\U0001F3FF'
	firstLetter, keycap   = '\U0001F1E6', '\u20E3'
	blackFlag, tagOf, end = '\U0001F3F4', '\U000E0000', '\U000E007F'
)

// emojiTexts are the properties of strings.
var emojiTexts = map[string]func() operand{
	"Basic_Emoji":                 sync.OnceValue(basicEmoji),
	"Emoji_Keycap_Sequence":       sync.OnceValue(keycaps),
	"RGI_Emoji_Modifier_Sequence": sync.OnceValue(toned),
	"RGI_Emoji_Flag_Sequence":     sync.OnceValue(countries),
	"RGI_Emoji_Tag_Sequence":      sync.OnceValue(regions),
	"RGI_Emoji_ZWJ_Sequence":      sync.OnceValue(joinedEmoji),
	"RGI_Emoji": sync.OnceValue(func() (all operand) {
		for _, of := range []func() operand{basicEmoji, keycaps, toned, countries, regions, joinedEmoji} {
			o := of()
			all.chars, all.texts = all.chars.union(o.chars), append(all.texts, o.texts...)
		}
		return all
	}),
}

func basicEmoji() (o operand) {
	o.chars = emoji()["Emoji_Presentation"].minus(setOf(span{firstLetter, firstLetter + 25}))
	written := emoji()["Emoji"].minus(emoji()["Emoji_Presentation"]).minus(setOf(span{'0', '9'}, span{'#', '#'}, span{'*', '*'}))
	for c := range written.each {
		o.texts = append(o.texts, string([]rune{c, asEmoji}))
	}
	return o
}

func keycaps() (o operand) {
	for _, c := range "0123456789#*" {
		o.texts = append(o.texts, string([]rune{c, asEmoji, keycap}))
	}
	return o
}

func toned() (o operand) {
	const family = '\U0001F46A' // whose members have their own
	for c := range emoji()["Emoji_Modifier_Base"].minus(set{{family, family}}).each {
		for tone := firstTone; tone <= lastTone; tone++ {
			o.texts = append(o.texts, string([]rune{c, tone}))
		}
	}
	return o
}

func countries() (o operand) {
	letter := func(c rune) rune { return c - 'A' + firstLetter }
	for _, list := range strings.Fields(flags) {
		for _, second := range list[1:] {
			o.texts = append(o.texts, string([]rune{letter(rune(list[0])), letter(second)}))
		}
	}
	return o
}

func regions() (o operand) {
	for _, region := range []string{"gbeng", "gbsct", "gbwls"} {
		tags := strings.Map(func(c rune) rune { return tagOf + c }, region)
		o.texts = append(o.texts, string(blackFlag)+tags+string(end))
	}
	return o
}

func joinedEmoji() (o operand) {
	for line := range strings.Lines(joined) {
		parts := strings.Fields(line)
		for _, c := range parts[0] {
			for _, rest := range parts[1:] {
				o.texts = appendToned(o.texts, []rune{c}, []rune(rest), 0)
			}
		}
	}
	return o
}

// appendToned appends the texts that begin with what is written, for each choice of tones in the rest.
func appendToned(texts []string, written, rest []rune, first rune) []string {
	for i, c := range rest {
		switch c {
		case '_':
			written = append(written, joiner)
		case '^':
			written = append(written, asEmoji)
		case 'T', 'U':
			for tone := firstTone; tone <= lastTone; tone++ {
				if c == 'T' || tone != first {
					texts = appendToned(texts, append(written[:len(written):len(written)], tone), rest[i+1:], tone)
				}
			}
			return texts
		default:
			written = append(written, c)
		}
	}
	return append(texts, string(written))
}

// propertyOperand reads \p{…} or \P{…} with the flag v, which may be a property of strings.
func (t *translator) propertyOperand() operand {
	name, _, _ := strings.Cut(t.ahead(3, len(t.in)), "}")
	of := emojiTexts[name]
	if of == nil || t.peek(2) != '{' {
		return operand{chars: t.propertySet()}
	}
	if t.peek(1) == 'P' {
		panic(failure{fmt.Errorf(`\P{%s} is not possible: it is a property of strings`, name)})
	}
	t.at += len(`\p{}`) + len(name)
	return of()
}
