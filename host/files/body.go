package files

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
)

// Body is the body of an answer with a file: the whole file, a range, or several ranges as multipart/byteranges. It
// owns the file.
type Body struct {
	ContentType string // of the whole body
	Size        int64
	Parts       []Part

	file   *File
	reader io.Reader // made by the first Read
}

// Part is a text and a range of the file that follows it; either may be empty.
type Part struct {
	Text  []byte
	Range Range
}

// Body makes the body for an answer's ranges; without ranges it is the whole file. Only the parts of several ranges
// state the file's content type themselves.
func (f *File) Body(ranges []Range, contentType string) *Body {
	b := &Body{ContentType: contentType, file: f}
	switch len(ranges) {
	case 0:
		b.add(nil, Range{0, f.Size})
	case 1:
		b.add(nil, ranges[0])
	default:
		boundary := rand.Text()
		b.ContentType = "multipart/byteranges; boundary=" + boundary
		for _, r := range ranges {
			b.add(partHead(boundary, contentType, r.ContentRange(f.Size)), r)
		}
		b.add([]byte("\r\n--"+boundary+"--\r\n"), Range{})
	}
	return b
}

func partHead(boundary, contentType, contentRange string) []byte {
	return fmt.Appendf(nil, "\r\n--%s\r\nContent-Type: %s\r\nContent-Range: %s\r\n\r\n", boundary, contentType, contentRange)
}

func (b *Body) add(text []byte, r Range) {
	b.Parts = append(b.Parts, Part{text, r})
	b.Size += int64(len(text)) + r.Length
}

// File returns the file that the body is read from.
func (b *Body) File() *File { return b.file }

// Read reads the body from its beginning.
func (b *Body) Read(p []byte) (int, error) {
	if b.reader == nil {
		readers := make([]io.Reader, 0, 2*len(b.Parts))
		for _, part := range b.Parts {
			readers = append(readers, bytes.NewReader(part.Text), io.NewSectionReader(b.file, part.Range.Start, part.Range.Length))
		}
		b.reader = io.MultiReader(readers...)
	}
	return b.reader.Read(p)
}

// Close closes the file.
func (b *Body) Close() error { return b.file.Close() }
