package info

import (
	"context"
	"os"
	"os/user"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/platform/processors"
)

// OS returns the contributor of the operating system.
func OS() Contributor {
	values := map[string]any{"name": systemName(), "arch": runtime.GOARCH}
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		values["version"] = strings.TrimSpace(string(release))
	}
	return Fixed("os", values)
}

func systemName() string {
	switch runtime.GOOS {
	case "linux":
		return "Linux"
	case "darwin":
		return "Mac OS X" // as Java calls it
	case "windows":
		return "Windows"
	}
	return runtime.GOOS
}

// Process returns the contributor of the process: its start, its owner, its memory. The limit of its memory is in bytes; 0
// means that there is none.
func Process(limit uint64) Contributor {
	began := processBegan
	return Contributor{Name: "process", Tell: func(context.Context) (map[string]any, error) {
		now := time.Now()
		values := map[string]any{
			"pid": os.Getpid(), "parentPid": os.Getppid(), "cpus": processors.Count(), "memory": memoryOf(limit),
			"startTime": began.Format(time.RFC3339Nano), "currentTime": now.Format(time.RFC3339Nano),
			"uptime": actuator.Period(now.Sub(began)), "timezone": now.Location().String(), "owner": owner(),
		}
		if zone, _ := now.Zone(); now.Location() == time.Local {
			values["timezone"] = zone
		}
		if folder, err := os.Getwd(); err == nil {
			values["workingDirectory"] = folder
		}
		return in("process", values), nil
	}}
}

// processBegan is when this package was initialised, shortly after the process began.
var processBegan = time.Now()

// owner returns the name of the user whose process this is, or his number: a container may run as a user whom nobody has named.
func owner() string {
	if current, err := user.Current(); err == nil && current.Username != "" {
		return current.Username
	}
	return strconv.Itoa(os.Getuid())
}

// memoryOf returns the memory of the heap and of what is beside it, in bytes, as Java's tools expect it. What is not limited has the
// limit -1.
func memoryOf(limit uint64) map[string]any {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
	}
	metrics.Read(samples)
	value := func(i int) int64 {
		if samples[i].Value.Kind() != metrics.KindUint64 {
			return 0
		}
		return int64(samples[i].Value.Uint64())
	}
	used, most := value(2), int64(-1)
	if limit > 0 {
		most = int64(limit)
	}
	committed := used + value(3) + value(4)
	beside := max(value(0)-value(1)-committed, 0)
	return map[string]any{
		"heap":    map[string]any{"init": 0, "used": used, "committed": committed, "max": most},
		"nonHeap": map[string]any{"init": 0, "used": beside, "committed": beside, "max": -1},
	}
}
