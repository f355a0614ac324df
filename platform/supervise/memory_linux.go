package supervise

import (
	"bytes"
	"os"
	"strconv"
)

// memory reads how much memory a process uses.
type memory struct{ file *os.File }

func watchMemory(pid int) memory {
	file, err := os.Open("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return memory{}
	}
	return memory{file}
}

// used returns the resident memory without pages of files, which the kernel can drop; 0 if it is not known.
func (m memory) used() int64 {
	if m.file == nil {
		return 0
	}
	var text [128]byte
	n, _ := m.file.ReadAt(text[:], 0)
	fields := bytes.Fields(text[:n]) // size resident shared …, in pages
	if len(fields) < 3 {
		return 0
	}
	resident, _ := strconv.ParseInt(string(fields[1]), 10, 64)
	shared, _ := strconv.ParseInt(string(fields[2]), 10, 64)
	return (resident - shared) * int64(os.Getpagesize())
}

func (m memory) close() {
	if m.file != nil {
		_ = m.file.Close()
	}
}
