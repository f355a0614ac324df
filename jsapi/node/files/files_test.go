package files_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/node/files"
)

// diskIn returns a disk of a new folder.
func diskIn(t *testing.T) (files.Disk, string) {
	folder := t.TempDir()
	return files.Disk{Folders: folders.Folders{Application: folder}}, folder
}

// has checks the code of an error.
func has(t *testing.T, err error, code string) {
	t.Helper()
	if known, ok := errors.AsType[*files.Error](err); !ok || known.Code != code {
		t.Errorf("got %v, want %s", err, code)
	}
}

// TestRoomIsAskedFor: before anything is read, for as much as that is.
func TestRoomIsAskedFor(t *testing.T) {
	disk, folder := diskIn(t)
	if err := os.WriteFile(filepath.Join(folder, "a"), make([]byte, 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	var asked []int
	disk.Room = func(bytes int) (func(), error) {
		asked = append(asked, bytes)
		return nil, full
	}
	if _, err := disk.ReadFile("a"); !errors.Is(err, full) {
		t.Errorf("a file is read: %v", err)
	}
	var open files.Open
	defer open.CloseAll()
	number, err := open.Open(disk, "a", os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open.Read(disk, number, 1<<30, -1); !errors.Is(err, full) {
		t.Errorf("a part is read: %v", err)
	}
	if !slices.Equal(asked, []int{1000, files.MaxChunk}) {
		t.Errorf("asked for %v", asked)
	}
}

// TestLargeFilesAreRefused: without being read.
func TestLargeFilesAreRefused(t *testing.T) {
	disk, folder := diskIn(t)
	if err := os.WriteFile(filepath.Join(folder, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(folder, "a"), files.MaxRead+1); err != nil {
		t.Fatal(err)
	}
	disk.Room = func(bytes int) (func(), error) {
		t.Errorf("it asks for %d bytes", bytes)
		return func() {}, nil
	}
	_, err := disk.ReadFile("a")
	has(t, err, "ERR_FS_FILE_TOO_LARGE")
}

// TestEndedContexts: nothing long goes on.
func TestEndedContexts(t *testing.T) {
	disk, folder := diskIn(t)
	if err := os.MkdirAll(filepath.Join(folder, "a", "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "c"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	why := errors.New("given up")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	_, listed := disk.ReadDir(ctx, "a", true)
	for what, err := range map[string]error{
		"listing": listed, "removing": disk.RemoveAll(ctx, "a", true, false), "copying": disk.Copy(ctx, "c", "d", false),
	} {
		if !errors.Is(err, why) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := disk.RemoveAll(t.Context(), "a", true, false); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "a")); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
}

func TestPathsAreNotTooLong(t *testing.T) {
	disk, _ := diskIn(t)
	_, err := disk.Mkdir(strings.Repeat("d/", files.MaxPath), true, 0o700)
	has(t, err, "ENAMETOOLONG")
	if first, err := disk.Mkdir("a/b/c", true, 0o700); err != nil || first != "a" {
		t.Errorf("%q, %v", first, err)
	}
	if first, err := disk.Mkdir("a/b/c/d/e", true, 0o700); err != nil || first != filepath.Join("a", "b", "c", "d") {
		t.Errorf("%q, %v", first, err)
	}
	if first, err := disk.Mkdir("a/b", true, 0o700); err != nil || first != "" {
		t.Errorf("%q, %v", first, err)
	}
}
