package data

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

var kills = flag.Int("migrate.kills", map[bool]int{false: 14, true: 50}[harness.Stress],
	"how many runners TestRunnersAreKilled kills for each target")

const (
	runners   = 8 // at the same time
	survivors = 1 // of them in each round
)

// killed is a target that runners migrate until they are killed.
type killed interface {
	// files returns the migrations of a round, by their names.
	files(round int) map[string]string
	// decide does by hand what an interrupted file needs.
	decide(r *killing, file, hint string)
	// buried is called with a process that was killed.
	buried(pid int)
	// check compares what has run with all files, which are the texts by their names.
	check(files map[string]string)
}

// killing is an application whose migrations several processes run at the same time.
type killing struct {
	*testing.T
	folder, bin string
	args        []string // of migrate
	target      killed
	all         map[string]string
	kills       int
	decided     int           // files that were interrupted
	longest     time.Duration // until the last runner of a round is killed
}

func newKilling(t *testing.T, config string, target killed, args ...string) *killing {
	t.Helper()
	bin := harness.Binary(t)
	k := &killing{T: t, folder: t.TempDir(), bin: bin, args: args, target: target, all: map[string]string{}}
	for _, folder := range []string{"config", "migrations/main"} {
		if err := os.MkdirAll(filepath.Join(k.folder, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	harness.WriteFile(t, filepath.Join(k.folder, "config/application.yml"), config)
	return k
}

// run has rounds of new files until enough runners were killed. After each round one more runner must come to the end.
func (k *killing) run() {
	for round := 0; k.kills < *kills && !k.Failed(); round++ {
		for name, text := range k.target.files(round) {
			harness.WriteFile(k.T, filepath.Join(k.folder, "migrations/main/"+name), text)
			k.all[name] = text
		}
		began := time.Now()
		before := k.kills
		k.round(round > 0)
		switch n := k.kills - before; {
		case round == 0:
			k.longest = time.Since(began) / 2
		case n < 4: // most have come to their end
			k.longest = k.longest * 3 / 4
		case n == runners-survivors: // most have not begun
			k.longest = k.longest * 5 / 4
		}
		k.untilApplied()
	}
	k.target.check(k.all)
	k.Logf("%d runners were killed, %d files were interrupted, %d ran", k.kills, k.decided, len(k.all))
}

// round starts the runners and kills most of them, each at a moment of its own.
func (k *killing) round(kill bool) {
	all := make([]*runner, runners)
	for i := range all {
		all[i] = k.start()
	}
	if kill {
		moments := make([]time.Duration, runners-survivors)
		for i := range moments {
			moments[i] = time.Duration(rand.Int64N(int64(k.longest)))
		}
		slices.Sort(moments)
		began := time.Now()
		for i, moment := range moments {
			<-time.After(time.Until(began.Add(moment)))
			if all[i].kill() {
				k.kills++
				k.target.buried(all[i].cmd.Process.Pid)
			}
		}
	}
	for _, r := range all {
		if r.cmd.ProcessState == nil {
			k.accept(r.await(k.T))
		}
	}
}

// untilApplied runs one more process, and again after a person has decided what it could not.
func (k *killing) untilApplied() {
	for range 20 {
		result := k.start().await(k.T)
		if result.OK {
			return
		}
		k.accept(result)
		if k.Failed() {
			return
		}
		k.decided++
		problem := result.Problems[len(result.Problems)-1]
		k.target.decide(k, filepath.Base(problem.File), problem.Hint)
	}
	k.Error("no run comes to the end")
}

// accept fails the test unless a run came to its end, or stopped at a file of which nobody knows how it ended.
func (k *killing) accept(result migrated) {
	k.Helper()
	if n := len(result.Problems); !result.OK && (n == 0 || result.Problems[n-1].Code != "migration-interrupted") {
		k.Errorf("a run failed: %s", result.output)
	}
}

// command runs fwrun migrate to its end.
func (k *killing) command(args ...string) {
	k.Helper()
	if said, err := exec.Command(k.bin, append([]string{"migrate"}, args...)...).CombinedOutput(); err != nil {
		k.Errorf("fwrun migrate %q: %v\n%s", args, err, said)
	}
}

// coin is true every other time.
func (k *killing) coin() bool { return rand.IntN(2) == 0 }

// migrated is what a run writes.
type migrated struct {
	OK       bool
	Problems []struct{ Code, File, Hint string } `json:"diagnostics"`
	output   string
}

// runner is a process.
type runner struct {
	cmd         *exec.Cmd
	out, stderr bytes.Buffer
}

func (k *killing) start() *runner {
	k.Helper()
	r := &runner{cmd: exec.Command(k.bin, append([]string{"migrate", k.folder, "--json"}, k.args...)...)}
	r.cmd.Stdout, r.cmd.Stderr = &r.out, &r.stderr
	if err := r.cmd.Start(); err != nil {
		k.Fatal(err)
	}
	return r
}

// kill ends the process as kill -9 does, and reports whether it was still running.
func (r *runner) kill() bool {
	_ = r.cmd.Process.Kill() // fails if it has ended
	_ = r.cmd.Wait()
	status, ok := r.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled()
}

func (r *runner) await(t *testing.T) migrated {
	t.Helper()
	late := time.AfterFunc(3*harness.Patience, func() { _ = r.cmd.Process.Kill() })
	defer late.Stop()
	_ = r.cmd.Wait() // the document says how it ended
	result := migrated{output: r.out.String() + r.stderr.String()}
	if err := json.Unmarshal(r.out.Bytes(), &result); err != nil {
		t.Errorf("%v: %v\n%s", r.cmd.ProcessState, err, result.output)
	}
	return result
}

// sortedNames returns the names of files in the order in which they run.
func sortedNames(files map[string]string) []string { return slices.Sorted(maps.Keys(files)) }

// named returns the name of a file of a round.
func named(round, n int, rest string) string { return fmt.Sprintf("%03d-%d%s", round, n, rest) }
