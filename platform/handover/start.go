//go:build unix

package handover

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// linkVariable names a variable with the descriptor of a link, and the process that has made it, so that a process further down does not believe it.
const linkVariable = "FWRUN_LINK"

// Program is what is started.
type Program struct {
	Path string
	Args []string // with the name of the program
	Env  []string // without variables of this package
	// Files are its standard input, output and error.
	Files []*os.File
	// Group starts it in a process group of its own, so that signals of a terminal do not reach it.
	Group bool
}

// Child is a process that was started with a link.
type Child struct {
	Process *os.Process
	Link    *Link
}

// Own returns the path by which this process was started, so that a file that was put there since is found. It is absolute.
func Own(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return os.Executable()
	}
	return filepath.Abs(path)
}

// StartProgram starts a program and passes listeners to it, by name.
func StartProgram(p Program, start Start, listeners map[string]int) (*Child, error) {
	ours, theirs, err := pair()
	if err != nil {
		return nil, err
	}
	defer func() { _ = theirs.Close() }()
	process, err := os.StartProcess(p.Path, p.Args, &os.ProcAttr{
		Env:   append(p.Env[:len(p.Env):len(p.Env)], fmt.Sprintf("%s=3:%d", linkVariable, os.Getpid())),
		Files: append(p.Files[:len(p.Files):len(p.Files)], theirs),
		Sys:   &syscall.SysProcAttr{Setpgid: p.Group},
	})
	if err != nil {
		ours.Close()
		return nil, err
	}
	child := &Child{Process: process, Link: ours}
	// What cannot be sent is not fatal here: the process has ended, which is noticed elsewhere.
	for name, fd := range listeners {
		if ours.SendListener(name, fd) != nil {
			return child, nil
		}
	}
	_ = ours.Send(Message{Kind: kindStart, Start: &start})
	return child, nil
}

// Leave ends a server whose place another one takes. If that has happened, the server may be calm.
func (c *Child) Leave(because string, calm bool) error {
	return c.Link.Send(Message{Kind: kindLeave, Text: because, Calm: calm})
}

// Ask asks a server whether it still answers.
func (c *Child) Ask() error { return c.Link.Send(Message{Kind: kindAsk}) }

// Note sends a server a line for its log.
func (c *Child) Note(text string) error { return c.Link.Send(Message{Kind: kindNote, Text: text}) }

// IsListener reports whether the message is about a listener.
func (m Message) IsListener() bool { return m.Kind == kindListener }

// IsReady reports whether the message is that of a server which accepts connections.
func (m Message) IsReady() bool { return m.Kind == kindReady }

// IsAnswer reports whether the message is that of a server which still answers.
func (m Message) IsAnswer() bool { return m.Kind == kindAnswer }

// IsState reports whether the message is a state for systemd.
func (m Message) IsState() bool { return m.Kind == kindState }

// IsLinked reports whether the environment tells of a link for this process.
func IsLinked(env []string) bool {
	_, is := linkNumber(env)
	return is
}

func linkNumber(env []string) (fd int, is bool) {
	number, parent, _ := strings.Cut(lookUp(env, linkVariable), ":")
	if pid, err := strconv.Atoi(parent); err != nil || pid != os.Getppid() {
		return 0, false
	}
	fd, err := strconv.Atoi(number)
	return fd, err == nil && fd >= 3
}

// linkOf returns the link that the environment tells of; nil if there is none for this process.
func linkOf(env []string) (*Link, error) {
	number, is := linkNumber(env)
	if !is {
		return nil, nil
	}
	syscall.CloseOnExec(number)
	return newLink(os.NewFile(uintptr(number), "link"))
}
