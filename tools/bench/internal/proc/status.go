package proc

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Lines of a process's status with kinds of memory: Own is what the process has for itself, Now has the pages of the binary's file, too,
// and Peak is the most that Now has been.
const (
	Own  = "RssAnon:"
	Now  = "VmRSS:"
	Peak = "VmHWM:"
)

// Resident returns a line of a process's status, in MB.
func Resident(pid int, line string) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for one := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(one, line); ok {
			kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1024, err
		}
	}
	return 0, fmt.Errorf("no %s", line)
}

// Children returns the processes that another one has started, and that have not ended.
func Children(pid int) (all []int) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // the pattern is right
	for _, file := range files {
		text, _ := os.ReadFile(file) // a thread may have ended
		for word := range strings.FieldsSeq(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(all, child)
			}
		}
	}
	return all
}

// Runs reports whether a thread of a process runs, or waits for a processor to run on.
func Runs(pid int) (bool, error) {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	if err != nil || len(files) == 0 {
		return false, fmt.Errorf("there is no process %d: %w", pid, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		if _, state, found := strings.Cut(string(text), ") "); found && state[0] == 'R' {
			return true, nil
		}
	}
	return false, nil
}
