package parcel

import (
	"bytes"
	"crypto/sha256"
	"testing"

	program "github.com/fwrun/fwrun/ship/binary"
)

// FuzzTrailer: a trailer is refused, or it is the one that its extent and sum make, whose archive ends where the trailer begins.
func FuzzTrailer(f *testing.F) {
	t := trailer{at: program.Extent{Offset: 100, Length: 50}, layout: layout, sum: sha256.Sum256([]byte("x"))}
	f.Add(t.encode(), int64(150))
	f.Add(t.encode(), int64(151))
	f.Add(bytes.Repeat([]byte{0xff}, trailerSize), int64(1<<62))
	f.Add([]byte(magic), int64(0))
	f.Fuzz(func(t *testing.T, data []byte, offset int64) {
		if offset < 0 {
			return // no file has a place there
		}
		found, err := decodeTrailer(data, offset)
		if err != nil {
			return
		}
		if found.at.End() != offset || found.at.Offset <= 0 || found.at.Length <= 0 || found.at.Length > maxArchive {
			t.Errorf("the archive is at %v, before %d", found.at, offset)
		}
		if !bytes.Equal(found.encode(), data) {
			t.Errorf("%x is read as %x", data, found.encode())
		}
	})
}

// FuzzArchive: an archive whose sum is right, and that somebody else has made, is refused or has the files of its index.
func FuzzArchive(f *testing.F) {
	var whole bytes.Buffer
	if err := writeArchive(&whole, example()); err != nil {
		f.Fatal(err)
	}
	f.Add(whole.Bytes())
	f.Add([]byte("PK\x05\x06" + string(make([]byte, 18))))
	f.Fuzz(func(t *testing.T, archive []byte) {
		if len(archive) == 0 || len(archive) > 1<<20 {
			return
		}
		at := program.Extent{Offset: 1, Length: int64(len(archive))}
		file := append([]byte{0}, archive...)
		file = append(file, trailer{at: at, layout: layout, sum: sha256.Sum256(archive)}.encode()...)
		in, err := open(bytes.NewReader(file), int64(len(file)), at.End())
		if err != nil {
			return
		}
		if len(in.Paths()) > MaxFiles || sumOf(in.Compiled()) != in.index.Compiled {
			t.Errorf("%d files and %d bytes compiled", len(in.Paths()), len(in.Compiled()))
		}
	})
}
