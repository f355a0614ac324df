package harness

import (
	"os"
	"strconv"
	"strings"
)

// ServersOf returns the processes that a supervisor has started.
func ServersOf(pid int) (list []int) {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + strconv.Itoa(pid) + "/children")
	tasks, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	for _, task := range tasks { // a thread of the process has started it
		if task.Name() != strconv.Itoa(pid) {
			more, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/task/" + task.Name() + "/children")
			text = append(append(text, ' '), more...)
		}
	}
	for _, word := range strings.Fields(string(text)) {
		if n, err := strconv.Atoi(word); err == nil {
			list = append(list, n)
		}
	}
	return list
}
