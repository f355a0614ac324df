// Package share keeps a resource open for as long as a generation of an application uses it. Generations overlap: the next one takes
// over what has not changed, and the last that uses it closes it.
package share
