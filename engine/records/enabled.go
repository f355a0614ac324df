//go:build !plainrows

package records

// enabled is false in builds for comparison, with the tag plainrows.
const enabled = true
