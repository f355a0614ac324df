// Package jsontext writes JSON as JavaScript's JSON.stringify does: numbers, texts and times. What it
// writes is a JavaScript literal, too.
package jsontext
