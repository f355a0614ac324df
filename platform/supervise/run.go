//go:build unix

package supervise

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/platform/handover"
)

// Options say what is supervised.
type Options struct {
	Args []string // of the command line, with the name of the program; the server gets the same
	Env  []string
	// Files are standard input, output and error, also of the servers.
	Files []*os.File
	// Idle is called when nothing has happened for a moment; it may return memory to the system.
	Idle func()
}

// supervisor is the state of Run.
type supervisor struct {
	options   Options
	path      string
	env       []string // of servers
	listeners map[string]int
	events    chan event

	current *server // serves, or shall serve; nil during a pause
	next    *server // starts beside the current one, to take its place
	leaving []*server

	settled  bool // a server has been ready
	failures int  // starts in a row after which a server did not live
	restarts int
	again    *time.Timer // ends a pause
	because  string      // why the next server is started
	pause    time.Duration
	lastSwap time.Time // when memory was the reason last

	upgrading bool // as soon as the current server is ready
	stopping  bool
	done      bool // no server will be started any more
	code      int
}

// idleAfter is how long nothing happens before Idle is called.
const idleAfter = time.Second

// watchEvery is how often the memory of servers is looked at.
const watchEvery = 200 * time.Millisecond

// Run starts the server and keeps it running, until it ends by itself or a signal ends it. It returns the server's exit code. A server
// that was never ready is not started again.
func Run(o Options) int {
	s := &supervisor{options: o, env: handover.Environ(o.Env), listeners: map[string]int{}, events: make(chan event)}
	if err := s.prepare(); err != nil {
		s.complain(err)
		return 1
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGUSR2)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	s.again = time.NewTimer(0)
	idle := time.NewTimer(idleAfter)
	watch := time.NewTicker(watchEvery)
	defer watch.Stop()
	beats, silence := s.beats()
	defer silence()
	for !s.done || s.alive() {
		select {
		case <-beats:
			s.beat()
			continue
		case <-watch.C:
			s.watch()
			continue
		case <-idle.C:
			s.idle()
			continue
		case <-s.again.C:
			s.startAgain()
		case e := <-s.events:
			s.handle(e)
		case received := <-signals:
			s.signal(received)
		}
		idle.Reset(idleAfter)
	}
	return s.code
}

// prepare takes over the sockets of systemd.
func (s *supervisor) prepare() (err error) {
	if s.path, err = handover.Own(s.options.Args[0]); err != nil {
		return err
	}
	passed, err := handover.Passed(s.options.Env)
	for name, fd := range passed {
		s.listeners[name] = fd
	}
	return err
}

func (s *supervisor) idle() {
	if s.options.Idle != nil {
		s.options.Idle()
	}
}

// alive reports whether a process is left.
func (s *supervisor) alive() bool { return s.current != nil || s.next != nil || len(s.leaving) > 0 }

func (s *supervisor) handle(e event) {
	switch {
	case e.overtime:
		_ = e.of.Process.Kill()
	case e.message == nil:
		s.ended(e.of, e.ended)
	case e.message.IsListener():
		s.keep(e.message.Name, e.fd)
	case e.message.IsReady():
		s.ready(e.of, e.message.Terms)
	case e.message.IsAnswer():
		e.of.unanswered = 0
	case e.message.IsState():
		if e.of == s.current && !s.stopping {
			s.tell(e.message.Text)
		}
	}
}

// complain writes what is wrong where the server's log goes.
func (s *supervisor) complain(err error) {
	fmt.Fprintln(s.options.Files[2], "fwrun:", err)
}

// start starts a server, after a number of others; nil if the program cannot be started.
func (s *supervisor) start(because string, before int, pause time.Duration) *server {
	child, err := handover.StartProgram(
		handover.Program{Path: s.path, Args: s.options.Args, Env: s.env, Files: s.options.Files, Group: true},
		handover.Start{Supervised: true, Restarts: before, Because: because, After: pause},
		s.listeners,
	)
	if err != nil {
		s.complain(fmt.Errorf("the server cannot be started: %w", err))
		return nil
	}
	one := &server{Child: child, because: because, began: time.Now(), memory: watchMemory(child.Process.Pid)}
	go one.follow(s.events)
	return one
}

// startAgain starts the first server, and the next one after a pause.
func (s *supervisor) startAgain() {
	if s.done || s.current != nil {
		return
	}
	if s.current = s.start(s.because, s.restarts, s.pause); s.current != nil {
		return
	}
	s.code = 1
	if !s.settled {
		s.done = true
		return
	}
	s.failures++
	s.restart(s.because)
}

// restart starts a server as soon as the failures allow it.
func (s *supervisor) restart(because string) {
	s.restarts++
	s.because, s.pause = because, pauseAfter(s.failures)
	s.again.Reset(s.pause)
}

// keep holds a listener that a server has opened.
func (s *supervisor) keep(name string, fd int) {
	if before, is := s.listeners[name]; is {
		_ = syscall.Close(before)
	}
	s.listeners[name] = fd
}

// ready notes that a server accepts connections, and lets go the one whose place it takes.
func (s *supervisor) ready(one *server, terms *handover.Terms) {
	one.ready = time.Now()
	if terms != nil {
		one.terms = *terms
		s.forget(terms.Listeners)
	}
	if one == s.next {
		before := s.current
		s.current, s.next = one, nil
		s.restarts++
		if before != nil {
			s.dismiss(before, one.because)
			s.leaving = append(s.leaving, before)
		}
	}
	if s.upgrading && one == s.current {
		s.upgrade()
	}
	if s.settled {
		return
	}
	s.settled = true
	s.tell("READY=1")
}

// tell reports a state to systemd. If that fails, it has a timeout for what it wants to know.
func (s *supervisor) tell(state string) { _ = handover.Notify(s.options.Env, state) }

// forget closes the listeners that are not in use any more, such as those of a former port.
func (s *supervisor) forget(used []string) {
	wanted := map[string]bool{}
	for _, name := range used {
		wanted[name] = true
	}
	for name, fd := range s.listeners {
		if !wanted[name] {
			_ = syscall.Close(fd)
			delete(s.listeners, name)
		}
	}
}
