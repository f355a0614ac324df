//go:build !linux

package main

import "os"

// fileOf returns the path of an open file; empty if it is not known.
func fileOf(*os.File) string { return "" }
