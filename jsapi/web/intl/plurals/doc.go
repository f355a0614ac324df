// Package plurals finds the plural category of a number in a language: one, few, other and so on.
//
//	rules := plurals.For("pl", false)
//	rules.Select(plurals.Operands{Integer: 3}) // few
package plurals
