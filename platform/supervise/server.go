//go:build unix

package supervise

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/platform/handover"
)

// server is a process that serves, or is about to.
type server struct {
	*handover.Child
	because string // why it was started
	began   time.Time
	ready   time.Time // zero until it accepts connections
	terms   handover.Terms
	memory  memory
	kill    *time.Timer // for one that has to leave

	replaced bool // its place is taken, or will be when it has ended
	reason   string
	outgrown bool // it was killed for its memory

	unanswered int  // questions in a row whether it still answers
	silent     bool // it was killed because it did not
}

// An event is what happens to the supervisor; one goroutine handles all of them.
type event struct {
	of       *server
	message  *handover.Message
	fd       int
	ended    *os.ProcessState // the process has ended
	overtime bool             // a process that has to leave did not
}

// follow passes on the messages of a server, and its end after all of them.
func (s *server) follow(events chan<- event) {
	for {
		m, fd, err := s.Link.Receive()
		if err != nil {
			break
		}
		events <- event{of: s, message: &m, fd: fd}
	}
	state, _ := s.Process.Wait() // nobody else waits for it
	s.Link.Close()
	events <- event{of: s, ended: state}
}

// exitCode returns the code with which a shell would tell of the end of a process.
func exitCode(state *os.ProcessState) int {
	if state == nil {
		return 1
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

// ending returns in words how the process has ended.
func (s *server) ending(state *os.ProcessState) string {
	if s.outgrown {
		return becauseMemory + ": it was killed"
	}
	if s.silent {
		return "it did not answer within WATCHDOG_USEC: it was killed"
	}
	if state == nil {
		return "it was lost"
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return fmt.Sprintf("it was killed: %s", status.Signal())
	}
	return fmt.Sprintf("it ended with the exit code %d", state.ExitCode())
}
