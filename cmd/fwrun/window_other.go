//go:build !unix

package main

import "os"

// sizeOf returns the size of a terminal; 0 if it is not known.
func sizeOf(*os.File) (columns, rows int) { return 0, 0 }

// resizes returns a channel on which nothing is received.
func resizes() (changed <-chan os.Signal, stop func()) { return nil, func() {} }
