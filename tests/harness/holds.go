package harness

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Held is what a process holds.
type Held struct{ Goroutines, threads, files int }

var goroutinesLine = regexp.MustCompile(`(?m)^go_goroutines (\d+)`)

// Holds returns what the process holds: of files and threads only on Linux.
func (f *Server) Holds() Held {
	f.T.Helper()
	_, body := f.Fetch("/actuator/prometheus?includedNames=go_goroutines")
	found := goroutinesLine.FindSubmatch(body)
	if found == nil {
		f.T.Fatalf("nothing tells of goroutines: %.300s", body)
	}
	goroutines, _ := strconv.Atoi(string(found[1]))
	list := func(what string) int {
		entries, _ := os.ReadDir(filepath.Join("/proc", strconv.Itoa(f.App.Cmd.Process.Pid), what))
		return len(entries)
	}
	return Held{goroutines, list("task"), list("fd")}
}

// slack is what the process may hold in addition once a bomb is over: workers that have been added, the connections of this test, and
// what other requests do at the moment. Connections that are idle, and goroutines that wait for another one, have ended by then.
var slack = Held{Goroutines: 50, threads: 40, files: 30}

// HasLetGo reports whether the process holds hardly more than before.
func (h Held) HasLetGo(before Held) bool {
	return h.Goroutines <= before.Goroutines+slack.Goroutines && h.threads <= before.threads+slack.threads && h.files <= before.files+slack.files
}

// waiting summarises a dump of threads: how many are where.
func waiting(dump []byte) string {
	var threads struct {
		Threads []struct {
			Name       string `json:"threadName"`
			StackTrace []struct{ MethodName string }
		}
	}
	if err := json.Unmarshal(dump, &threads); err != nil || len(threads.Threads) == 0 {
		return fmt.Sprintf("%v: %.300s", err, dump)
	}
	counts := map[string]int{}
	for _, t := range threads.Threads {
		var frames []string
		for _, frame := range t.StackTrace {
			frames = append(frames, frame.MethodName)
		}
		counts[strings.Join(frames, " < ")]++
	}
	var text strings.Builder
	for _, where := range slices.Sorted(maps.Keys(counts)) {
		if counts[where] > 1 {
			fmt.Fprintf(&text, "\n%d at %s", counts[where], where)
		}
	}
	return text.String()
}

// LetsGo waits until the process holds hardly more than before, computes no longer, and opens files again. It waits as long as the
// process goes on to let go of something, which takes a machine that is busy longer: what is kept is never let go of.
func (f *Server) LetsGo(t *testing.T, before Held) {
	t.Helper()
	var now Held
	var busy time.Duration
	var status int
	least := f.Holds()
	for end := time.Now().Add(Patience / 2); time.Now().Before(end); {
		used, _ := Computed(f.App.Cmd.Process.Pid)
		<-time.After(50 * time.Millisecond)
		again, _ := Computed(f.App.Cmd.Process.Pid)
		now, busy = f.Holds(), again-used
		if now.Goroutines < least.Goroutines || now.files < least.files {
			least = Held{min(now.Goroutines, least.Goroutines), now.threads, min(now.files, least.files)}
			end = time.Now().Add(Patience / 2)
		}
		status, _ = f.Fetch("/file")
		if now.HasLetGo(before) && busy < 50*time.Millisecond && status == http.StatusOK {
			return
		}
	}
	_, dump := f.Fetch("/actuator/threaddump")
	t.Errorf("before the bombs it held %+v, and now %+v; it computes %v in 50 ms; reading a file is answered with %d; goroutines: %s",
		before, now, busy, status, waiting(dump))
}
