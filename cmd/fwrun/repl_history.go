package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// maxHistory is the number of lines that are kept.
const maxHistory = 1000

// history is a file to which lines are appended as they are typed. Its errors are ignored, since everything
// else works without a history.
type history struct {
	lines []string // of earlier sessions
	file  *os.File // nil if there is no file
}

// historyFile returns the path of the file in the user's folder for the state of programs; empty if there is
// no such folder.
func historyFile(p process) string {
	state, _ := p.lookUp("XDG_STATE_HOME")
	home, _ := p.lookUp("HOME")
	switch {
	case filepath.IsAbs(state):
	case runtime.GOOS == "windows":
		state, _ = p.lookUp("LOCALAPPDATA")
	case home != "":
		state = filepath.Join(home, ".local", "state")
	}
	if state == "" {
		return ""
	}
	return filepath.Join(state, "fwrun", "repl-history")
}

// openHistory reads the file, and shortens it if it has grown too long.
func openHistory(name string) *history {
	h := &history{}
	if name == "" || os.MkdirAll(filepath.Dir(name), 0o700) != nil {
		return h
	}
	if text, err := os.ReadFile(name); err == nil {
		h.lines = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	}
	if len(h.lines) > maxHistory {
		h.lines = h.lines[len(h.lines)-maxHistory:]
		_ = os.WriteFile(name, []byte(strings.Join(h.lines, "\n")+"\n"), 0o600)
	}
	h.file, _ = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	return h
}

func (h *history) add(line string) {
	if h.file != nil {
		_, _ = h.file.WriteString(line + "\n")
	}
}

func (h *history) close() error {
	if h.file == nil {
		return nil
	}
	return h.file.Close()
}
