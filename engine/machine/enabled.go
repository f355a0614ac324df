//go:build !plainexpressions

package machine

// oneObject lets an expression that is tested where it is written make one object. The build tag plainexpressions leaves that to
// goja, for comparison.
const oneObject = true
