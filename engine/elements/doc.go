// Package elements reads the elements of ordinary arrays where goja keeps them, and puts them there: each by its own takes ten times as
// long.
package elements
