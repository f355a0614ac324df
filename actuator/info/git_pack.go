package info

import (
	"bytes"
	"io"
	"os"
	"strings"
)

// The types of objects in packs. A difference is to an object before it, or to one with an id.
const (
	packedCommit     = 1
	packedDifference = 6
	packedByID       = 7
)

// The limits of what is followed. Git itself makes chains of at most 4095 differences.
const (
	longestChain = 4096
	packedHead   = 64 // bytes of a header, with the id or the offset after it
)

// packedAt reads the commit at an offset of the pack with an index. A commit may be the difference to another one, which may be one, too.
func packedAt(index string, offset int64, idSize int) (string, bool) {
	file, err := os.Open(strings.TrimSuffix(index, ".idx") + ".pack")
	if err != nil {
		return "", false
	}
	defer func() { _ = file.Close() }()
	var differences [][]byte
	for len(differences) < longestChain {
		one, ok := readPacked(file, offset, idSize)
		if !ok {
			return "", false
		}
		switch one.kind {
		case packedCommit:
			return patched(one.content, differences)
		case packedDifference:
			offset = one.base
		case packedByID:
			if offset, ok = offsetIn(index, one.id); !ok { // it is in the same pack
				return "", false
			}
		default:
			return "", false
		}
		differences = append(differences, one.content)
	}
	return "", false
}

// packed is an object of a pack.
type packed struct {
	kind    byte
	base    int64  // where the object is that this is a difference to
	id      []byte // its id, if that is known instead
	content []byte
}

func readPacked(file io.ReaderAt, offset int64, idSize int) (one packed, ok bool) {
	head := make([]byte, packedHead)
	n, _ := file.ReadAt(head, offset) // fewer at the end of the file
	head = head[:n]
	if n == 0 || offset < 0 {
		return one, false
	}
	one.kind = head[0] >> 4 & 7
	at := 1
	for at < n && head[at-1]&0x80 != 0 { // the size goes on
		at++
	}
	switch one.kind {
	case packedDifference:
		back, length := backwards(head[at:])
		if length == 0 || back <= 0 || back > offset {
			return one, false
		}
		one.base, at = offset-back, at+length
	case packedByID:
		if at+idSize > n {
			return one, false
		}
		one.id, at = head[at:at+idSize], at+idSize
	}
	one.content, ok = inflated(io.NewSectionReader(file, offset+int64(at), mostText))
	return one, ok
}

// backwards reads how far before it the base of a difference is. The length is 0 if that is cut off.
func backwards(head []byte) (back int64, length int) {
	for i, b := range head {
		if i > 0 {
			back++
		}
		back = back<<7 | int64(b&0x7f)
		if b&0x80 == 0 {
			return back, i + 1
		}
		if i == 8 { // further ones do not fit
			break
		}
	}
	return 0, 0
}

// patched applies differences, the last one first.
func patched(content []byte, differences [][]byte) (string, bool) {
	for i := len(differences) - 1; i >= 0; i-- {
		var ok bool
		if content, ok = patch(content, differences[i]); !ok {
			return "", false
		}
	}
	return string(content), true
}

// patch applies one difference: the sizes before and after, and then what to copy from the base or to insert.
func patch(base, difference []byte) ([]byte, bool) {
	d := bytes.NewReader(difference)
	before, ok := readSize(d)
	after, ok2 := readSize(d)
	if !ok || !ok2 || before != uint64(len(base)) || after > mostText {
		return nil, false
	}
	out := make([]byte, 0, after)
	for d.Len() > 0 {
		code, _ := d.ReadByte() // there is one
		if code == 0 {
			return nil, false // is kept for later versions of the format
		}
		if code&0x80 == 0 {
			part := make([]byte, code)
			if _, err := io.ReadFull(d, part); err != nil {
				return nil, false
			}
			out = append(out, part...)
		} else {
			from, size, ok := readCopy(d, code)
			if !ok || from+size > uint64(len(base)) {
				return nil, false
			}
			out = append(out, base[from:from+size]...)
		}
		if uint64(len(out)) > after {
			return nil, false
		}
	}
	if uint64(len(out)) != after {
		return nil, false
	}
	return out, true
}

// readSize reads a number whose lower bits come first.
func readSize(d *bytes.Reader) (size uint64, ok bool) {
	for shift := 0; shift < 63; shift += 7 {
		b, err := d.ReadByte()
		if err != nil {
			return 0, false
		}
		size |= uint64(b&0x7f) << shift
		if b&0x80 == 0 {
			return size, true
		}
	}
	return 0, false
}

// readCopy reads what to copy: the bits of the code say which bytes of the offset and of the size follow.
func readCopy(d *bytes.Reader, code byte) (from, size uint64, ok bool) {
	for bit := range 7 {
		if code>>bit&1 == 0 {
			continue
		}
		b, err := d.ReadByte()
		if err != nil {
			return 0, 0, false
		}
		if bit < 4 {
			from |= uint64(b) << (8 * bit)
		} else {
			size |= uint64(b) << (8 * (bit - 4))
		}
	}
	if size == 0 {
		size = 0x10000
	}
	return from, size, true
}
