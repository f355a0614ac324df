package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

// Identity returns a hash that identifies this build of the program: what it caches depends on its own code.
// The module's version is not enough, since a build from a changed tree has none. So the hash covers
// everything that a build leaves behind: what the linker recorded, and the size, the time and the beginning
// of the executable, which contains the toolchain's build ID. Reading the whole executable would cost more
// than most entries save.
func Identity() ([32]byte, error) { return identity() }

var identity = sync.OnceValues(func() (id [32]byte, err error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return id, errors.New("the program does not know its build")
	}
	file, err := openExecutable()
	if err != nil {
		return id, err
	}
	defer func() { _ = file.Close() }()
	stat, err := file.Stat()
	if err != nil {
		return id, err
	}
	hash := sha256.New()
	_, _ = io.WriteString(hash, info.String())
	_ = binary.Write(hash, binary.BigEndian, []int64{stat.Size(), stat.ModTime().UnixNano()})
	_, err = io.CopyN(hash, file, 64<<10) // every format has the build ID in its first 32 KiB
	return [32]byte(hash.Sum(nil)), err
})

// openExecutable opens the running executable, even if another build has replaced it since.
func openExecutable() (*os.File, error) {
	if runtime.GOOS == "linux" {
		return os.Open("/proc/self/exe")
	}
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}
