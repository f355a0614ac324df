// Package names finds what the nodes of a script declare: the names of patterns, of blocks and of loops, and whether code is strict.
package names
