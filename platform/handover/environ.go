package handover

import (
	"slices"
	"strings"
)

// own are the variables that are meant for one process, and not for those that it starts.
var own = []string{"FWRUN_LINK", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"}

// Environ returns an environment without the variables that were meant for this process only.
func Environ(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(line string) bool {
		name, _, _ := strings.Cut(line, "=")
		return slices.Contains(own, name)
	})
}

// Successor returns an environment for the process that takes the place of this one: it talks to systemd from then on.
func Successor(env []string) []string {
	next := Environ(env)
	for _, name := range []string{"NOTIFY_SOCKET", "WATCHDOG_USEC"} {
		if value := lookUp(env, name); value != "" {
			next = append(next, name+"="+value)
		}
	}
	return next
}

func lookUp(env []string, name string) string {
	for _, line := range env {
		if value, is := strings.CutPrefix(line, name+"="); is {
			return value
		}
	}
	return ""
}
