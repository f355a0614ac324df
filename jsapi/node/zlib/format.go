package zlib

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"

	brotli "github.com/molecule-man/go-brrr"
)

// Format is a form of compressed data.
type Format string

// The formats. Unzip reads gzip or zlib, whichever it finds, and writes nothing.
const (
	Gzip   Format = "gzip"
	Zlib   Format = "deflate"
	Raw    Format = "deflateRaw"
	Unzip  Format = "unzip"
	Brotli Format = "brotli"
)

// MaxOutput is the largest number of bytes that are made at once.
const MaxOutput = 256 << 20

// blockSize is the largest number of bytes that are made between two looks at whether to go on.
const blockSize = 64 << 10

// Options say how. The zero value is what Node does without options.
type Options struct {
	Level      int    // of deflate -1 to 9, of Brotli 0 to 11
	Dictionary []byte // of zlib and deflateRaw
	MaxOutput  int64  // bytes; 0 and more than MaxOutput mean that
	Short      bool   // an end that comes too early is not an error
}

func (o Options) limit() int64 {
	if o.MaxOutput <= 0 || o.MaxOutput > MaxOutput {
		return MaxOutput
	}
	return o.MaxOutput
}

// encoder is what the libraries have in common.
type encoder interface {
	io.WriteCloser
	Flush() error
}

// encoder makes the encoder of the format.
func (f Format) encoder(to io.Writer, o Options) (encoder, error) {
	switch f {
	case Gzip:
		return gzip.NewWriterLevel(to, o.Level)
	case Zlib:
		return zlib.NewWriterLevelDict(to, o.Level, o.Dictionary)
	case Raw:
		return flate.NewWriterDict(to, o.Level, o.Dictionary)
	case Brotli:
		return brotli.NewWriter(to, o.Level)
	default:
		return nil, errors.New("zlib: " + string(f) + " is only read")
	}
}

// decoder makes the decoder of the format, which reads the header if there is one.
func (f Format) decoder(from *bufio.Reader, o Options) (io.Reader, error) {
	switch f {
	case Unzip:
		if head, _ := from.Peek(2); len(head) == 2 && head[0] == 0x1f && head[1] == 0x8b {
			return Gzip.decoder(from, o)
		}
		return Zlib.decoder(from, o)
	case Gzip:
		return newMembers(from)
	case Zlib:
		return zlib.NewReaderDict(from, o.Dictionary)
	case Raw:
		return flate.NewReaderDict(from, o.Dictionary), nil
	default:
		return brotli.NewReader(from), nil
	}
}

// members reads the members of a gzip file one after the other. What follows them and is none is ignored, as Node does.
type members struct {
	from *bufio.Reader
	in   *gzip.Reader
}

func newMembers(from *bufio.Reader) (*members, error) {
	in, err := gzip.NewReader(from)
	if err != nil {
		return nil, err
	}
	in.Multistream(false)
	return &members{from, in}, nil
}

// Read reads decoded bytes.
func (m *members) Read(p []byte) (int, error) {
	for {
		n, err := m.in.Read(p)
		if n > 0 && errors.Is(err, io.EOF) {
			return n, nil
		}
		if !errors.Is(err, io.EOF) || n > 0 {
			return n, err
		}
		if head, _ := m.from.Peek(2); len(head) < 2 || head[0] != 0x1f || head[1] != 0x8b {
			return 0, io.EOF
		}
		if err := m.in.Reset(m.from); err != nil {
			return 0, err
		}
		m.in.Multistream(false)
	}
}

// Compress returns the bytes in the format.
func (f Format) Compress(ctx context.Context, data []byte, o Options) ([]byte, error) {
	d, err := NewDeflater(f, o)
	if err != nil {
		return nil, err
	}
	var out []byte
	for piece := range pieces(data) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		made, err := d.Write(piece)
		if err != nil {
			return nil, err
		}
		if out = append(out, made...); int64(len(out)) > o.limit() {
			return nil, tooLarge(o.limit())
		}
	}
	made, err := d.Close()
	if out = append(out, made...); int64(len(out)) > o.limit() {
		return nil, tooLarge(o.limit())
	}
	return out, err
}

// pieces cuts bytes into blocks, after each of which somebody may look whether to go on.
func pieces(data []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(data) > 0 {
			n := min(len(data), 4*blockSize)
			if !yield(data[:n]) {
				return
			}
			data = data[n:]
		}
	}
}

// Decompress returns the decompressed bytes.
func (f Format) Decompress(ctx context.Context, data []byte, o Options) ([]byte, error) {
	from, err := f.decoder(bufio.NewReader(bytes.NewReader(data)), o)
	if err != nil {
		return nil, f.atEnd(err, o)
	}
	var out bytes.Buffer
	room := make([]byte, blockSize)
	for {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		n, err := from.Read(room)
		if out.Write(room[:n]); int64(out.Len()) > o.limit() {
			return nil, tooLarge(o.limit())
		}
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			if err = f.atEnd(err, o); err != nil {
				return nil, err
			}
			return out.Bytes(), nil
		}
	}
}

// atEnd makes an Error of what a decoder says in the middle of its data, or none if the end came too early and may.
func (f Format) atEnd(err error, o Options) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		if o.Short {
			return nil
		}
		return errEnd
	}
	return f.known(err)
}
