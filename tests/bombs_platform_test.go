package tests

import (
	"encoding/json"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestPlatformBombs does to what scripts have of the web platform and of Node what TestBombs does to the language: each bomb is
// answered with a problem, the process lives on, another client is answered meanwhile, and afterwards nothing is left of
// it: no goroutines, no threads, no open files, no computing.
func TestPlatformBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes")
	}
	// Those that take memory have the time to take all of it, and are not disturbed.
	t.Run("hungry", func(t *testing.T) { platformBombs(t, 60, 1, "SERVER_CPU_TIMEOUT=500ms") })
	t.Run("busy", func(t *testing.T) { platformBombs(t, 60, 2, "SERVER_CPU_TIMEOUT=300ms") })
}

// platformBombs runs at least so many bombs of a kind, some side by side.
func platformBombs(t *testing.T, least, sideBySide int, env ...string) {
	kind := path.Base(t.Name())
	f := startBombs(t, "platform.ts", append(env, "SERVER_HANDLER_TIMEOUT=2s", "SERVER_IDLE_TIMEOUT=1s", "SERVER_WORKERS_MIN=4", "SERVER_WORKERS_MAX_WAIT=10s",
		"MANAGEMENT_ENDPOINTS_ENABLED=true", "MANAGEMENT_ENDPOINT_PROMETHEUS_ENABLED=true")...)
	if err := makePipe(filepath.Join(f.folder, "fifo")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(f.folder, "many"), 0o755); err != nil {
		t.Fatal(err)
	}
	status, body := f.fetch("/names")
	var names map[string][]string
	if err := json.Unmarshal(body, &names); err != nil || len(names[kind]) < least {
		t.Fatalf("%d, %s: %v", status, body, err)
	}
	allowed := f.allowed(t) * time.Duration(sideBySide)
	before := f.holds()
	for batch := range slices.Chunk(chosen(names[kind]), sideBySide) {
		t.Run(strings.Join(batch, "-"), func(t *testing.T) {
			f.bombs(t, batch, allowed)
			f.letsGo(t, before)
		})
	}
}

// chosen returns every third of the bombs, and the last three, which open connections: all of them take five minutes. FWRUN_STRESS=1
// is for all.
func chosen(names []string) []string {
	if stress {
		return names
	}
	var some []string
	for i, name := range names {
		if i%3 == 0 || i >= len(names)-3 {
			some = append(some, name)
		}
	}
	return some
}

// blast is what became of a bomb.
type blast struct {
	status int
	body   []byte
	took   time.Duration
}

// bombs runs some at the same time, and checks what became of them and of another client.
func (f *flooded) bombs(t *testing.T, names []string, allowed time.Duration) {
	f.forgetPeak()
	outcomes, p99 := f.explodeTogether(t, names)
	for try := 1; p99 > allowed && try < 3; try++ { // other work of the machine affects it
		_, again := f.explodeTogether(t, names)
		p99 = min(p99, again)
	}
	for i, a := range outcomes {
		f.tell(t, names[i], a.status, a.took, p99)
		unharmedBy(t, a.status, a.body)
	}
	if p99 > allowed {
		t.Errorf("another client has a p99 of %v, and may have %v", p99, allowed)
	}
	f.lives(t)
}

func (f *flooded) explodeTogether(t *testing.T, names []string) (outcomes []blast, p99 time.Duration) {
	outcomes = make([]blast, len(names))
	var group sync.WaitGroup
	stop := f.another(t)
	for i, name := range names {
		group.Go(func() {
			began := time.Now()
			status, body := f.fetch("/bombs/" + name)
			outcomes[i] = blast{status, body, time.Since(began)}
		})
	}
	group.Wait()
	return outcomes, stop()
}

// held is what a process holds.
type held struct{ goroutines, threads, files int }

var goroutinesLine = regexp.MustCompile(`(?m)^go_goroutines (\d+)`)

// holds returns what the process holds: of files and threads only on Linux.
func (f *flooded) holds() held {
	f.t.Helper()
	_, body := f.fetch("/actuator/prometheus?includedNames=go_goroutines")
	found := goroutinesLine.FindSubmatch(body)
	if found == nil {
		f.t.Fatalf("nothing tells of goroutines: %.300s", body)
	}
	goroutines, _ := strconv.Atoi(string(found[1]))
	list := func(what string) int {
		entries, _ := os.ReadDir(filepath.Join("/proc", strconv.Itoa(f.app.cmd.Process.Pid), what))
		return len(entries)
	}
	return held{goroutines, list("task"), list("fd")}
}

// slack is what the process may hold in addition once a bomb is over: workers that have been added, the connections of this test, and
// what other requests do at the moment. Connections that are idle, and goroutines that wait for another one, have ended by then.
var slack = held{goroutines: 50, threads: 40, files: 30}

// hasLetGo reports whether the process holds hardly more than before.
func (h held) hasLetGo(before held) bool {
	return h.goroutines <= before.goroutines+slack.goroutines && h.threads <= before.threads+slack.threads && h.files <= before.files+slack.files
}

// letsGo waits until the process holds hardly more than before, computes no longer, and opens files again.
func (f *flooded) letsGo(t *testing.T, before held) {
	t.Helper()
	var now held
	var busy time.Duration
	var status int
	for end := time.Now().Add(patience / 2); time.Now().Before(end); {
		used, _ := computed(f.app.cmd.Process.Pid)
		<-time.After(50 * time.Millisecond)
		again, _ := computed(f.app.cmd.Process.Pid)
		now, busy = f.holds(), again-used
		status, _ = f.fetch("/file")
		if now.hasLetGo(before) && busy < 50*time.Millisecond && status == http.StatusOK {
			return
		}
	}
	t.Errorf("before the bombs it held %+v, and now %+v; it computes %v in 50 ms; reading a file is answered with %d", before, now, busy, status)
}
