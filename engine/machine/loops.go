//go:build !plainloops

package machine

// quickLoops takes the elements of arrays without a call of the iterator's method. The build tag plainloops leaves that to
// goja, for comparison.
const quickLoops = true
