// Package segments finds the characters as people see them, the words and the sentences of a text.
//
//	s := segments.New("héllo wörld", segments.Word)
//	s.At(2) // the bounds of the word around index 2
//
// Indexes count units of UTF-16. A text is searched from the beginning; places found on the way are remembered.
package segments
