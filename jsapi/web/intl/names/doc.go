// Package names tells the names of languages, regions, scripts, currencies, calendars and fields of dates in a language.
//
//	names.New("de", "region", "long", true).Of("FR") // Frankreich
package names
