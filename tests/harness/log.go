package harness

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"sync"
	"time"
)

// Log collects the output of a process, and finds the line with its address.
type Log struct {
	Listening chan string // the address, once it is known

	mu      sync.Mutex
	file    *os.File
	text    bytes.Buffer
	scanned int
	news    chan struct{} // closed when there is more text; nil unless something waits for it
}

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(p)
	n, err := l.file.Write(p) // before the news is announced: scripts search the file
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

func (l *Log) read(line []byte) {
	found := listeningLine.FindSubmatch(line)
	if found == nil {
		return
	}
	select {
	case l.Listening <- string(found[1]) + string(found[2]):
	default: // the address has been sent already
	}
}

// Bytes returns the log so far.
func (l *Log) Bytes() []byte {
	text, _ := l.SoFar()
	return text
}

// SoFar returns the log so far, and a channel that is closed when there is more.
func (l *Log) SoFar() (text []byte, more <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.news == nil {
		l.news = make(chan struct{})
	}
	return bytes.Clone(l.text.Bytes()), l.news
}

// UntilLogged waits until a log matches from an offset on, and returns the place. The error says that the
// process has ended before, or that the time was over.
func UntilLogged(log *Log, exited <-chan struct{}, from int, pattern *regexp.Regexp) (found []int, err error) {
	for late := time.After(Patience); ; {
		text, more := log.SoFar()
		if found := pattern.FindIndex(text[from:]); found != nil {
			return []int{from + found[0], from + found[1]}, nil
		}
		select {
		case <-more:
		case <-exited:
			if text, _ := log.SoFar(); pattern.Match(text[from:]) {
				continue // it was the last that the process wrote
			}
			return nil, fmt.Errorf("it ended before it wrote %q:\n%q", pattern, text[from:])
		case <-late:
			return nil, fmt.Errorf("it has not written %q after %v:\n%q", pattern, Patience, text[from:])
		}
	}
}
