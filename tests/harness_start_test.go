package tests

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// patience limits every wait for the process; no wait should take a tenth of it.
const patience = 30 * time.Second

// application is a running fwrun.
type application struct {
	cmd    *exec.Cmd
	log    *processLog
	exited chan struct{}
	err    error // set before exited is closed

	reloads int // offset up to which the log has been read for reloads
}

var assignment = regexp.MustCompile(`^[A-Z][A-Z0-9_]*=`)

func startApplication(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) >= 2, "[!] start <name> <folder> [NAME=value]… [flag]…")
	name, env, flags := args[0], stateOf(ts).env, args[2:]
	env, flags = assignments(env, flags)
	arguments := append([]string{"serve", args[1], "--port", "0", "--log-format", "json"}, flags...)
	awaitStart(ts, neg, name, fwrun(ts, env, arguments...))
}

// assignments moves NAME=value from the front of words into the environment.
func assignments(env, words []string) (all, rest []string) {
	for len(words) > 0 && assignment.MatchString(words[0]) {
		env, words = append(env[:len(env):len(env)], words[0]), words[1:]
	}
	return env, words
}

// fwrun returns a command that runs the binary in the script's folder.
func fwrun(ts *testscript.TestScript, env []string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(stateOf(ts).bin, "fwrun"), args...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), env
	return stateOf(ts).within(cmd)
}

// beginStart starts fwrun and does not wait.
func beginStart(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 2, "begin-start <name> <folder> [NAME=value]… [flag]…")
	env, flags := assignments(stateOf(ts).env, args[2:])
	arguments := append([]string{"serve", args[1], "--port", "0", "--log-format", "json"}, flags...)
	stateOf(ts).running[args[0]] = launched(ts, args[0], fwrun(ts, env, arguments...))
}

func awaitListening(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "listens <name>")
	untilListening(ts, false, args[0], runningApplication(ts, args[0]))
}

// awaitStart runs fwrun until it listens or, if the start should fail, until it has ended.
func awaitStart(ts *testscript.TestScript, neg bool, name string, cmd *exec.Cmd) {
	untilListening(ts, neg, name, launched(ts, name, cmd))
}

func launched(ts *testscript.TestScript, name string, cmd *exec.Cmd) *application {
	app, err := launch(cmd, filepath.Join(ts.Getenv("WORK"), name+".log"))
	ts.Check(err)
	ts.Defer(app.kill)
	return app
}

func untilListening(ts *testscript.TestScript, neg bool, name string, app *application) {
	select {
	case url := <-app.log.listening:
		if neg {
			ts.Fatalf("%s listens, but should have failed to start", name)
		}
		stateOf(ts).running[name] = app
		ts.Setenv("URL", url)
	case <-app.exited:
		_, _ = ts.Stderr().Write(app.log.Bytes())
		if code := app.cmd.ProcessState.ExitCode(); !neg || code == 0 {
			ts.Fatalf("%s ended with the exit code %d before it listened:\n%s", name, code, app.log.Bytes())
		}
	case <-time.After(patience):
		ts.Fatalf("%s does not listen after %v:\n%s", name, patience, app.log.Bytes())
	}
}

func launch(cmd *exec.Cmd, logFile string) (*application, error) {
	file, err := os.Create(logFile)
	if err != nil {
		return nil, err
	}
	log := &processLog{file: file, listening: make(chan string, 1)}
	app := &application{cmd: cmd, log: log, exited: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = app.log, app.log
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	go func() {
		app.err = errors.Join(cmd.Wait(), file.Close())
		close(app.exited)
	}()
	return app, nil
}

// kill ends a process that a script has not shut down.
func (a *application) kill() {
	_ = a.cmd.Process.Kill() // fails if it has ended already
	<-a.exited
}

func shutDown(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "shutdown <name>")
	state := stateOf(ts)
	app := runningApplication(ts, args[0])
	delete(state.running, args[0])
	ts.Check(app.cmd.Process.Signal(syscall.SIGTERM))
	select {
	case <-app.exited:
		if app.err != nil {
			ts.Fatalf("%s did not stop cleanly: %v\n%s", args[0], app.err, app.log.Bytes())
		}
	case <-time.After(patience):
		ts.Fatalf("%s still runs %v after SIGTERM:\n%s", args[0], patience, app.log.Bytes())
	}
}

func runningApplication(ts *testscript.TestScript, name string) *application {
	app := stateOf(ts).running[name]
	if app == nil {
		ts.Fatalf("%s was not started", name)
	}
	return app
}

// processLog collects the output of a process, and finds the line with its address.
type processLog struct {
	mu        sync.Mutex
	file      *os.File
	text      bytes.Buffer
	scanned   int
	listening chan string
	news      chan struct{} // closed when there is more text; nil unless something waits for it
}

// Write implements io.Writer.
func (l *processLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(p)
	n, err := l.file.Write(p) // before anybody is told that there is news: scripts search the file
	if l.news != nil {
		close(l.news)
		l.news = nil
	}
	for {
		line, _, whole := bytes.Cut(l.text.Bytes()[l.scanned:], []byte("\n"))
		if !whole {
			return n, err
		}
		l.scanned += len(line) + 1
		l.read(line)
	}
}

// listeningLine matches the line with the address, in either format of the log, with or without colours.
var listeningLine = regexp.MustCompile(`"msg":"listening","url":"([^"]+)"|INF\S* listening \S*url=(?:\x1b\[0m)?(\S+)`)

func (l *processLog) read(line []byte) {
	found := listeningLine.FindSubmatch(line)
	if found == nil {
		return
	}
	select {
	case l.listening <- string(found[1]) + string(found[2]):
	default: // the address has been sent already
	}
}

// Bytes returns the log so far.
func (l *processLog) Bytes() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.text.Bytes())
}
