package proc

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of CPU times in /proc: USER_HZ is 100 on every Linux that Go runs on.
const tick = 10 * time.Millisecond

// Usage is what a process and its descendants use.
type Usage struct {
	CPU time.Duration // user and system time since they started
	RSS int64         // bytes of resident memory; shared pages count for each process
}

// Measure adds up the usage of a process and its descendants.
func Measure(pid int) (Usage, error) {
	all, err := readAll("/proc")
	if err != nil {
		return Usage{}, err
	}
	if _, ok := all[pid]; !ok {
		return Usage{}, fmt.Errorf("there is no process %d", pid)
	}
	var total Usage
	for _, p := range tree(all, pid) {
		total.CPU += time.Duration(all[p].ticks) * tick
		total.RSS += all[p].pages * int64(os.Getpagesize())
	}
	return total, nil
}

// stat holds the parts of /proc/<pid>/stat that are needed.
type stat struct {
	pid, parent int
	ticks       int64 // utime, stime, and those of children that were waited for
	pages       int64 // resident
}

// readAll reads every process under root. Processes that end in the meantime are left out.
func readAll(root string) (map[int]stat, error) {
	files, err := filepath.Glob(filepath.Join(root, "[0-9]*", "stat"))
	if err != nil {
		return nil, err
	}
	all := map[int]stat{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		s, err := parseStat(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all[s.pid] = s
	}
	return all, nil
}

// parseStat parses a line such as "42 (name) S 1 …". The name may contain spaces and brackets, so
// the fields are counted from the last bracket; proc(5) numbers them from 1.
func parseStat(text string) (stat, error) {
	begin, end := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if begin < 0 || end < begin {
		return stat{}, fmt.Errorf("no name in brackets: %.60q", text)
	}
	const third = 3 // the first field after the name
	fields := strings.Fields(text[end+1:])
	if len(fields) < 25-third {
		return stat{}, fmt.Errorf("too few fields: %.60q", text)
	}
	var failed error
	number := func(text string) int64 {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			failed = err
		}
		return n
	}
	s := stat{
		pid:    int(number(strings.TrimSpace(text[:begin]))),
		parent: int(number(fields[4-third])),
		pages:  number(fields[24-third]),
	}
	for i := 14; i <= 17; i++ {
		s.ticks += number(fields[i-third])
	}
	return s, failed
}

// tree returns a process and its descendants.
func tree(all map[int]stat, root int) []int {
	pids := []int{root}
	for i := 0; i < len(pids); i++ {
		for pid, s := range all {
			if s.parent == pids[i] && pid != pids[i] {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}
