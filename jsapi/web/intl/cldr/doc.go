// Package cldr has the data of locales: names, patterns and rules, from Unicode's Common Locale Data Repository.
//
// The data of one locale and one domain is a [Table], which is decoded when it is first asked for and kept:
//
//	dates := cldr.Of("de-AT", cldr.Dates)
//	dates.Text("months/format/wide/1") // Jänner
//
// Texts that a locale does not have are those of the locale that it inherits from. What does not depend on a locale is read by
// [Supplement].
//
// The file tables.bin is made by the command in the folder generate from the packages of CLDR 48.1, and is under Unicode's licence: see NOTICE.
package cldr
