package robust

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// contained returns a function that makes a command run in a control group of its own, which may have this much memory, of
// either version of control groups. It is nil where the test may not make a group.
func contained(t *testing.T, bytes int) func(name string, args ...string) *exec.Cmd {
	t.Helper()
	for _, own := range memoryGroups() {
		group := filepath.Join(own.folder, fmt.Sprintf("fwrun-test-%d", os.Getpid()))
		if err := os.Mkdir(group, 0o755); err != nil {
			t.Logf("no control group: %v", err)
			continue
		}
		t.Cleanup(func() { remove(t, group) })
		if err := os.WriteFile(filepath.Join(group, own.limit), []byte(strconv.Itoa(bytes)), 0o644); err != nil {
			t.Logf("no control group: %v", err)
			continue
		}
		t.Logf("the control group %s has %d MiB", group, bytes>>20)
		return func(name string, args ...string) *exec.Cmd {
			enter := append([]string{"-c", `echo $$ > "$0" && exec "$@"`, filepath.Join(group, "cgroup.procs"), name}, args...)
			return exec.Command("sh", enter...)
		}
	}
	return nil
}

// memoryGroup is where a control group's files are, and which one has its limit.
type memoryGroup struct{ folder, limit string }

// memoryGroups lists the groups of the test itself. A container often sees its own as the root.
func memoryGroups() (list []memoryGroup) {
	text, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		mount, limit := "", ""
		switch {
		case parts[1] == "memory":
			mount, limit = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		case parts[0] == "0" && parts[1] == "":
			mount, limit = "/sys/fs/cgroup", "memory.max"
		default:
			continue
		}
		for _, folder := range []string{filepath.Join(mount, parts[2]), mount} {
			if _, err := os.Stat(filepath.Join(folder, "cgroup.procs")); err == nil {
				list = append(list, memoryGroup{folder, limit})
				break
			}
		}
	}
	return list
}

// makePipe makes a named pipe.
func makePipe(name string) error { return syscall.Mkfifo(name, 0o600) }

// remove removes a group once its processes have ended.
func remove(t *testing.T, group string) {
	err := os.Remove(group)
	for end := time.Now().Add(harness.Patience); err != nil && time.Now().Before(end); err = os.Remove(group) {
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil {
		t.Error(err)
	}
}
