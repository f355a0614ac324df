// Package pattern translates regular expressions of the language to ones that the script
// engine takes for the same.
//
// The engine knows no property escapes (\p{Letter}), no class sets (flag v), no modifiers
// ((?i:…)) and no indices (flag d), and of several classes with halves of surrogate pairs it
// takes each for the first. [Needed] tells such expressions from all others, which stay as
// they are; [Translate] writes characters out and leaves flags away, in time and space that
// the length of the expression bounds.
//
// The tables are those of package unicode. What has none is an error, never an empty set.
//
//	if pattern.Needed(source, flags) {
//		t, err := pattern.Translate(source, flags)
//		… t.Source, t.Flags
//	}
package pattern
