package databases

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Variable names the folder in which the servers of a run leave their addresses.
const Variable = "FWRUN_TEST_SERVERS"

// Shared returns the address of a server that the run of the tests shares, and waits until it can be used. ok is false if
// there is none.
func Shared(name string) (address string, ok bool, err error) {
	folder := os.Getenv(Variable)
	if folder == "" {
		return "", false, nil
	}
	if _, err := os.Stat(filepath.Join(folder, name+".begun")); err != nil {
		return "", false, nil // its programs are not installed
	}
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for began := time.Now(); ; <-look.C {
		text, err := os.ReadFile(filepath.Join(folder, name))
		switch {
		case err == nil:
			return string(text), true, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", false, err
		}
		if why, err := os.ReadFile(filepath.Join(folder, name+".failed")); err == nil {
			return "", false, fmt.Errorf("the shared server %s did not start: %s", name, why)
		}
		if took := time.Since(began); took > 2*patience {
			return "", false, fmt.Errorf("waited %v in vain for the shared server %s", took.Round(time.Second), name)
		}
	}
}

// Begin says that a server is being started, before any test asks for it.
func Begin(folder, name string) error {
	return os.WriteFile(filepath.Join(folder, name+".begun"), nil, 0o644)
}

// Announce leaves the address of a server in a folder, or why it did not start.
func Announce(folder, name, address string, failed error) error {
	if failed != nil {
		return os.WriteFile(filepath.Join(folder, name+".failed"), []byte(failed.Error()), 0o644)
	}
	// The name appears when the text is complete.
	if err := os.WriteFile(filepath.Join(folder, name+".new"), []byte(address), 0o644); err != nil {
		return err
	}
	return os.Rename(filepath.Join(folder, name+".new"), filepath.Join(folder, name))
}
