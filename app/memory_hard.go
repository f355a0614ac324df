package app

import (
	"os"
	"strconv"
	"strings"
)

// hardMemoryLimit returns the default of the memory at which a supervisor replaces the process: nine tenths of what the container may use,
// or 0, no limit, outside of containers.
func hardMemoryLimit() int64 {
	text, err := os.ReadFile("/sys/fs/cgroup/memory.max")
	if err != nil {
		return 0
	}
	limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0 // "max"
	}
	return limit - limit/10
}
