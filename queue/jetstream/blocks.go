package jetstream

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"

	"github.com/minio/highwayhash"
)

// The server appends messages to blocks, files of records:
//
//	length(4) sequence(8) time(8) length of subject(2) subject [length of headers(4) headers] payload hash(8)
//
// The highest bit of the length says whether there are headers. Two bits of the sequence say that the record is the mark of a message that
// was removed, or was overwritten. The hash, whose key has the names of stream and block, leaves out the lengths.
const (
	recordHead   = 22
	recordHash   = 8
	leastRecord  = recordHead + recordHash
	mostRecord   = 32 << 20
	withHeaders  = 1 << 31
	removedMark  = 1 << 62
	overwritten  = 1 << 63
	sequenceBits = removedMark - 1
)

// blockReader reads the records of one block.
type blockReader struct {
	hash    hash.Hash64
	subject func([]byte) bool // whether messages of the stream have it
	budget  int               // bytes that are hashed at most while the begin of a record is looked for
}

func newBlockReader(stream string, index int, subject func([]byte) bool) (*blockReader, error) {
	key := sha256.Sum256(fmt.Appendf(nil, "%s-%d", stream, index))
	h, err := highwayhash.New64(key[:])
	return &blockReader{hash: h, subject: subject}, err
}

// record is what a block says of a message.
type record struct {
	start, end int
	sequence   uint64
	message    bool // or else the mark of one that was removed
}

// read reads the record at an offset, and reports whether there is a whole one. It hashes nothing if the lengths cannot be.
func (r *blockReader) read(block []byte, at int) (record, bool) {
	if len(block)-at < leastRecord {
		return record{}, false
	}
	head := block[at : at+recordHead]
	length, subject := binary.LittleEndian.Uint32(head), int(binary.LittleEndian.Uint16(head[20:]))
	headers := length&withHeaders != 0
	length &^= withHeaders
	if length < leastRecord || length > mostRecord || int(length) > len(block)-at || subject > int(length)-leastRecord {
		return record{}, false
	}
	sequence := binary.LittleEndian.Uint64(head[4:])
	rest := block[at+recordHead : at+int(length)-recordHash]
	found := record{at, at + int(length), sequence & sequenceBits, sequence&(removedMark|overwritten) == 0}
	if found.message && !r.subject(rest[:subject]) || !found.message && length != leastRecord {
		return record{}, false
	}
	r.budget -= int(length)
	r.hash.Reset()
	_, _ = r.hash.Write(head[4:20])
	_, _ = r.hash.Write(rest[:subject])
	rest = rest[subject:]
	if headers {
		if len(rest) < 4 {
			return record{}, false
		}
		n := binary.LittleEndian.Uint32(rest)
		rest = rest[4:]
		if int64(n) > int64(len(rest)) || !areHeaders(rest[:n]) {
			return record{}, false
		}
	}
	_, _ = r.hash.Write(rest)
	var sum [recordHash]byte
	return found, bytes.Equal(r.hash.Sum(sum[:0]), block[found.end-recordHash:found.end])
}

// areHeaders reports whether a text is all of the headers of a message: their length is not hashed.
func areHeaders(text []byte) bool {
	end := []byte("\r\n\r\n")
	return bytes.HasPrefix(text, []byte("NATS/1.0")) && bytes.Index(text, end) == len(text)-len(end)
}

// span is a part of a block.
type span struct{ start, end int }

// scan returns the records of a block, and the parts that are not records. After such a part it looks for the next record.
func (r *blockReader) scan(block []byte) (records []record, broken []span) {
	const tries = 64 // times the block, while the begin of a record is looked for
	r.budget = tries * len(block)
	last := uint64(0)
	for at := 0; at < len(block); {
		found, whole := r.read(block, at)
		if whole {
			r.budget += found.end - found.start
		}
		if whole && (!found.message || found.sequence > last) {
			records = append(records, found)
			if found.message {
				last = found.sequence
			}
			at = found.end
			continue
		}
		if n := len(broken); n > 0 && broken[n-1].end == at {
			broken[n-1].end++
		} else {
			broken = append(broken, span{at, at + 1})
		}
		if at++; r.budget < 0 {
			broken[len(broken)-1].end, at = len(block), len(block)
		}
	}
	return records, broken
}
