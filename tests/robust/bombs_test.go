package robust

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// The bombs' process has a container of this size, and the default limit of its heap is a third of it.
const (
	bombsContainer = 2 << 30
	bombsLimit     = bombsContainer / 3
)

// TestBombs runs handlers that would take all memory or time, one after the other, in a container of 2 GiB where the test may
// make one. Each is answered with a problem, the process lives on, and another client is answered meanwhile, hardly later
// than beside a plain loop. -v prints a table. It runs every sixth of them; FWRUN_STRESS=1 is for all.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	f := startBombs(t, "api.ts", "SERVER_HANDLER_TIMEOUT=5s")
	status, body := f.Fetch("/names")
	var names []string
	if err := json.Unmarshal(body, &names); err != nil || len(names) < 63 {
		t.Fatalf("%d, %s: %v", status, body, err)
	}
	allowed := f.allowed(t)
	for _, name := range harness.Some(6, names) {
		t.Run(name, func(t *testing.T) {
			f.bomb(t, name, allowed)
		})
	}
}

// startBombs starts a script of the folder bombs, in a container where the test may make one.
func startBombs(t *testing.T, file string, env ...string) *server {
	t.Helper()
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join("testdata", "bombs", name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	sloppy := map[string][]byte{"node_modules/sloppy/index.js": read("sloppy.js")}
	command, env := contained(t, bombsContainer), append([]string{"SERVER_CPU_TIMEOUT=1s"}, env...)
	if command == nil {
		command, env = exec.Command, append(env, "SERVER_MEMORY_LIMIT="+strconv.Itoa(bombsLimit))
	}
	return startScriptWith(t, harness.Options{Command: command, Files: sloppy}, string(read(file)), env...)
}

// allowed returns the p99 that another client may have beside a bomb.
func (f *server) allowed(t *testing.T) time.Duration {
	loop, beside := f.besideLoop(t)
	allowed := max(loop/4, slowest*beside)
	t.Logf("a loop ends after %v; beside it another client has a p99 of %v, and beside a bomb it may have %v", loop, beside, allowed)
	return allowed
}

// bomb runs one, and checks what became of it and of another client.
func (f *server) bomb(t *testing.T, name string, allowed time.Duration) {
	f.ForgetPeak()
	status, body, took, p99 := f.explode(t, name)
	for try := 1; p99 > allowed && try < 3; try++ { // other work of the machine affects it
		_, _, _, again := f.explode(t, name)
		p99 = min(p99, again)
	}
	f.tell(t, name, status, took, p99)
	unharmedBy(t, status, body)
	if p99 > allowed {
		t.Errorf("another client has a p99 of %v, and may have %v", p99, allowed)
	}
	f.lives(t)
}

// tell adds a row to the table.
func (f *server) tell(t *testing.T, name string, status int, took, p99 time.Duration) {
	t.Logf("%-20s %d  %5.2f s, peak %4d MiB, p99 of another client %4d ms", name, status, took.Seconds(), f.Peak(), p99.Milliseconds())
}

// unharmedBy checks that a bomb is answered with a problem.
func unharmedBy(t *testing.T, status int, body []byte) {
	t.Helper()
	var problem struct{ Status int }
	if err := json.Unmarshal(body, &problem); err != nil || problem.Status != status || status < 500 {
		t.Errorf("answered with %d: %.200s", status, body)
	}
}

// lives checks that the process has stayed within its container, and serves.
func (f *server) lives(t *testing.T) {
	t.Helper()
	if peak := f.Peak(); peak > bombsContainer>>20 {
		t.Errorf("the process had %d MiB", peak)
	}
	if status, body := f.Fetch("/ok"); status != http.StatusOK {
		t.Fatalf("the next request is answered with %d: %.200s", status, body)
	}
}

// slowest is how many times the p99 of another client beside a loop its p99 beside a bomb may be, or a quarter of the loop's
// time if that is more: what must not be is that others wait for a bomb's memory.
const slowest = 20

// besideLoop returns how long a plain loop runs until it is stopped, and the p99 of another client meanwhile: the median of
// a few runs.
func (f *server) besideLoop(t *testing.T) (loop, p99 time.Duration) {
	var loops, p99s []time.Duration
	for range 5 {
		stop := f.Another(t)
		began := time.Now()
		f.Fetch("/loop")
		loops, p99s = append(loops, time.Since(began)), append(p99s, stop())
	}
	slices.Sort(loops)
	slices.Sort(p99s)
	return loops[len(loops)/2], p99s[len(p99s)/2]
}

// explode runs a bomb, with another client beside it.
func (f *server) explode(t *testing.T, name string) (status int, body []byte, took, p99 time.Duration) {
	stop := f.Another(t)
	began := time.Now()
	status, body = f.Fetch("/bombs/" + name)
	return status, body, time.Since(began), stop()
}

// TestRejectionsAreCounted: of many rejections that nobody handles, some are logged, and the number of the others.
func TestRejectionsAreCounted(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("testdata", "bombs", "api.ts"))
	if err != nil {
		t.Fatal(err)
	}
	f := startScript(t, string(script), "SERVER_CPU_TIMEOUT=5m", "SERVER_HANDLER_TIMEOUT=5m")
	if status, body := f.Fetch("/rejections"); status != http.StatusOK {
		t.Fatalf("%d: %s", status, body)
	}
	if status, body := f.Fetch("/handled"); status != http.StatusOK || string(body) != "100000" {
		t.Errorf("100,000 rejections that are handled: %d, %s", status, body)
	}
	log := f.App.Log.Bytes()
	if n := bytes.Count(log, []byte(`"msg":"unhandled promise rejection"`)); n != 10 {
		t.Errorf("%d rejections are logged", n)
	}
	if !bytes.Contains(log, []byte(`"count":99990`)) {
		t.Error("nothing says how many further ones there are")
	}
}
