// Package charset decodes bodies in the charsets of the web (WHATWG Encoding).
//
//	text, err := charset.Decode("windows-1252", body)
//
// A byte order mark is removed, and decides between the encodings of Unicode. Bytes that are not text in their charset
// are an error, never replaced.
package charset
