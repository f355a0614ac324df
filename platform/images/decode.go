package images

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// maxScans limits the scans of a progressive JPEG: each costs time for the whole image, however few bytes it has.
// Programs write about ten.
const maxScans = 100

// decode decodes an image whose header has been read. A decoder cannot be stopped between two reads, so it gets its
// input in small pieces.
func decode(ctx context.Context, h header, file io.ReaderAt, size int64) (m image.Image, err error) {
	in := &meter{ctx: ctx, in: bufio.NewReaderSize(io.NewSectionReader(file, 0, size), 64<<10), scans: -1}
	if h.format == JPEG {
		in.scans = 0
	}
	defer func() {
		if p := recover(); p != nil {
			m, err = nil, broken("the decoder panics: %v", p)
		}
		switch {
		case in.failed != nil:
			m, err = nil, in.failed // not what the decoder made of it
		case err != nil:
			m, err = nil, blame(err)
		}
	}()
	codec := codecs[h.format]
	said, err := codec.config(io.NewSectionReader(file, 0, size))
	if err != nil {
		return nil, err
	}
	if said.Width != h.width || said.Height != h.height { // the decoder would take memory for another image
		return nil, broken("the header has %d × %d pixels, for the decoder %d × %d", h.width, h.height, said.Width, said.Height)
	}
	return codec.decode(in)
}

// codecs has the decoder of each format.
var codecs = map[Format]struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}{
	JPEG: {jpeg.DecodeConfig, jpeg.Decode},
	PNG:  {png.DecodeConfig, png.Decode},
	GIF:  {gif.DecodeConfig, gif.Decode}, // of the first frame
	WebP: {webp.DecodeConfig, webp.Decode},
}

// blame returns a decoder's error as one of the image.
func blame(err error) error {
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	_, isJPEG := errors.AsType[jpeg.UnsupportedError](err)
	_, isPNG := errors.AsType[png.UnsupportedError](err)
	if isJPEG || isPNG {
		return &Error{Unsupported, err}
	}
	return &Error{Broken, err}
}

// meter is the input of a decoder. It fails when the context ends, and when a JPEG has too many scans.
type meter struct {
	ctx    context.Context
	in     io.Reader
	scans  int  // -1 if they are not counted
	marker bool // the last byte was the first of a marker
	failed error
}

// Read implements io.Reader.
func (r *meter) Read(p []byte) (int, error) {
	const piece = 512
	if r.failed != nil {
		return 0, r.failed
	}
	if r.ctx.Err() != nil {
		r.failed = context.Cause(r.ctx)
		return 0, r.failed
	}
	n, err := r.in.Read(p[:min(len(p), piece)])
	if r.scans >= 0 {
		r.count(p[:n])
	}
	if r.scans > maxScans {
		r.failed = tooLarge("there are more than %d scans", maxScans)
		return 0, r.failed
	}
	if err != nil && !errors.Is(err, io.EOF) {
		r.failed = fmt.Errorf("the image cannot be read: %w", err)
	}
	return n, err
}

func (r *meter) count(p []byte) {
	for _, b := range p {
		if r.marker && b == markerSOS {
			r.scans++
		}
		r.marker = b == 0xff
	}
}
