package main

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// dropCode removes the binary's code and constants from the resident set. Only mappings of the file itself that cannot be
// written are affected, so nothing can be lost.
func dropCode() {
	self, err := os.Executable()
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(maps)) {
		fields := strings.Fields(line)
		if len(fields) < 6 || fields[5] != self || fields[1] != "r-xp" && fields[1] != "r--p" {
			continue
		}
		from, to, ok := addresses(fields[0])
		if ok {
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, to-from, syscall.MADV_DONTNEED)
		}
	}
}

// addresses parses a range of /proc/self/maps.
func addresses(text string) (from, to uintptr, ok bool) {
	low, high, ok := strings.Cut(text, "-")
	start, err := strconv.ParseUint(low, 16, 64)
	if err != nil {
		return 0, 0, false
	}
	end, err := strconv.ParseUint(high, 16, 64)
	return uintptr(start), uintptr(end), ok && err == nil && end > start
}
