//go:build plaincopies

package guard

const copiesArrays = false
