//go:build plainexpressions

package machine

const oneObject = false
