// Package jsontext writes JSON as JavaScript's JSON.stringify does: numbers, strings and times. The
// output is also a valid JavaScript literal.
package jsontext
