package binary

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// mark is a part of every fwrun: a text, and two numbers of 16 hexadecimal digits, which are zero as it is built.
//
//go:embed mark.txt
var mark string

const (
	digits  = 16
	numbers = 2 * digits
)

// Extent is where in a file an application is, in bytes.
type Extent struct{ Offset, Length int64 }

// End returns the offset behind it.
func (e Extent) End() int64 { return e.Offset + e.Length }

// Own returns the extent of the application that the running program says it carries; false if it says that it carries none.
func Own() (Extent, bool) {
	e, err := extentOf(mark[len(mark)-numbers:])
	return e, err == nil && e != Extent{}
}

func extentOf(text string) (e Extent, err error) {
	for i, n := range []*int64{&e.Offset, &e.Length} {
		if *n, err = strconv.ParseInt(text[i*digits:(i+1)*digits], 16, 64); err != nil {
			return Extent{}, errors.New("the mark is damaged")
		}
	}
	return e, nil
}

func (e Extent) text() string { return fmt.Sprintf("%016x%016x", e.Offset, e.Length) }

// block is how much of a file is looked through at a time.
const block = 1 << 20

// findMark returns the offset of the numbers of the only mark in a file.
func findMark(r io.ReaderAt, size int64) (int64, error) {
	word := []byte(mark[:len(mark)-numbers])
	found := int64(-1)
	buffer := make([]byte, block+len(word)-1) // a mark may lie across two blocks
	for at := int64(0); at < size; at += block {
		n, err := r.ReadAt(buffer, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		for part, begin := buffer[:n], at; ; {
			i := bytes.Index(part, word)
			if i < 0 {
				break
			}
			if found >= 0 {
				return 0, errors.New("it has two marks of fwrun")
			}
			found = begin + int64(i)
			part, begin = part[i+len(word):], begin+int64(i+len(word))
		}
	}
	if found < 0 || found+int64(len(mark)) > size {
		return 0, errors.New("it has no mark of fwrun")
	}
	return found + int64(len(word)), nil
}
