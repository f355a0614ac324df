package jetstream

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
)

// extent is how far the blocks of a stream were written through to the disk: they reach at least so far. A stream whose last block is
// shorter, or which ends before the last message, has lost messages, which nothing else would show. It is a file beside the blocks, which is not
// written through itself: an older one says less.
type extent struct {
	block int
	size  int64
	last  uint64 // sequence number of a message; 0 if it is not known
}

const (
	extentFile = "extent"
	extentSize = 28
)

func (e extent) write(stream string) {
	var text [extentSize]byte
	binary.LittleEndian.PutUint64(text[:], uint64(e.block))
	binary.LittleEndian.PutUint64(text[8:], uint64(e.size))
	binary.LittleEndian.PutUint64(text[16:], e.last)
	binary.LittleEndian.PutUint32(text[24:], crc32.ChecksumIEEE(text[:24]))
	file, err := os.OpenFile(filepath.Join(stream, extentFile), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return // the stream may be gone; less is known then
	}
	_, _ = file.WriteAt(text[:], 0)
	_ = file.Close()
}

// readExtent returns what is known of a stream; nothing if the file is damaged.
func readExtent(stream string) extent {
	text, err := os.ReadFile(filepath.Join(stream, extentFile))
	if err != nil || len(text) != extentSize || crc32.ChecksumIEEE(text[:24]) != binary.LittleEndian.Uint32(text[24:]) {
		return extent{}
	}
	number := func(at int) uint64 { return binary.LittleEndian.Uint64(text[at:]) }
	return extent{int(number(0)), int64(number(8)), number(16)}
}
