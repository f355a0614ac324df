package parcel

import (
	"encoding/binary"
	"errors"
	"fmt"

	program "github.com/fwrun/fwrun/ship/binary"
)

const (
	trailerSize = 64
	magic       = "fwrunapp"

	// layout is the version of the layout that this program writes, and the only one that it reads: a file has its own program.
	layout = 1
	// maxArchive bounds the length of an archive, in bytes.
	maxArchive = 1 << 30
)

// trailer is what stands behind an archive.
type trailer struct {
	at     program.Extent // of the archive
	layout uint32
	sum    [32]byte
}

// Errors of a trailer.
var (
	errNoTrailer = errors.New("there is no application")
	errDamaged   = errors.New("the description of the application is damaged")
)

func (t trailer) encode() []byte {
	out := make([]byte, 0, trailerSize)
	out = binary.BigEndian.AppendUint64(out, uint64(t.at.Offset))
	out = binary.BigEndian.AppendUint64(out, uint64(t.at.Length))
	out = binary.BigEndian.AppendUint32(out, t.layout)
	out = binary.BigEndian.AppendUint32(out, 0)
	out = append(out, t.sum[:]...)
	return append(out, magic...)
}

// decodeTrailer reads a trailer that begins at an offset of its file: the archive must end there.
func decodeTrailer(data []byte, offset int64) (t trailer, err error) {
	if len(data) != trailerSize || string(data[56:]) != magic {
		return t, errNoTrailer
	}
	at, length := binary.BigEndian.Uint64(data), binary.BigEndian.Uint64(data[8:])
	t.layout = binary.BigEndian.Uint32(data[16:])
	copy(t.sum[:], data[24:56])
	switch {
	case t.layout != layout:
		return t, fmt.Errorf("the application has the layout %d, and this program reads %d", t.layout, layout)
	case binary.BigEndian.Uint32(data[20:]) != 0, length > maxArchive, at > uint64(offset), at+length != uint64(offset), at == 0, length == 0:
		return t, errDamaged
	}
	t.at = program.Extent{Offset: int64(at), Length: int64(length)}
	return t, nil
}
