// Package machine puts instructions of its own into compiled programs, where those of goja are too slow or too final.
//
// Texts: goja copies both sides of `s + x`, so that a loop with `s += x` takes quadratic time. Here a long text that
// is appended to keeps room behind it, and what is appended is written there; texts never change, since only the one
// that ends where the room begins may use it. So `s += x`, `s = s + x`, `o.s += x` and “ `${s}${x}` “ take time for x only.
//
// Depth: in goja a recursion that is too deep ends the run, and no script can catch that. Here functions throw a
// RangeError before, by two measures: the number of frames, which cost little, and how often built-ins have called
// scripts within each other, each of which takes a kilobyte or two of the goroutine's stack.
//
// Expressions: `/x/.test(s)` makes a new object for each evaluation. Here a runtime makes one, where no script can tell.
//
// Objects: `{id: i, name: n}` makes a map that grows with each property. Here it makes a record of package records, which
// is one allocation, and so do `{...o}` and `const {a, ...rest} = o`.
//
//	program, _ := goja.CompileAST(tree, true)
//	machine.Improve(program)
//	machine.Install(rt, machine.Limits{…}) // once for each runtime
//
// goja has no API for it. The places where it keeps what is needed are found once, by reflection, and checked. If
// anything differs from what is expected, programs stay as they are: they behave the same, within goja's own limits.
// See docs/adr/0021 and 0023.
package machine
