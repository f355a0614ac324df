//go:build !plainliterals

package machine

// literalRecords makes the objects of literals records. The build tag plainliterals leaves them to goja, for comparison.
const literalRecords = true
