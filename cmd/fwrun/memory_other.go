//go:build !linux

package main

// dropCode does nothing on systems without a way to do it.
func dropCode() {}
