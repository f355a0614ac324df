package migrate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf16"

	"github.com/fwrun/fwrun/platform/fault"
)

// File is one migration file.
type File struct {
	Path  string // <target>/<path below the target's folder>: its identity
	Shown string // its name in messages, with the root
	Text  []byte // as it is on the disk
	Hash  string // SHA-256 of Text, in hexadecimal digits
}

// Name returns the last part of the path.
func (f *File) Name() string { return f.Path[strings.LastIndexByte(f.Path, '/')+1:] }

// Equality states how a file compares with the one that ran.
type Equality int

// The equalities. LineEnds means that nothing but the kind of line ends, or a byte order mark, differs,
// which git and editors change. Unknown is that of a file which did not run to its end.
const (
	Different Equality = iota
	LineEnds
	Equal
	Unknown
)

// Compare compares the file with the hash of the one that ran.
func (f *File) Compare(hash string) Equality {
	if hash == f.Hash {
		return Equal
	}
	plain := bytes.TrimPrefix(bytes.ReplaceAll(f.Text, []byte("\r\n"), []byte("\n")), []byte(byteOrderMark))
	crlf := bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n"))
	for _, variant := range [][]byte{plain, crlf, append([]byte(byteOrderMark), plain...), append([]byte(byteOrderMark), crlf...)} {
		if hashOf(variant) == hash {
			return LineEnds
		}
	}
	return Different
}

const byteOrderMark = "\ufeff"

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Place returns the place of a byte of the file, with the line it is in.
func (f *File) Place(offset int) (place fault.Place, line string) {
	offset = min(max(offset, 0), len(f.Text))
	before := f.Text[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	rest, _, _ := bytes.Cut(f.Text[start:], []byte("\n"))
	return fault.Place{
		File: f.Shown,
		Line: bytes.Count(before, []byte("\n")) + 1,
		Col:  len(utf16.Encode([]rune(string(bytes.TrimPrefix(before[start:], []byte(byteOrderMark)))))) + 1,
	}, strings.TrimPrefix(strings.TrimSuffix(string(rest), "\r"), byteOrderMark)
}

// Problem returns a diagnostic at a byte of the file.
func (f *File) Problem(code string, offset int, message, hint string) fault.Diagnostic {
	d := fault.Diagnostic{Code: code, Message: message, Hint: hint}
	d.Place, d.Source = f.Place(offset)
	return d
}

// Warning returns a warning about the file as a whole.
func (f *File) Warning(code, message, hint string) fault.Diagnostic {
	return fault.Diagnostic{
		Severity: fault.Warning, Code: code, Place: fault.Place{File: f.Shown}, Message: message, Hint: hint,
	}
}
