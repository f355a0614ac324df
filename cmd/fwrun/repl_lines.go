package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/peterh/liner"
)

// lines is the source of the inputs of a prompt.
type lines interface {
	// next reads a line; goesOn is set for further lines of an input. The error is io.EOF at the end, and
	// errCancelled if the line was discarded.
	next(goesOn bool) (string, error)
	// restart shows that the line which next waits for was discarded, and begins a new one.
	restart()
	remember(line string)
	close() error
}

var errCancelled = errors.New("cancelled")

// plainLines reads the lines of a pipe or a file.
type plainLines struct{ *bufio.Reader }

func newPlainLines(r io.Reader) plainLines { return plainLines{bufio.NewReader(r)} }

func (l plainLines) next(bool) (string, error) {
	line, err := l.ReadString('\n')
	if errors.Is(err, io.EOF) && line != "" {
		err = nil
	}
	return strings.TrimRight(line, "\r\n"), err
}

func (plainLines) restart()        {}
func (plainLines) remember(string) {}
func (plainLines) close() error    { return nil }

// terminal edits lines, completes names and has a history.
type terminal struct {
	*liner.State
	prompt, goesOn string
	history        *history
}

// newTerminal controls the terminal until close is called.
func newTerminal(name, historyFile string, complete liner.WordCompleter) *terminal {
	t := &terminal{State: liner.NewLiner(), history: openHistory(historyFile)}
	t.prompt = name + "> "
	t.goesOn = strings.Repeat(" ", max(0, len([]rune(name))-3)) + "...  "
	t.SetCtrlCAborts(true)
	t.SetTabCompletionStyle(liner.TabPrints)
	t.SetWordCompleter(complete)
	for _, line := range t.history.lines {
		t.AppendHistory(line)
	}
	return t
}

func (t *terminal) next(goesOn bool) (string, error) {
	prompt := t.prompt
	if goesOn {
		prompt = t.goesOn
	}
	line, err := t.Prompt(prompt)
	if errors.Is(err, liner.ErrPromptAborted) {
		err = errCancelled
	}
	return line, err
}

func (t *terminal) restart() { fmt.Print("^C\n" + t.prompt) }

// remember adds a line to the history of this session and later ones, unless it begins with a blank.
func (t *terminal) remember(line string) {
	if strings.TrimSpace(line) == "" || line[0] == ' ' {
		return
	}
	t.AppendHistory(line)
	t.history.add(line)
}

func (t *terminal) close() error { return errors.Join(t.State.Close(), t.history.close()) }
