// Package ecma adds to scripts what newer editions of ECMAScript have and the script engine lacks: Temporal, stacks of what is to be disposed
// of, SharedArrayBuffer and Atomics, buffers that can be resized and transferred, numbers of 16 bits, symbols as weak keys.
//
// [Parts] are the new globals: a VM runs the script of one when it is first named. [Install] adds the methods of built-ins
// that exist already; they are functions in Go.
//
// Laws:
//   - A VM that names none of it has some more functions, and nothing else: no script is compiled, no built-in is replaced.
//   - Buffers have the limits of all buffers. The bytes of one that can grow are made when it grows, whatever its maximum is.
package ecma
