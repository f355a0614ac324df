package databases

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Server is a process that writes a text to stdout or stderr when it is ready.
type Server struct {
	User    string // as whom it runs if the test runs as root
	Command []string
	Ready   string
	Stop    syscall.Signal // ends it
}

// Start starts the server, and returns a function that ends it with a signal, or with the usual one if that is 0.
func (s Server) Start() (end func(syscall.Signal), err error) {
	cmd := exec.Command(s.Command[0], s.Command[1:]...)
	cmd.Dir = "/"
	if err := become(cmd, s.User); err != nil {
		return nil, err
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout = cmd.Stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var once sync.Once
	end = func(signal syscall.Signal) {
		once.Do(func() {
			if signal == 0 {
				signal = s.Stop
			}
			_ = cmd.Process.Signal(signal)
			_ = cmd.Wait() // it only reports that the process was ended
		})
	}
	said := make(chan string, 1)
	go watch(stderr, s.Ready, said)
	select {
	case log := <-said:
		if strings.Contains(log, s.Ready) {
			return end, nil
		}
		err = fmt.Errorf("%s ended:\n%s", s.Command[0], log)
	case <-time.After(patience):
		err = fmt.Errorf("%s is not ready after %v", s.Command[0], patience)
	}
	end(syscall.SIGKILL)
	return nil, err
}

// patience limits the wait for a server. One takes a second on an idle machine.
const patience = 2 * time.Minute

// watch reads until the log contains ready, or ends, and then reads on to keep the pipe empty.
func watch(stderr io.Reader, ready string, said chan<- string) {
	var log strings.Builder
	lines := bufio.NewScanner(stderr)
	for lines.Scan() && !strings.Contains(lines.Text(), ready) {
		log.WriteString(lines.Text() + "\n")
	}
	log.WriteString(lines.Text())
	said <- log.String()
	_, _ = io.Copy(io.Discard, stderr)
}

// Folder creates a folder that the server's user may enter.
func Folder(user string) (string, error) {
	folder, err := os.MkdirTemp("", "fwrun-"+user+"-")
	if err != nil {
		return "", err
	}
	return folder, give(folder, user)
}

func run(user string, command ...string) error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = "/"
	if err := become(cmd, user); err != nil {
		return err
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", command[0], err, out)
	}
	return nil
}
