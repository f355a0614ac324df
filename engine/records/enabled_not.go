//go:build plainrows

package records

const enabled = false
