package pattern

import (
	"fmt"
	"maps"
	"strings"
	"sync"
	"unicode"
)

// properties caches sets by the text in the braces. The number of names is limited.
var properties sync.Map

// property returns the characters of \p{name}. The name is a general category, a binary property, or a script
// such as Script=….
func property(name string) (set, error) {
	if known, ok := properties.Load(name); ok {
		return known.(set), nil
	}
	found, err := findProperty(name)
	if err == nil {
		properties.Store(name, found)
	}
	return found, err
}

func findProperty(name string) (set, error) {
	key, value, valued := strings.Cut(name, "=")
	if !valued {
		if found, ok := category(name); ok {
			return found, nil
		}
		return binary(name)
	}
	found, ok := set(nil), false
	switch key {
	case "General_Category", "gc":
		found, ok = category(value)
	case "Script", "sc":
		found, ok = script(value)
	case "Script_Extensions", "scx":
		found, ok = extendedScript(value)
	}
	if !ok {
		return nil, invalidProperty(name)
	}
	return found, nil
}

func invalidProperty(name string) error { return fmt.Errorf(`there is no property \p{%s}`, name) }

func category(name string) (set, bool) {
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	table, ok := unicode.Categories[name]
	if !ok {
		return nil, false
	}
	return tableSet(table), true
}

func scriptName(value string) string {
	if name, ok := scriptCodes()[value]; ok {
		return name
	}
	return value
}

func script(value string) (set, bool) {
	table, ok := unicode.Scripts[scriptName(value)]
	if !ok {
		return nil, false
	}
	return tableSet(table), true
}

// extendedScript returns the characters of a script, including those it shares with others. Common and
// Inherited contain only characters without a script, so characters that scripts share are not part of them.
func extendedScript(value string) (set, bool) {
	own, ok := script(value)
	if !ok {
		return nil, false
	}
	shared := scriptExtensions()
	name := scriptName(value)
	if name != "Common" && name != "Inherited" {
		return own.union(shared[name]), true
	}
	var all set
	for extra := range maps.Values(shared) {
		all = append(all, extra...)
	}
	return own.minus(setOf(all...)), true
}

// shortNames maps the short names of binary properties to the long ones.
func shortNames() map[string]string {
	return map[string]string{
		"AHex": "ASCII_Hex_Digit", "Alpha": "Alphabetic", "Bidi_C": "Bidi_Control", "Bidi_M": "Bidi_Mirrored", "CI": "Case_Ignorable",
		"CWCF": "Changes_When_Casefolded", "CWCM": "Changes_When_Casemapped", "CWKCF": "Changes_When_NFKC_Casefolded",
		"CWL": "Changes_When_Lowercased", "CWT": "Changes_When_Titlecased", "CWU": "Changes_When_Uppercased",
		"DI": "Default_Ignorable_Code_Point", "Dep": "Deprecated", "Dia": "Diacritic", "EBase": "Emoji_Modifier_Base",
		"EComp": "Emoji_Component", "EMod": "Emoji_Modifier", "EPres": "Emoji_Presentation", "ExtPict": "Extended_Pictographic",
		"Ext": "Extender", "Gr_Base": "Grapheme_Base", "Gr_Ext": "Grapheme_Extend", "Hex": "Hex_Digit", "IDC": "ID_Continue",
		"IDS": "ID_Start", "IDSB": "IDS_Binary_Operator", "IDST": "IDS_Trinary_Operator", "Ideo": "Ideographic", "Join_C": "Join_Control",
		"LOE": "Logical_Order_Exception", "Lower": "Lowercase", "NChar": "Noncharacter_Code_Point", "Pat_Syn": "Pattern_Syntax",
		"Pat_WS": "Pattern_White_Space", "QMark": "Quotation_Mark", "RI": "Regional_Indicator", "SD": "Soft_Dotted", "STerm": "Sentence_Terminal",
		"Term": "Terminal_Punctuation", "UIdeo": "Unified_Ideograph", "Upper": "Uppercase", "VS": "Variation_Selector", "XIDC": "XID_Continue",
		"XIDS": "XID_Start", "space": "White_Space",
	}
}

// binary returns the characters with a binary property.
func binary(name string) (set, error) {
	if long, ok := shortNames()[name]; ok {
		name = long
	}
	if derive, ok := derived()[name]; ok {
		return derive(), nil
	}
	switch {
	case emojiTexts[name] != nil:
		return nil, fmt.Errorf(`\p{%s} is a property of strings, which needs the flag v`, name)
	case name == "Bidi_Mirrored", strings.HasPrefix(name, "Changes_When_"):
		return nil, fmt.Errorf(`\p{%s} is not supported`, name)
	}
	if strings.HasPrefix(name, "Other_") || name == "Hyphen" || name == "Prepended_Concatenation_Mark" {
		return nil, invalidProperty(name) // these define others, and are not part of the language
	}
	if table, ok := unicode.Properties[name]; ok {
		return tableSet(table), nil
	}
	return nil, invalidProperty(name)
}
