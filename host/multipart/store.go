package multipart

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// The folder of a process. It has the first name until it is locked, so that nobody takes it
// for one that was left behind.
const (
	newPrefix  = "fwrun-new-"
	heldPrefix = "fwrun-uploads-"
)

// Store is the folder in which a process keeps uploads while their requests are under way. It
// is made when it is first needed, for the user alone, and held by a lock that ends with the
// process, however that ends.
type Store struct {
	parent string

	mu     sync.Mutex
	folder string   // empty until it is made
	lock   *os.File // of the folder
	closed bool
}

// NewStore makes a store below a folder; "" is the system's own for temporary files.
func NewStore(parent string) *Store {
	if parent == "" {
		parent = os.TempDir()
	}
	if absolute, err := filepath.Abs(parent); err == nil {
		parent = absolute
	}
	return &Store{parent: parent}
}

// create makes a file of its own.
func (s *Store) create() (*os.File, error) {
	folder, err := s.hold()
	if err != nil {
		return nil, err
	}
	file, err := createIn(folder)
	if errors.Is(err, fs.ErrNotExist) { // somebody tidied up
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

// hold gives the folder, made and locked.
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

// lose forgets a folder that is no more.
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

// Close removes the folder and what is in it. The store makes no further files.
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

// Sweep removes the folders that processes of this user have left behind when they were killed.
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
