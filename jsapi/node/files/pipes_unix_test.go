//go:build unix

package files_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/fwrun/fwrun/jsapi/node/files"
)

// TestPipesAreRefused: nobody waits for those at their other end.
func TestPipesAreRefused(t *testing.T) {
	disk, folder := diskIn(t)
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := disk.ReadFile("pipe")
	has(t, err, "EINVAL")
	has(t, disk.WriteFile("pipe", nil, os.O_WRONLY, 0o600), "ENXIO") // nobody reads it
	has(t, disk.Copy(t.Context(), "pipe", "copy", false), "EINVAL")
	_, err = disk.ReadDir(t.Context(), "pipe", false)
	has(t, err, "EINVAL")
	var open files.Open
	_, err = open.Open(disk, "pipe", os.O_RDWR, 0)
	has(t, err, "EINVAL")
}
