//go:build !unix

package files

// atOnce is nothing: there are no named pipes among the files.
const atOnce = 0
