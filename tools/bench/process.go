package main

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/tests/ports"
	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// process is a running peer.
type process struct {
	peer     peer
	command  *exec.Cmd
	address  string // host:port
	database string // the file that it reads
	original string // the file that this is a copy of, if it is one
	began    time.Time
	said     *bytes.Buffer // its output; read it only after the process has ended
	ended    chan error
}

const startLimit = 60 * time.Second

// startPeer starts a peer on a free port. It does not wait until the peer listens.
func startPeer(p peer, t tools, database string) (*process, error) {
	return t.start(p, p.command(t), "", database)
}

// start starts a peer by the words of its command, in a folder.
func (t tools) start(p peer, words []string, folder, database string) (*process, error) {
	port, err := ports.Free()
	if err != nil {
		return nil, err
	}
	command := exec.Command(words[0], words[1:]...)
	command.Dir = folder
	command.Env = t.environment(port, database)
	newGroup(command) // so that stop also reaches its children
	said := &bytes.Buffer{}
	command.Stdout, command.Stderr = said, said
	s := &process{
		peer: p, command: command, address: net.JoinHostPort("127.0.0.1", port), database: database,
		began: time.Now(), said: said, ended: make(chan error, 1),
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	go func() { s.ended <- command.Wait() }()
	return s, nil
}

// untilAnswer requests a path, over a new connection each time, until the status is 200, and
// returns the time since the process was started.
func (s *process) untilAnswer(path string) (time.Duration, error) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: startLimit}
	for time.Since(s.began) < startLimit {
		response, err := client.Get(s.url() + path)
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return time.Since(s.began), nil
			}
		}
		select {
		case err := <-s.ended:
			s.ended <- err
			return 0, fmt.Errorf("%s ended before it answered: %w\n%s", s.peer.name, err, s.said)
		case <-time.After(time.Millisecond):
		}
	}
	return 0, fmt.Errorf("%s did not answer %s within %v", s.peer.name, path, startLimit)
}

func (s *process) url() string { return "http://" + s.address }

// usage returns the usage of the peer with all its processes.
func (s *process) usage() (proc.Usage, error) { return proc.Measure(s.command.Process.Pid) }

// stop ends the peer and its children, by force if they do not end after a signal.
func (s *process) stop() {
	signalGroup(s.command, syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(5 * time.Second):
		signalGroup(s.command, syscall.SIGKILL)
		<-s.ended
	}
}

// scratch creates a folder for the files of a run, and returns a function that removes it.
func scratch() (folder string, remove func(), err error) {
	folder, err = os.MkdirTemp("", "fwrun-bench-")
	return folder, func() { _ = os.RemoveAll(folder) }, err
}
