// Package guard bounds the JavaScript built-ins that never stop or end the process.
//
// goja looks for an interrupt between two instructions of script code. A built-in that
// loops in Go does not look, and one that recurses or allocates without bound takes the
// process down: `Array(1e9).fill(0)`, `'x'.repeat(1e12)`, JSON.parse of a million
// brackets. [Install] replaces such built-ins in one runtime, before any script runs,
// by ones that look at the sizes first and throw a RangeError, which a script can
// catch. The bounds are [Limits]; within them one call takes a second or two at most.
//
// Three things are beyond a built-in's reach and have their own functions:
// [BoundRegexps] for backtracking, [Rewrite] for the operators of BigInt and for regular
// expressions that goja misunderstands, and [CheckRegexps] for those that are not valid.
//
//	guard.BoundRegexps(cpuTimeout + 300*time.Millisecond) // once in the process
//	program, _ := goja.Parse(name, source)
//	guard.Rewrite(program)
//	err := guard.Install(v.Runtime, guard.Limits{})
//
// What stays: direct eval becomes indirect eval; spreading a huge text into an object
// (`{...text}`), iterators whose next is a built-in that never ends, and expressions
// that Go's own regexp package matches in linear time, run to their end.
package guard
