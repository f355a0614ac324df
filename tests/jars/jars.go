package jars

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// Folder returns the folder of a program, whose name has its version. If it does not exist, fill writes the files to a new one.
func Folder(name string, fill func(folder string) error) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "fwrun-tests", name)
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return "", err
	}
	// Other test processes wait, since Maven cannot share its own cache with another Maven.
	unlock, err := lockedfile.MutexAt(folder + ".lock").Lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	// The folder appears when it is complete.
	fresh, err := os.MkdirTemp(filepath.Dir(folder), "download-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(fresh) }() // does nothing after Rename
	if err := fill(fresh); err != nil {
		return "", err
	}
	return folder, os.Rename(fresh, folder)
}

// Copy lets Maven copy artifacts into a folder: what the goal and its arguments say, for a project that is written there, too.
func Copy(folder string, pom []byte, args ...string) error {
	project := filepath.Join(folder, "pom.xml")
	if err := os.WriteFile(project, pom, 0o600); err != nil {
		return err
	}
	all := append([]string{"-q", "-B", "-f", project, "-DoutputDirectory=" + folder}, args...)
	if said, err := exec.Command("mvn", all...).CombinedOutput(); err != nil {
		return fmt.Errorf("mvn: %w\n%s", err, said)
	}
	return nil
}
