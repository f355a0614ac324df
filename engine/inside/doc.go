// Package inside is the one door to what goja keeps to itself: it knows where goja has its structures, and hands them out with types.
//
// What goja has no API for, and this program needs, is a [Trick]: to read the properties of an object where they are, to put an
// instruction of another kind into a compiled program, to empty the stacks of a runtime. All tricks are in one listing, each with
// its name, what it is for, and its check.
//
// goja's structures are written down here once, field by field, as far as they are needed: [Machine], [Plain], [Array] and
// [Expression] are such mirrors. A check compares them with goja's own, by reflection, when a trick is first asked for: the names,
// the places and the types of the fields, the order and the signatures of methods, and the name of the code that a table of methods
// leads to. If anything differs, or the check panics, the trick is off, and says why: what it is for is then done with goja's API,
// or not at all.
//
// Nobody else imports unsafe for goja. See docs/engine-inside.md.
package inside
