//go:build plainliterals

package machine

const literalRecords = false
