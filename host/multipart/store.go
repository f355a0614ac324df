package multipart

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// The prefixes of a process's folder. It has the first one until it is locked, so that no other process takes it for an
// abandoned folder.
const (
	newPrefix  = "fwrun-new-"
	heldPrefix = "fwrun-uploads-"
)

// Store is the folder in which a process keeps uploads while their requests are in progress. It is made when it is
// first needed, readable by the user alone, and locked until the process ends, however it ends.
type Store struct {
	parent string

	mu     sync.Mutex
	folder string   // empty until it is made
	lock   *os.File // of the folder
	closed bool
}

// NewStore makes a store below parent; "" means the system's folder for temporary files.
func NewStore(parent string) *Store {
	if parent == "" {
		parent = os.TempDir()
	}
	if absolute, err := filepath.Abs(parent); err == nil {
		parent = absolute
	}
	return &Store{parent: parent}
}

// create creates a new file.
func (s *Store) create() (*os.File, error) {
	folder, err := s.hold()
	if err != nil {
		return nil, err
	}
	file, err := createIn(folder)
	if errors.Is(err, fs.ErrNotExist) { // another program has removed the folder
		s.lose(folder)
		if folder, err = s.hold(); err != nil {
			return nil, err
		}
		return createIn(folder)
	}
	return file, err
}

func createIn(folder string) (*os.File, error) {
	return os.OpenFile(filepath.Join(folder, randomName()), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
}

// hold returns the folder, made and locked.
func (s *Store) hold() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return "", errors.New("the store of uploads is closed")
	case s.folder != "":
		return s.folder, nil
	}
	if err := os.MkdirAll(s.parent, 0o700); err != nil {
		return "", err
	}
	made, err := os.MkdirTemp(s.parent, newPrefix)
	if err != nil {
		return "", err
	}
	held := filepath.Join(s.parent, heldPrefix+strings.TrimPrefix(filepath.Base(made), newPrefix))
	if s.lock, err = lockFolder(made); err == nil {
		err = os.Rename(made, held)
	}
	if err != nil {
		_ = os.Remove(made)
		return "", err
	}
	s.folder = held
	return held, nil
}

// lose forgets a folder that does not exist any more.
func (s *Store) lose(folder string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.folder == folder {
		s.folder = ""
		s.unlock()
	}
}

func (s *Store) unlock() {
	if s.lock != nil {
		_ = s.lock.Close()
		s.lock = nil
	}
}

// Close removes the folder and its content. Afterwards the store creates no files.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.folder == "" {
		return nil
	}
	err := os.RemoveAll(s.folder)
	s.folder = ""
	s.unlock()
	return err
}

// Sweep removes folders of this user's processes that were killed.
func (s *Store) Sweep() {
	entries, err := os.ReadDir(s.parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if folder := filepath.Join(s.parent, entry.Name()); entry.IsDir() && strings.HasPrefix(entry.Name(), heldPrefix) {
			removeAbandoned(folder)
		}
	}
}
