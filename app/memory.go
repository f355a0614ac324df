package app

import (
	"os"
	"strconv"
	"strings"
)

// memoryLimit returns the default limit for the heap of the process: half of the memory of the container or
// the machine, so that one script cannot exhaust it for others. It is 0, no limit, if neither is known.
func memoryLimit() int64 {
	limit := machineMemory()
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if container, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && (limit == 0 || container < limit) {
			limit = container
		}
	}
	return limit / 2
}

// machineMemory reads MemTotal, in bytes.
func machineMemory() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == "MemTotal:" {
			kb, _ := strconv.ParseInt(fields[1], 10, 64)
			return kb << 10
		}
	}
	return 0
}
