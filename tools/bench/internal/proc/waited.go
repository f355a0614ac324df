package proc

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// Waited returns how long the threads of a process, which live, could have run and had no processor, in all; zero where Linux does not count that.
func Waited(pid int) (sum time.Duration) {
	files, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "task", "*", "schedstat"))
	for _, file := range files {
		var ran, waited int64
		if text, err := os.ReadFile(file); err == nil { // a thread may have ended meanwhile
			_, _ = fmt.Sscan(string(text), &ran, &waited)
		}
		sum += time.Duration(waited)
	}
	return sum
}
