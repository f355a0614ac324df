package memory

import (
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// share is the part of the memory that the heap may have by default: one third. A step can make its VM's
// share of it twice as large before it is stopped, and the rest of the process needs some, too.
const share = 3

// DefaultLimit returns the default limit of the heap of the process: a third of the memory of the machine or of
// the control group, whichever is less. It is 0, no limit, if neither is known.
func DefaultLimit() int64 { return available(os.DirFS("/")) / share }

// DefaultHardLimit returns the default of the memory at which a supervisor replaces the process: nine tenths of what the
// control group may use, or 0, no limit, if it has no limit of its own.
func DefaultHardLimit() int64 {
	root := os.DirFS("/")
	limit := available(root)
	if limit >= machine(root) {
		return 0
	}
	return limit - limit/10
}

// LargeBodies returns how many bodies of over 1 MiB are parsed and bound at the same time: one for each 128 MiB that scripts may
// use, or for as much as so many values may take, if that is more. Half of the processors are left to others.
func LargeBodies(memory uint64, values, processors int) int {
	const (
		body  = 128 << 20
		value = 640 // bytes; an empty list, which is sent in two, takes nearly as many
	)
	most := max(processors/2, 1)
	if memory == 0 {
		return most
	}
	return min(max(int(memory/max(body, uint64(values)*value)), 1), most)
}

// available returns how much memory the process may use: that of the machine, or less if its control
// group, of either version, or one around that has a limit. Root is the root of the file system.
func available(root fs.FS) int64 {
	least := machine(root)
	for _, name := range limitFiles(root) {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			continue
		}
		limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && limit > 0 && (least == 0 || limit < least) {
			least = limit
		}
	}
	return least
}

// limitFiles lists the files with limits of the process's control groups and of those around them. In a
// container the group's path may be that on the machine, which does not exist inside; the root is the
// container's own group then.
func limitFiles(root fs.FS) (names []string) {
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	at := func(mount, group, file string) {
		for group = path.Clean("/" + group); ; group = path.Dir(group) {
			names = append(names, path.Join(mount, group, file))
			if group == "/" {
				return
			}
		}
	}
	at("sys/fs/cgroup", "/", "memory.max")
	at("sys/fs/cgroup/memory", "/", "memory.limit_in_bytes")
	for line := range strings.Lines(string(text)) {
		number, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, _ := strings.Cut(rest, ":")
		switch {
		case number == "0" && controllers == "":
			at("sys/fs/cgroup", group, "memory.max")
		case controllers == "memory":
			at("sys/fs/cgroup/memory", group, "memory.limit_in_bytes")
		}
	}
	return names
}

// machine reads MemTotal, in bytes.
func machine(root fs.FS) int64 {
	text, err := fs.ReadFile(root, "proc/meminfo")
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

// Bound makes Go's garbage collector work towards the limit of the heap, unless GOMEMLIMIT in
// the environment says what it is to do.
func Bound(limit uint64, env []string) {
	if slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "GOMEMLIMIT=") && v != "GOMEMLIMIT=" }) {
		return
	}
	if limit == 0 {
		limit = math.MaxInt64
	}
	debug.SetMemoryLimit(int64(min(limit, math.MaxInt64)))
}
