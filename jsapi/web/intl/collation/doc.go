// Package collation compares texts as people of a locale sort them.
//
//	c, ok := collation.New(collation.Options{Locale: "de"})
//	c.Compare("ä", "b") // -1
//
// A [Collator] is for one goroutine.
package collation
