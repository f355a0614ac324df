//go:build unix

package handover

import (
	"context"
	"errors"
	"net"
	"os"
	"syscall"
)

// Claim takes over what the process was given, by the variables of its environment. It is called once, and early: the supervisor
// waits for an answer.
func Claim(env []string) (*Heir, error) {
	h := newHeir()
	link, err := linkOf(env)
	if err != nil {
		return nil, err
	}
	if link == nil {
		return h, h.claimPassed(env)
	}
	h.link = link
	for {
		m, fd, err := link.Receive()
		switch {
		case err != nil:
			return nil, errors.Join(errors.New("the supervisor has ended"), err)
		case fd >= 0:
			h.passed[m.Name] = os.NewFile(uintptr(fd), m.Name)
		case m.Kind == kindStart && m.Start != nil:
			h.start = *m.Start
			go h.listen()
			return h, nil
		}
	}
}

func (h *Heir) claimPassed(env []string) error {
	passed, err := Passed(env)
	for name, fd := range passed {
		_ = syscall.SetNonblock(fd, true)
		h.passed[name] = os.NewFile(uintptr(fd), name)
	}
	return err
}

// listen reads what the supervisor says. A process that has started its successor ends after that has become ready, which is no news.
func (h *Heir) listen() {
	for {
		m, fd, err := h.link.Receive()
		switch {
		case err != nil && h.start.Supervised:
			h.orphan()
			return
		case err != nil:
			return
		case fd >= 0:
			_ = syscall.Close(fd)
		case m.Kind == kindLeave:
			h.giveAway()
			h.left(Departure{m.Text, m.Calm})
		case m.Kind == kindAsk:
			select {
			case h.asked <- struct{}{}:
			default: // it has been asked
			}
		case m.Kind == kindNote:
			select {
			case h.notes <- m.Text:
			default: // nobody reads them
			}
		}
	}
}

// Replace starts the program that is in the place of this one now, passes it the listeners, and waits until it accepts connections. If
// that fails, or ctx ends before, nothing has changed. Otherwise Leave has to follow. The path of p is found.
func (h *Heir) Replace(ctx context.Context, p Program) (pid int, err error) {
	if h.start.Supervised {
		return 0, ErrSupervised
	}
	if !h.replacing.TryLock() {
		return 0, ErrReplacing
	}
	defer h.replacing.Unlock()
	if h.leave.Err() != nil {
		return 0, ErrReplacing
	}
	if p.Path, err = Own(p.Args[0]); err != nil {
		return 0, err
	}
	child, err := h.startNext(p)
	if err != nil {
		return 0, err
	}
	defer child.Link.Close()
	if err := awaitReady(ctx, child); err != nil {
		_ = child.Process.Kill() // it may have ended
		_, _ = child.Process.Wait()
		return 0, err
	}
	pid = child.Process.Pid
	h.giveAway()
	go func() { _, _ = child.Process.Wait() }() // so that it is no zombie if it ends first
	return pid, nil
}

func (h *Heir) startNext(p Program) (*Child, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	fds := map[string]int{}
	return startWith(h.kept, fds, func() (*Child, error) {
		return StartProgram(p, Start{Because: BecauseUpgrade}, fds)
	})
}

// startWith calls start while the descriptors of the listeners are held.
func startWith(kept map[string]keeper, fds map[string]int, start func() (*Child, error)) (child *Child, err error) {
	for name, k := range kept {
		if _, done := fds[name]; done {
			continue
		}
		err := withDescriptor(k.listener, func(fd int) (err error) {
			fds[name] = fd
			child, err = startWith(kept, fds, start)
			return err
		})
		return child, err
	}
	return start()
}

// awaitReady waits until a process accepts connections. It reads what listeners the process opens besides, and forgets them.
func awaitReady(ctx context.Context, child *Child) error {
	stop := context.AfterFunc(ctx, child.Link.Close)
	defer stop()
	for {
		m, fd, err := child.Link.Receive()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return errors.New("the new process ended before it was ready")
		case fd >= 0:
			_ = syscall.Close(fd)
		case m.IsReady():
			return nil
		}
	}
}

// withDescriptor calls f with the descriptor of a listener, which stays open meanwhile.
func withDescriptor(listener net.Listener, f func(fd int) error) error {
	conn, is := listener.(syscall.Conn)
	if !is {
		return errors.New("the listener has no descriptor")
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := raw.Control(func(fd uintptr) { failed = f(int(fd)) }); err != nil {
		return err
	}
	return failed
}
