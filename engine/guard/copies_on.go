//go:build !plaincopies

package guard

// copiesArrays lets slice, concat, fill and from write arrays to where they stay. The build tag plaincopies leaves them to goja, to compare
// with.
const copiesArrays = true
