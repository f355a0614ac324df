// Package caches holds the caches of one generation of an application. A store on a server outlives a reload that changes none of its
// settings; values in memory do not, since they may have another meaning for the next generation.
package caches
