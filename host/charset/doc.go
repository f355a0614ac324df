// Package charset makes text of bodies in the charsets of the web (WHATWG Encoding).
//
//	text, err := charset.Decode("windows-1252", body)
//
// A byte order mark is taken away, and decides between the kinds of Unicode. What is no text in its
// charset is an error, never replaced.
package charset
