package broadcast

import (
	"bytes"
	"encoding/binary"
)

// origin is the number of a line, by which it knows its own messages.
type origin [16]byte

// envelope is what is sent: a message, its name, and the line that it is from.
type envelope struct {
	from    origin
	name    string
	message []byte
}

// magic begins every envelope. Its last byte is the version.
var magic = []byte("fwb\x01")

// most is how much larger an envelope may be than its message.
const most = 64 << 10

func (e envelope) bytes() []byte {
	out := make([]byte, 0, e.size())
	out = append(append(out, magic...), e.from[:]...)
	out = binary.AppendUvarint(out, uint64(len(e.name)))
	return append(append(out, e.name...), e.message...)
}

// size returns about how many bytes there are; a little more than that at most.
func (e envelope) size() int {
	return len(magic) + len(e.from) + binary.MaxVarintLen64 + len(e.name) + len(e.message)
}

// readEnvelope reads what bytes returned. The message is a part of the data.
func readEnvelope(data []byte) (e envelope, ok bool) {
	rest, ok := bytes.CutPrefix(data, magic)
	if !ok || len(rest) < len(e.from) {
		return envelope{}, false
	}
	rest = rest[copy(e.from[:], rest):]
	length, size := binary.Uvarint(rest)
	if size <= 0 || length > uint64(len(rest)-size) {
		return envelope{}, false
	}
	e.name, e.message = string(rest[size:size+int(length)]), rest[size+int(length):]
	return e, true
}
