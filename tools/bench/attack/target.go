package attack

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// memoryLimit is server.memory-limit of the server, in MB, and mostMemory what the process may have: a container with that limit by
// default has three times as much.
const (
	memoryLimit = 256
	mostMemory  = 3 * memoryLimit
)

// setup says how a server is started.
type setup struct {
	flags []string
	env   []string
	pace  pace // of the honest client; usualPace when not set
}

// target is a running server, with an honest client beside it.
type target struct {
	command    *exec.Cmd
	supervised bool
	address    string
	log        *serverLog
	ended      chan struct{}
	err        error // how it ended, once ended is closed
	honest     *honest
	memory     *watch

	mu        sync.Mutex
	successor int // the process that has replaced it; 0 if there is none
}

// start starts a server and an honest client.
func (s *session) start(how setup, into *tally) (*target, error) {
	command := exec.Command(s.Binary, append([]string{"serve", s.folder, "--port", "0", "--log-format", "json"}, how.flags...)...)
	command.Env = append(os.Environ(), fmt.Sprintf("SERVER_MEMORY_LIMIT=%dMiB", memoryLimit), "SERVER_CPU_TIMEOUT=1s", "SERVER_HANDLER_TIMEOUT=6s",
		fmt.Sprintf("SERVER_READ_TIMEOUT=%v", readTimeout), fmt.Sprintf("SERVER_WRITE_TIMEOUT=%v", readTimeout), "FWRUN_CACHE="+s.Scratch)
	command.Env = append(command.Env, how.env...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, in, err := os.Pipe() // a file, so that a successor may go on writing when the process has ended
	if err != nil {
		return nil, err
	}
	command.Stdout, command.Stderr = in, in
	err = command.Start()
	if _ = in.Close(); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	t := &target{command: command, log: readLog(out), ended: make(chan struct{})}
	t.supervised = len(how.flags) > 0 && how.flags[0] == supervise
	go func() {
		t.err = command.Wait()
		close(t.ended)
	}()
	select {
	case url := <-t.log.listening:
		t.address = strings.TrimPrefix(url, "http://")
	case <-t.ended:
		return nil, fmt.Errorf("the server does not start: %w\n%s", t.err, t.log.tail())
	case <-time.After(3 * patience):
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		return nil, fmt.Errorf("the server does not listen:\n%s", t.log.tail())
	}
	p := how.pace
	if p.clients == 0 {
		p = usualPace
	}
	t.memory = watchMemory(t.server, into)
	t.honest = startHonest(t.address, p, into)
	return t, nil
}

// supervise is the flag of a server with a supervisor.
const supervise = "--supervise"

// measure says where it counts what the honest client meets and how much memory the server has.
func (t *target) measure(into *tally) {
	t.honest.record(into)
	t.memory.record(into)
}

// server returns the process that serves: the supervisor's child if there is a supervisor.
func (t *target) server() (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	pid := t.command.Process.Pid
	if !t.supervised {
		return cmp.Or(t.successor, pid), nil
	}
	all := slices.DeleteFunc(proc.Children(pid), gone)
	if len(all) != 1 {
		return 0, fmt.Errorf("the supervisor has %d servers", len(all))
	}
	return all[0], nil
}

// waited returns how long the threads of what serves have waited for a processor.
func (t *target) waited() time.Duration {
	pid, err := t.server()
	if err != nil {
		return 0
	}
	return proc.Waited(pid)
}

func (t *target) hasEnded() bool {
	select {
	case <-t.ended:
		return true
	default:
		return false
	}
}

// terminate sends SIGTERM and returns how long the end took. It has to end well.
func (t *target) terminate() (took time.Duration, err error) {
	began := time.Now()
	if err := t.command.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, err
	}
	select {
	case <-t.ended:
		if t.err != nil {
			return time.Since(began), fmt.Errorf("%w; its log ends with\n%s", t.err, t.log.tail())
		}
		return time.Since(began), nil
	case <-time.After(2 * patience):
		return 0, fmt.Errorf("it still runs %v after SIGTERM; its log ends with\n%s", 2*patience, t.log.tail())
	}
}

// kill ends the server, if it has not ended, and what belongs to it.
func (t *target) kill() {
	t.honest.stop()
	t.memory.stop()
	_ = syscall.Kill(-t.command.Process.Pid, syscall.SIGKILL) // its group; successors are in it, too
	<-t.ended
	<-t.log.done
}

// serverLog reads the log of a server: how much it is, and where the server listens.
type serverLog struct {
	listening chan string
	done      chan struct{}

	mu   sync.Mutex
	size int64
	last []string
}

func readLog(from io.ReadCloser) *serverLog {
	l := &serverLog{listening: make(chan string, 1), done: make(chan struct{})}
	go func() {
		defer close(l.done)
		defer func() { _ = from.Close() }()
		for in := bufio.NewReaderSize(from, 64<<10); ; {
			line, _, err := in.ReadLine()
			if err != nil {
				return
			}
			l.add(line)
		}
	}()
	return l
}

func (l *serverLog) add(line []byte) {
	var entry struct{ Msg, URL string }
	if len(line) < 1000 && json.Unmarshal(line, &entry) == nil && entry.Msg == "listening" {
		select {
		case l.listening <- entry.URL:
		default: // those of a successor
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.size += int64(len(line)) + 1
	if l.last = append(l.last, string(line[:min(len(line), 400)])); len(l.last) > 8 {
		l.last = l.last[1:]
	}
}

// bytes returns how much was logged.
func (l *serverLog) bytes() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.size
}

// tail returns the last lines.
func (l *serverLog) tail() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.last, "\n")
}
