package images

import (
	"encoding/binary"
	"errors"
	"io"
)

// Format is a file format.
type Format string

// The formats. Images can be read in all of them, and written as JPEG and PNG.
const (
	JPEG Format = "jpeg"
	PNG  Format = "png"
	GIF  Format = "gif"
	WebP Format = "webp"
)

// Info is what the header of an image says.
type Info struct {
	Format        Format
	Width, Height int // as the image is shown: after the orientation is applied
	Orientation   int // 1 to 8, as EXIF counts; 1 if the file does not say
}

// header is what is known of an image before it is decoded.
type header struct {
	format        Format
	width, height int // as stored
	orientation   int
	alpha         bool  // may be transparent
	kept          int64 // bytes of the decoded image
	memory        int64 // what the decoder takes at most, the decoded image included
}

// turned reports whether width and height change places when the image is shown.
func (h header) turned() bool { return h.orientation >= 5 }

// shown returns width and height after the orientation is applied.
func (h header) shown() (width, height int) {
	if h.turned() {
		return h.height, h.width
	}
	return h.width, h.height
}

// Probe reads the header of an image file. It decodes nothing. An error of the file's content is an [Error].
func Probe(file io.ReaderAt, size int64) (Info, error) {
	h, err := readHeader(file, size)
	if err != nil {
		return Info{}, err
	}
	info := Info{Format: h.format, Orientation: h.orientation}
	info.Width, info.Height = h.shown()
	return info, nil
}

// readHeader recognises a file by its first bytes; its name and what a client says of it count for nothing.
func readHeader(file io.ReaderAt, size int64) (header, error) {
	in := input{file, size}
	start, err := in.at(0, min(16, size))
	if err != nil {
		return header{}, err
	}
	h := header{}
	switch s := string(start); {
	case len(s) >= 3 && s[:3] == "\xff\xd8\xff":
		h, err = readJPEG(in)
	case len(s) >= 8 && s[:8] == pngSignature:
		h, err = readPNG(in)
	case len(s) >= 6 && (s[:6] == "GIF87a" || s[:6] == "GIF89a"):
		h, err = readGIF(in)
	case len(s) >= 12 && s[:4] == "RIFF" && s[8:12] == "WEBP":
		h, err = readWebP(in)
	default:
		return h, unsupported("the file begins with %q", s)
	}
	if err == nil && (h.width < 1 || h.height < 1) {
		err = broken("the header says %d × %d pixels", h.width, h.height)
	}
	if h.orientation == 0 {
		h.orientation = 1
	}
	return h, err
}

// input is a file whose headers are read.
type input struct {
	file io.ReaderAt
	size int64
}

// at reads n bytes. A file that is too short is a broken image; any other failure is not the image's.
func (in input) at(offset, n int64) ([]byte, error) {
	if offset < 0 || n < 0 || offset+n > in.size {
		return nil, broken("the file ends within its header, after %d bytes", in.size)
	}
	b := make([]byte, n)
	if read, err := in.file.ReadAt(b, offset); int64(read) < n {
		if errors.Is(err, io.EOF) {
			return nil, broken("the file ends within its header")
		}
		return nil, err
	}
	return b, nil
}

func big16(b []byte) int   { return int(binary.BigEndian.Uint16(b)) }
func big32(b []byte) int64 { return int64(binary.BigEndian.Uint32(b)) }

// maxSegments limits how many segments or chunks may come before the image itself.
const maxSegments = 10_000

// maxEXIF is the size up to which EXIF data is looked into: a segment of JPEG cannot be larger.
const maxEXIF = 64 << 10
