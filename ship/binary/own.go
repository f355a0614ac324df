package binary

import (
	"os"
	"runtime"
)

// OpenOwn opens the executable of the running process, even if another one has taken its place since.
func OpenOwn() (*os.File, error) {
	if runtime.GOOS == "linux" {
		return os.Open("/proc/self/exe")
	}
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}
