//go:build linux || darwin

package management

import "syscall"

// diskSpace returns the size of the file system of a path, and how much of it this process may use, in bytes.
func diskSpace(path string) (total, free uint64, known bool) {
	var found syscall.Statfs_t
	if err := syscall.Statfs(path, &found); err != nil {
		return 0, 0, false
	}
	unit := uint64(found.Bsize) // its type depends on the system
	return found.Blocks * unit, found.Bavail * unit, true
}
