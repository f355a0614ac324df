// Package hoist lets functions that sloppy code declares in blocks be variables of the function around, as Annex B of the language has it and the
// script engine does not.
//
//	hoist.Evaluated(`if (x) { function f() {} } f()`, nil)
//
// returns text that declares f at its begin, and assigns the function to it where its declaration is reached. Lines stay what they are, and so do
// texts that have no such function, strict code, and functions whose names a scope in between has.
package hoist
