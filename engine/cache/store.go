package cache

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// Key names an entry: a hash of what its bytes were made from.
type Key [32]byte

func (k Key) fileName() string { return hex.EncodeToString(k[:]) + entrySuffix }

const (
	entrySuffix = ".entry"
	tempSuffix  = ".tmp"

	// maxEntry is the size of the largest entry that is kept, in bytes.
	maxEntry = 32 << 20
	// touchAfter is how old the time of last use may get: using an entry should not cost a write each time.
	touchAfter = time.Hour
)

// Store is a folder of entries.
type Store struct {
	root   *os.Root
	limits limits
}

// Open returns the store in a folder, and makes the folder if necessary. It fails if the folder cannot be
// used, or if another user may write to it.
func Open(folder string) (*Store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	info, err := root.Stat(".")
	if err == nil {
		err = trusted(info)
	}
	if err != nil {
		_ = root.Close()
		return nil, fmt.Errorf("the folder %s: %w", folder, err)
	}
	return &Store{root, defaultLimits}, nil
}

// Close ends the use of the folder.
func (s *Store) Close() { _ = s.root.Close() }

// Load returns the bytes of a key, if they are present and undamaged.
func (s *Store) Load(key Key) ([]byte, bool) {
	name := key.fileName()
	info, err := s.root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxEntry || trusted(info) != nil {
		return nil, false
	}
	sealed, err := s.root.ReadFile(name)
	if err != nil {
		return nil, false
	}
	payload, ok := unseal(key, sealed)
	if now := time.Now(); ok && now.Sub(info.ModTime()) > touchAfter {
		_ = s.root.Chtimes(name, now, now) // the entry now counts as recently used
	}
	return payload, ok
}

// Save stores the bytes of a key, and evicts others to make room.
func (s *Store) Save(key Key, payload []byte) error {
	sealed := seal(key, payload)
	if len(sealed) > maxEntry {
		return fmt.Errorf("%d bytes are too many to keep", len(payload))
	}
	if err := s.write(key.fileName(), sealed); err != nil {
		return err
	}
	return s.evict(time.Now())
}

// write writes a file atomically.
func (s *Store) write(name string, content []byte) error {
	temp := name + "." + rand.Text() + tempSuffix
	file, err := s.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Close()); err == nil {
		err = s.replace(temp, name)
	}
	if err != nil {
		_ = s.root.Remove(temp)
	}
	return err
}

// replace renames a file. A target that is not a regular file is removed first.
func (s *Store) replace(from, to string) error {
	if info, err := s.root.Lstat(to); err == nil && !info.Mode().IsRegular() {
		if err := s.root.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return s.root.Rename(from, to)
}
