package handover

import (
	"context"
	"errors"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
)

// The errors of a server that is not replaced.
var (
	ErrSupervised = errors.New("the supervisor replaces its server")
	ErrReplacing  = errors.New("the server is being replaced already")
)

// The roles of listeners.
const (
	Server     = "server"
	Management = "management"
	Admin      = "admin"
)

// Heir is a server that may have been given listeners. A nil Heir was given nothing, and gives nothing on.
type Heir struct {
	link   *Link // nil if nobody has started it with one
	start  Start
	ready  sync.Once
	leave  context.Context // ends when another process has taken the place of this one
	left   context.CancelCauseFunc
	alone  context.Context // ends with the supervisor
	orphan context.CancelFunc
	notes  chan string
	asked  chan struct{}

	replacing sync.Mutex // held by Replace

	mu     sync.Mutex
	passed map[string]*os.File // not taken yet, by name
	kept   map[string]keeper
}

// keeper is a listener that the next server gets.
type keeper struct {
	listener net.Listener
	foreign  bool // it was opened by systemd, which has its own copy
}

// Start returns why and how often the process was started.
func (h *Heir) Start() Start {
	if h == nil {
		return Start{}
	}
	return h.start
}

// Leaves returns a context that ends when another process has taken the place of this one, with a Departure as its cause. The process ends
// when it has answered what it has begun.
func (h *Heir) Leaves() context.Context { return h.leave }

// Departure is why a server has to end.
type Departure struct {
	Because string
	Calm    bool // another server has taken its place, and there is no hurry
}

// Error implements error.
func (d Departure) Error() string { return d.Because }

// Orphaned returns a channel that is closed when the supervisor has died.
func (h *Heir) Orphaned() <-chan struct{} { return h.alone.Done() }

// Leave ends the context of Leaves, after Replace.
func (h *Heir) Leave() { h.left(Departure{BecauseUpgrade, true}) }

// Asked returns a channel that receives when the supervisor wants to know whether the server still answers.
func (h *Heir) Asked() <-chan struct{} { return h.asked }

// Answer is the answer: it does.
func (h *Heir) Answer() { _ = h.link.Send(Message{Kind: kindAnswer}) } // if the supervisor has died, that is noticed elsewhere

// Tell has the supervisor report a state to systemd; see Notify.
func (h *Heir) Tell(state string) error { return h.link.Send(Message{Kind: kindState, Text: state}) }

// Supervisor returns the process id of the supervisor, if there is one.
func (h *Heir) Supervisor() int { return os.Getppid() }

// Notes returns a channel of what the supervisor has to say for the log.
func (h *Heir) Notes() <-chan string { return h.notes }

// Linked reports whether a supervisor, or the server before this one, has started the process.
func (h *Heir) Linked() bool { return h != nil && h.link != nil }

// newHeir returns an Heir that was given nothing.
func newHeir() *Heir {
	h := &Heir{passed: map[string]*os.File{}, kept: map[string]keeper{}, notes: make(chan string, 8), asked: make(chan struct{}, 1)}
	h.leave, h.left = context.WithCancelCause(context.Background())
	h.alone, h.orphan = context.WithCancel(context.Background())
	return h
}

// Take returns the listener that was passed for a role at an address, or nil. systemd's listeners have no addresses here: it
// passes them by the role's name, or with any other name for the server.
func (h *Heir) Take(role, address string) (net.Listener, error) {
	if h == nil {
		return nil, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	names := h.namesOf(role, address)
	if len(names) == 0 {
		return nil, nil
	}
	var list []net.Listener
	for _, name := range names {
		listener, err := h.take(name)
		if err != nil {
			return nil, errors.Join(err, closeAll(list))
		}
		list = append(list, listener)
	}
	return merged(list), nil
}

func (h *Heir) namesOf(role, address string) (names []string) {
	if _, is := h.passed[role+" "+address]; is {
		return []string{role + " " + address}
	}
	for name := range h.passed {
		if rest, is := strings.CutPrefix(name, passedPrefix); is && roleOf(rest) == role {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// roleOf returns the role of a socket of systemd: "management 1".
func roleOf(name string) string {
	given, _, _ := strings.Cut(name, " ")
	if given == Management {
		return Management
	}
	return Server
}

func (h *Heir) take(name string) (net.Listener, error) {
	file := h.passed[name]
	delete(h.passed, name)
	defer func() { _ = file.Close() }() // the listener is a duplicate
	listener, err := net.FileListener(file)
	if err != nil {
		return nil, err
	}
	h.kept[name] = keeper{listener, strings.HasPrefix(name, passedPrefix)}
	return listener, nil
}

// Keep notes a listener that this process has opened, for the next one.
func (h *Heir) Keep(role, address string, listener net.Listener) error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	name := role + " " + address
	h.kept[name] = keeper{listener: listener}
	if h.link == nil {
		return nil
	}
	return withDescriptor(listener, func(fd int) error { return h.link.SendListener(name, fd) })
}

// Ready reports to the supervisor, or the server before, that the process accepts connections, and closes what was passed to it in vain.
func (h *Heir) Ready(terms Terms) {
	if h == nil {
		return
	}
	terms.Answers = true
	h.mu.Lock()
	for _, file := range h.passed {
		_ = file.Close()
	}
	clear(h.passed)
	for name, k := range h.kept {
		terms.Listeners = append(terms.Listeners, name)
		removeAtClose(k.listener, !k.foreign) // from now on this process answers for the file
	}
	h.mu.Unlock()
	h.ready.Do(func() {
		if h.link != nil {
			_ = h.link.Send(Message{Kind: kindReady, Terms: &terms}) // if it has died, that is noticed elsewhere
		}
	})
}

// giveAway leaves the files of sockets to another process, which has taken them over.
func (h *Heir) giveAway() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, k := range h.kept {
		removeAtClose(k.listener, false)
	}
}

// removeAtClose says whether the file of a socket is removed when the listener is closed.
func removeAtClose(listener net.Listener, remove bool) {
	if unix, is := listener.(*net.UnixListener); is {
		unix.SetUnlinkOnClose(remove)
	}
}

func closeAll(list []net.Listener) (err error) {
	for _, l := range list {
		err = errors.Join(err, l.Close())
	}
	return err
}
