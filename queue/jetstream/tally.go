package jetstream

import (
	"encoding/binary"
	"os"
	"sync"
)

// tally counts deliveries of messages that are not acknowledged, in a file. The server counts them, too, but writes its
// counts to the disk up to 100 ms later: too late for a message that ends the process when it arrives. The file is not
// written through to the disk, since what is in it matters after the end of the process only.
type tally struct {
	file *os.File

	mu    sync.Mutex
	known map[delivered]*slot
	free  []int64 // offsets
	size  int64
}

// delivered names a message.
type delivered struct {
	stream   string
	sequence uint64
}

type slot struct {
	offset int64
	count  uint64
}

// A slot of the file: how long the name of the stream is, or 0 if the slot is free, then the name, the sequence number
// and the count.
const (
	slotSize  = 256
	slotCount = slotSize - 8
	slotSeq   = slotCount - 8
	slotName  = slotSeq - 1
)

func openTally(path string) (*tally, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	t := &tally{file: file, known: map[delivered]*slot{}}
	text, err := os.ReadFile(path)
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	for ; len(text) >= slotSize; text = text[slotSize:] {
		if n := int(text[0]); n > 0 && n <= slotName {
			key := delivered{string(text[1 : 1+n]), binary.LittleEndian.Uint64(text[slotSeq:])}
			t.known[key] = &slot{t.size, binary.LittleEndian.Uint64(text[slotCount:])}
		} else {
			t.free = append(t.free, t.size)
		}
		t.size += slotSize
	}
	return t, nil
}

// arrived counts a delivery, which is at least the n-th, and returns which one it is. Failures to write only make the count
// less exact.
func (t *tally) arrived(stream string, sequence, n uint64) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := delivered{stream, sequence}
	s := t.known[key]
	if s == nil {
		s = &slot{offset: t.size}
		if last := len(t.free) - 1; last >= 0 {
			s.offset, t.free = t.free[last], t.free[:last]
		} else {
			t.size += slotSize
		}
		t.known[key] = s
	}
	s.count = max(s.count+1, n)
	var text [slotSize]byte
	text[0] = byte(copy(text[1:1+slotName], stream))
	binary.LittleEndian.PutUint64(text[slotSeq:], sequence)
	binary.LittleEndian.PutUint64(text[slotCount:], s.count)
	_, _ = t.file.WriteAt(text[:], s.offset)
	return s.count
}

// acknowledged forgets a message.
func (t *tally) acknowledged(stream string, sequence uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget(delivered{stream, sequence})
}

// only forgets the messages of a stream but those from the first to the last.
func (t *tally) only(stream string, first, last uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key := range t.known {
		if key.stream == stream && (key.sequence < first || key.sequence > last) {
			t.forget(key)
		}
	}
}

func (t *tally) forget(key delivered) {
	if s := t.known[key]; s != nil {
		_, _ = t.file.WriteAt([]byte{0}, s.offset)
		delete(t.known, key)
		t.free = append(t.free, s.offset)
	}
}

func (t *tally) close() { _ = t.file.Close() }
