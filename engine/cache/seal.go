package cache

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// A sealed entry is
//
//	magic   8 bytes, with the version of this layout
//	key    32 bytes: a file with another's name is not taken for it
//	sum     4 bytes, of the payload
//	payload
//
// The sum detects damage, not malice; see trusted for that.
const (
	magic      = "fwrun\x00e1"
	headerSize = len(magic) + len(Key{}) + 4
)

func seal(key Key, payload []byte) []byte {
	sealed := make([]byte, 0, headerSize+len(payload))
	sealed = append(append(sealed, magic...), key[:]...)
	sealed = binary.BigEndian.AppendUint32(sealed, sum(payload))
	return append(sealed, payload...)
}

func unseal(key Key, sealed []byte) (payload []byte, ok bool) {
	if len(sealed) < headerSize {
		return nil, false
	}
	header, payload := sealed[:headerSize], sealed[headerSize:]
	named, ok := bytes.CutPrefix(header, []byte(magic))
	if !ok || !bytes.HasPrefix(named, key[:]) {
		return nil, false
	}
	return payload, binary.BigEndian.Uint32(named[len(key):]) == sum(payload)
}

// sum covers all bytes and their number, so that truncation is detected.
func sum(payload []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	size := binary.BigEndian.AppendUint64(nil, uint64(len(payload)))
	return crc32.Update(crc32.Checksum(size, table), table, payload)
}
