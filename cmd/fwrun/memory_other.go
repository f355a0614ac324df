//go:build !linux

package main

// dropCode does nothing where there is no way to ask for it.
func dropCode() {}
