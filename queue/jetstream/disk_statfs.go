//go:build linux || darwin || freebsd

package jetstream

import "syscall"

// freeBytes returns how much of the disk that a folder is on can be used, or -1 if that is not known.
func freeBytes(folder string) int64 {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return -1
	}
	return int64(s.Bavail) * int64(s.Bsize) //nolint:unconvert // the types differ between systems
}
