// Package guard limits the JavaScript built-ins that would never stop or would end the process.
//
// goja checks for an interrupt between two instructions of script code. A built-in that loops in Go does not
// check, and one that recurses or allocates without limit crashes the process: `Array(1e9).fill(0)`,
// `'x'.repeat(1e12)`, JSON.parse of a million brackets. [Install] replaces such built-ins in one runtime,
// before any script runs, by functions that check the sizes first and throw a RangeError, which a script can
// catch. The limits are in [Limits]; within them one call takes a second or two at most.
//
// Built-ins that work on a long text or many elements are done in pieces, between which an interrupt takes
// effect, and what a few small values can add up to is counted while it is made: flat, join, replace.
//
// Three problems cannot be solved by replacing built-ins and have their own functions: [BoundRegexps] for
// backtracking, [Rewrite] for the operators of BigInt and for regular expressions that goja misunderstands,
// and [CheckRegexps] for those that are not valid.
//
//	guard.BoundRegexps(cpuTimeout + 300*time.Millisecond) // once in the process
//	program, _ := goja.Parse(name, source)
//	guard.Rewrite(program)
//	err := guard.Install(v.Runtime, guard.Within(heap))
//
// A match of a regular expression is left to goja if it cannot take long, by an estimate of its worst case. Otherwise
// all matches are found one after the other, and what Go's own regexp package looks for is read through a reader that
// looks for an interrupt.
//
// Known restrictions: direct eval becomes indirect eval in strict code; spreading a huge text into an object (`{...text}`),
// iterators whose next is a built-in that never ends, and a multiplication of two huge BigInts run to their end.
package guard
