package robust

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
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
	others := startPeers(t)
	f := startBombs(t, "platform.ts", append(env, "SERVER_HANDLER_TIMEOUT=2s", "SERVER_IDLE_TIMEOUT=1s", "SERVER_WORKERS_MIN=4",
		"SERVER_WORKERS_MAX_WAIT=10s", "PROCESS_ENV=DEAF,LOUD,DEAF_TLS,LOUD_TLS,AGAIN",
		"MANAGEMENT_ENDPOINTS_ENABLED=true", "MANAGEMENT_ENDPOINT_PROMETHEUS_ENABLED=true", "MANAGEMENT_ENDPOINT_THREADDUMP_ENABLED=true")...)
	if err := makePipe(filepath.Join(f.Folder, "fifo")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(f.Folder, "many"), 0o755); err != nil {
		t.Fatal(err)
	}
	status, body := f.Fetch("/names")
	var names map[string][]string
	if err := json.Unmarshal(body, &names); err != nil || len(names[kind]) < least {
		t.Fatalf("%d, %s: %v", status, body, err)
	}
	allowed := f.allowed(t) * time.Duration(sideBySide)
	before := f.Holds()
	for batch := range slices.Chunk(chosen(names[kind]), sideBySide) {
		t.Run(strings.Join(batch, "-"), func(t *testing.T) {
			f.bombs(t, batch, allowed)
			f.LetsGo(t, before)
			others.hangUp()
		})
	}
}

// chosen returns some of the bombs, and the last five, which open connections: all of them take five minutes.
func chosen(names []string) []string {
	if harness.Stress {
		return names
	}
	last := len(names) - 5
	return append(harness.Some(8, names[:last]), names[last:]...)
}

// blast is what became of a bomb.
type blast struct {
	status int
	body   []byte
	took   time.Duration
}

// bombs runs some at the same time, and checks what became of them and of another client.
func (f *server) bombs(t *testing.T, names []string, allowed time.Duration) {
	f.ForgetPeak()
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

func (f *server) explodeTogether(t *testing.T, names []string) (outcomes []blast, p99 time.Duration) {
	outcomes = make([]blast, len(names))
	var group sync.WaitGroup
	stop := f.Another(t)
	for i, name := range names {
		group.Go(func() {
			began := time.Now()
			status, body := f.Fetch("/bombs/" + name)
			outcomes[i] = blast{status, body, time.Since(began)}
		})
	}
	group.Wait()
	return outcomes, stop()
}
