// Package locale reads the names of locales, makes them canonical, and finds the locale that is there for one that is asked for.
//
//	tag, ok := locale.Parse("DE-at-u-nu-latn")
//	tag.Canonicalize()
//	tag.String() // de-AT-u-nu-latn
//	locale.Available("de-AT-1996") // de-AT
//
// Names are those of Unicode's technical standard 35, as ECMA-402 has them. What is longer than [MaxLength] is not a name.
package locale
