package app

import (
	"os"
	"strconv"
	"strings"
)

// memoryLimit is the heap a process may have when nothing is configured: half of what
// the container or the machine has, so that one script cannot bring the others down. It
// is 0, no limit, where neither tells.
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
