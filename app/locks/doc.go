// Package locks holds the locks of one generation of an application. They outlive a reload that leaves them in their place: the generation
// before may still hold some.
package locks
