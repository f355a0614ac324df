package memory

import (
	"testing"
	"testing/fstest"
)

func TestAvailableMemory(t *testing.T) {
	const machine = "proc/meminfo"
	files := map[string]string{machine: "MemTotal:       8388608 kB\nMemFree: 1 kB\n"}
	for name, test := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing known":             {map[string]string{machine: ""}, 0},
		"no group":                  {nil, 8 << 30},
		"version 2, in a container": {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "2147483648\n"}, 2 << 30},
		"version 2, no limit":       {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "max\n"}, 8 << 30},
		"version 2, a unit of systemd": {map[string]string{
			"proc/self/cgroup": "0::/system.slice/shop.service\n",
			"sys/fs/cgroup/system.slice/shop.service/memory.max": "1073741824\n",
		}, 1 << 30},
		"version 2, a slice around the unit": {map[string]string{
			"proc/self/cgroup":                                   "0::/system.slice/shop.service\n",
			"sys/fs/cgroup/system.slice/memory.max":              "536870912\n",
			"sys/fs/cgroup/system.slice/shop.service/memory.max": "max\n",
		}, 512 << 20},
		"version 1": {map[string]string{
			"proc/self/cgroup": "9:cpu:/\n4:memory:/docker/abc\n",
			"sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes": "2147483648\n",
		}, 2 << 30},
		"version 1, with the path of the machine": {map[string]string{
			"proc/self/cgroup":                           "4:memory:/docker/abc\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "2147483648\n",
		}, 2 << 30},
		"version 1, no limit": {map[string]string{
			"proc/self/cgroup":                           "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, 8 << 30},
		"more than the machine has": {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "99999999999999\n"}, 8 << 30},
		"nothing that can be read":  {map[string]string{"proc/self/cgroup": "\x00:::\n", "sys/fs/cgroup/memory.max": "lots\n"}, 8 << 30},
	} {
		root := fstest.MapFS{}
		for _, set := range []map[string]string{files, test.files} {
			for file, text := range set {
				root[file] = &fstest.MapFile{Data: []byte(text)}
			}
		}
		if got := available(root); got != test.want {
			t.Errorf("%s: got %d, want %d", name, got, test.want)
		}
	}
}

// TestLargeBodies: the more values a body may have, the fewer bodies are bound at the same time, and never by more than half of the
// processors.
func TestLargeBodies(t *testing.T) {
	for _, test := range []struct {
		memory                   uint64
		values, processors, want int
	}{
		{0, 100_000, 32, 16},
		{64 << 20, 100_000, 32, 1},
		{256 << 20, 100_000, 32, 2},
		{1 << 30, 100_000, 32, 8},
		{16 << 30, 100_000, 32, 16},
		{1 << 30, 1_000_000, 32, 1},
		{16 << 30, 5 << 20, 32, 5},
		{256 << 20, 5 << 20, 32, 1},
		{16 << 30, 100_000, 8, 4},
		{16 << 30, 100_000, 2, 1},
		{0, 100_000, 1, 1},
	} {
		if got := LargeBodies(test.memory, test.values, test.processors); got != test.want {
			t.Errorf("%d bytes, %d values, %d processors: got %d, want %d", test.memory, test.values, test.processors, got, test.want)
		}
	}
}
