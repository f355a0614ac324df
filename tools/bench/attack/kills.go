package attack

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// kills lists what takes the process away. Each request has a connection of its own, so that no idle one is lost.
func kills() []*attack {
	load := pace{clients: 8, every: 50 * time.Millisecond, fresh: true}
	const p99 = 500 * time.Millisecond // requests wait for the next server
	return []*attack{
		{
			name: "kill -9", rule: "the server of a supervisor is killed: back in < 300 ms, only requests in flight fail",
			run: killServer, own: &setup{flags: []string{supervise}, pace: load}, p99: p99,
		},
		{
			name: "SIGUSR2, supervised", rule: "another server takes over: no request fails",
			run: replace, own: &setup{flags: []string{supervise}, pace: load}, p99: p99,
		},
		{
			name: "SIGUSR2", rule: "the same without a supervisor",
			run: replace, own: &setup{flags: []string{"--supervise=false"}, pace: load}, p99: p99,
		},
	}
}

const longestAway = 300 * time.Millisecond

func killServer(r *round) {
	var moments []time.Time
	for range r.many(4) {
		time.Sleep(time.Second)
		pid, err := r.t.server()
		if err != nil {
			r.fault("%v", err)
			break
		}
		moment := time.Now()
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			r.fault("%v", err)
			break
		}
		moments = append(moments, moment, time.Now())
		got := r.get("/ok")
		for ; got.status != 200 && time.Since(moment) < patience; got = r.get("/ok") { // the first one may have been in flight
			time.Sleep(time.Millisecond)
		}
		away := time.Since(moment)
		r.count(got.name())
		r.tally.took("back after", away)
		if away > r.within(longestAway) {
			r.fault("back after %v only: %s", away, got)
		}
	}
	time.Sleep(500 * time.Millisecond)
	r.stop()
	r.tally.excuse(moments)
}

// replace lets another process take over, and then another one.
func replace(r *round) {
	for range r.many(3) {
		time.Sleep(300 * time.Millisecond)
		before, err := r.t.server()
		if err != nil {
			r.fault("%v", err)
			break
		}
		began := time.Now()
		if err := r.t.signal(syscall.SIGUSR2); err != nil {
			r.fault("%v", err)
			break
		}
		if err := r.untilReplaced(before); err != nil {
			r.fault("%v; the log ends with\n%s", err, r.t.log.tail())
			break
		}
		r.count("replaced")
		r.tally.took("replaced within", time.Since(began))
	}
	time.Sleep(300 * time.Millisecond)
	if r.t.supervised {
		r.stop()
		return
	}
	r.t.honest.stop()
	if err := r.t.endSuccessor(r.within(patience)); err != nil {
		r.fault("%v; the log ends with\n%s", err, r.t.log.tail())
	}
}

// untilReplaced waits until another process serves, and the former one has ended.
func (r *round) untilReplaced(before int) error {
	var successor int
	for began := time.Now(); time.Since(began) < r.within(patience); time.Sleep(2 * time.Millisecond) {
		if successor == 0 || gone(successor) {
			successor = r.t.successorOf(before)
		}
		if successor != 0 && gone(before) {
			r.t.replacedBy(successor)
			return nil
		}
	}
	return fmt.Errorf("no other process has taken over from %d", before)
}

// successorOf returns the process that a server or its supervisor has started to take its place, and 0 if there is none yet. Go starts
// another one before its first, to find out what the system can do, which ends at once.
func (t *target) successorOf(server int) int {
	parent := server
	if t.supervised {
		parent = t.command.Process.Pid
	}
	for _, child := range proc.Children(parent) {
		if child != server && !gone(child) {
			return child
		}
	}
	return 0
}

func (t *target) replacedBy(pid int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.successor = pid
}

// signal sends a signal to the supervisor, or else to the process that serves.
func (t *target) signal(signal syscall.Signal) error {
	if t.supervised {
		return t.command.Process.Signal(signal)
	}
	pid, err := t.server()
	if err != nil {
		return err
	}
	return syscall.Kill(pid, signal)
}

// endSuccessor stops the process that has replaced the one that was started.
func (t *target) endSuccessor(limit time.Duration) error {
	if t.successor == 0 {
		return nil
	}
	if err := syscall.Kill(t.successor, syscall.SIGTERM); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	for began := time.Now(); !gone(t.successor); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > limit {
			return errors.Join(fmt.Errorf("the successor does not stop"), syscall.Kill(t.successor, syscall.SIGKILL))
		}
	}
	return nil
}

// gone reports whether a process has ended, even if nobody has waited for it.
func gone(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := strings.Cut(string(text), ") ")
	return err != nil || strings.HasPrefix(state, "Z")
}
