package main

import (
	"fmt"
	"os"
)

// fileOf returns the path of an open file; empty if it is not a regular file, such as a terminal or a pipe.
func fileOf(f *os.File) string {
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	path, _ := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", f.Fd())) // fails where there is no /proc
	return path
}
