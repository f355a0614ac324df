//go:build unix

package parcel

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// trusted returns an error unless only this user can have written the file. What is unpacked is
// executed.
func trusted(info fs.FileInfo) error {
	if info.Mode().Perm()&0o022 != 0 {
		return errors.New("others may write to it")
	}
	if owner, known := info.Sys().(*syscall.Stat_t); !known || int(owner.Uid) != os.Geteuid() {
		return errors.New("it belongs to another user")
	}
	return nil
}
