package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// server is a running binary.
type server struct {
	command *exec.Cmd
	url     string
	began   time.Time
}

// serve starts the binary on a folder and waits for the line with its address.
func serve(binary, folder string, env ...string) (*server, error) {
	return serveWith(binary, folder, nil, env...)
}

// serveWith does the same with more flags.
func serveWith(binary, folder string, flags []string, env ...string) (*server, error) {
	return start(exec.Command(binary, append([]string{"serve", folder, "--port", "0", "--log-format", "json"}, flags...)...), env...)
}

// start starts a program that serves, and waits for the line with its address.
func start(command *exec.Cmd, env ...string) (*server, error) {
	command.Env = append(os.Environ(), env...)
	log, err := command.StderrPipe()
	if err != nil {
		return nil, err
	}
	s := &server{command: command, began: time.Now()}
	if err := command.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		var line struct{ Msg, URL string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "listening" {
			s.url = line.URL
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return s, nil
		}
		fmt.Fprintln(os.Stderr, lines.Text())
	}
	return nil, fmt.Errorf("the server did not start: %w", command.Wait())
}

func (s *server) stop() error {
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.command.Wait()
}

// memory returns the resident memory in MB.
func (s *server) memory() (float64, error) { return proc.Resident(s.command.Process.Pid, proc.Now) }
