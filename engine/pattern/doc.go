// Package pattern translates regular expressions of JavaScript that the script engine does not understand, or
// misunderstands.
//
// The engine does not know property escapes (\p{Letter}), class sets (flag v), modifiers ((?i:…)) and indices
// (flag d), and if an expression has several classes with surrogates it takes each for the first. [Needed]
// reports whether an expression has one of these; other expressions stay as they are. [Translate] writes
// characters out and drops flags, in time and space that are bounded by the length of the expression.
//
// For what both of the engine's matchers do otherwise than the language, [Exactly] reads an expression completely, and
// writes it for the matcher that goes back without its option for JavaScript: groups that are repeated forget what they
// have captured, some may have the same name, lines end as in JavaScript, and case is ignored by upper case. It says
// whether that is always needed, or for texts with certain characters only, so that usual ones stay with the engine.
//
// The tables are those of package unicode. A property without a table is an error, never an empty set.
//
//	if pattern.Needed(source, flags) {
//		t, err := pattern.Translate(source, flags)
//		… t.Source, t.Flags
//	}
package pattern
