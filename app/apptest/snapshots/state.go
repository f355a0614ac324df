package snapshots

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/jsapi/testapi"
	"github.com/fwrun/fwrun/platform/fault"
)

// Mode says what is written.
type Mode int

// The modes.
const (
	New  Mode = iota // what there is none of yet
	None             // nothing
	All              // everything that is different, too; what is obsolete is removed
)

// Summary is what became of the snapshots of a test file.
type Summary struct {
	File                               string // where those are that are not in the source, relative to the application
	Added, Matched, Unmatched, Updated int
	Obsolete                           []string // keys that no test has asked for
	Removed                            bool     // the obsolete ones are gone
}

// State has the snapshots of one test file. It is safe for use on several goroutines.
type State struct {
	folder string
	mode   Mode

	mu      sync.Mutex
	ran     time.Time // when the sources were read
	failed  error     // why the file cannot be read
	exists  bool
	known   map[string]string
	asked   map[string]bool // by key
	counts  map[string]int  // by test and hint
	sources map[string]*text
	Summary
}

// Open reads the snapshots of a test file of an application.
func Open(folder, test string, mode Mode) *State {
	s := &State{folder: folder, mode: mode, asked: map[string]bool{}, counts: map[string]int{}, sources: map[string]*text{}}
	s.File = path.Join(path.Dir(test), "__snapshots__", path.Base(test)+".snap")
	root, err := os.OpenRoot(folder)
	if err == nil {
		defer func() { _ = root.Close() }()
		var content []byte
		if content, err = root.ReadFile(s.File); err == nil {
			s.exists = true
			s.known, err = parse(s.File, string(content))
		}
	}
	unreadable := errors.As(err, new(*fault.Error))
	switch {
	case errors.Is(err, fs.ErrNotExist), unreadable && mode == All:
		err = nil
	case err != nil && !unreadable:
		err = fault.New("snapshots.read", fault.Invalid, "the snapshots in "+s.File+" cannot be read").Because(err).WithHint(within)
	}
	if s.known == nil {
		s.known = map[string]string{}
	}
	s.failed = err
	return s
}

// Begin is called before the sources are read that make the snapshots.
func (s *State) Begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ran = time.Now()
}

// Match compares a text with the known one. What there is none of is noted, if that is the mode.
func (s *State) Match(a testapi.Snapshot) (testapi.Compared, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed != nil && a.Inline == nil {
		return testapi.Compared{}, s.failed
	}
	name := a.Test
	if a.Hint != "" {
		name += " > " + a.Hint
	}
	s.counts[name]++
	key := fmt.Sprintf("%s %d", name, s.counts[name])
	text := spaced(newlines.Replace(a.Text))
	expected, known := s.known[key]
	if a.Inline == nil || !known {
		s.asked[key] = true
	}
	if a.Inline != nil {
		expected, known = a.Inline.Given, a.Inline.IsGiven
		if known {
			expected = unindented(expected)
		}
		if err := s.only(a.Inline, text); err != nil {
			return testapi.Compared{}, err
		}
	}
	compared := testapi.Compared{Key: key, Pass: known && trim(expected) == trim(text), Missing: !known}
	compared.Expected, compared.Received = trim(expected), trim(text)
	switch {
	case compared.Pass:
		s.Matched++
	case s.mode == None, s.mode == New && known:
		s.Unmatched++
		return compared, nil
	default:
		if err := s.note(a.Inline, key, text); err != nil {
			return compared, err
		}
		if known {
			s.Updated++
		} else {
			s.Added++
		}
	}
	compared.Pass = true
	return compared, nil
}

// note keeps a text to be written.
func (s *State) note(in *testapi.Inline, key, text string) error {
	if in != nil {
		return s.change(in, text)
	}
	s.known[key] = text
	return nil
}

// Finish writes what has changed. Keep are the names of tests that were not run to their end, whose snapshots are not obsolete.
func (s *State) Finish(keep []string) (Summary, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range s.known {
		kept := func(name string) bool { return belongs(key, name) }
		if !s.asked[key] && !slices.ContainsFunc(keep, kept) {
			s.Obsolete = append(s.Obsolete, key)
		}
	}
	slices.SortFunc(s.Obsolete, compareKeys)
	if s.Removed = s.mode == All && len(s.Obsolete) > 0; s.Removed {
		for _, key := range s.Obsolete {
			delete(s.known, key)
		}
	}
	if s.mode == None || s.failed != nil && len(s.sources) == 0 {
		return s.Summary, nil
	}
	root, err := os.OpenRoot(s.folder)
	if err != nil {
		return s.Summary, err
	}
	defer func() { _ = root.Close() }()
	return s.Summary, errors.Join(s.write(root), s.writeSources(root))
}

// belongs reports whether a key is one of a test.
func belongs(key, test string) bool {
	rest, ok := strings.CutPrefix(key, test)
	return ok && (strings.HasPrefix(rest, " > ") || strings.HasPrefix(rest, " ") && strings.Trim(rest[1:], "0123456789") == "")
}

// write writes the file, or removes it if nothing is left to be in it.
func (s *State) write(root *os.Root) error {
	changed := s.Added+s.Updated > 0 || s.mode == All
	switch {
	case !changed || s.failed != nil:
		return nil
	case len(s.known) > 0:
		content := format(s.known)
		if before, err := root.ReadFile(s.File); err == nil && string(before) == content {
			return nil
		}
		if err := root.MkdirAll(path.Dir(s.File), 0o755); err != nil {
			return unwritten(s.File, err)
		}
		if err := root.WriteFile(s.File, []byte(content), 0o644); err != nil {
			return unwritten(s.File, err)
		}
	case s.exists:
		if err := root.Remove(s.File); err != nil {
			return unwritten(s.File, err)
		}
		_ = root.Remove(path.Dir(s.File)) // which others may use
	}
	return nil
}

func unwritten(name string, err error) error {
	return fault.New("snapshots.write", fault.Invalid, "the snapshots in "+name+" were not written").Because(err).WithHint(within)
}

const within = "it must be a file in the application's folder, or become one, that this user may read and write"
