package compress

import (
	"bytes"
	"io"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	brotli "github.com/molecule-man/go-brrr"
)

// At these levels a body of 10 KB costs about 50 µs: one level more costs twice as much and saves one hundredth.
const (
	gzipLevel   = 3
	brotliLevel = 3
	zstdLevel   = zstd.SpeedFastest
	zstdWindow  = 128 << 10 // of the 8 MiB that a client must support; the encoder needs it, too
)

// maxStreams limits how many streams are encoded at a time: a stream that waits for its next event keeps its encoder.
const maxStreams = 100

// Options say what to compress. An empty field has the stated default.
type Options struct {
	Codings  []Coding // in the server's order of preference; [Codings]
	Types    []string // "text/html", "text/*" or "*+json"; [Types]
	MinBytes int      // smaller bodies stay uncompressed; 1 KiB, since a body that fits into a packet gains nothing
}

// Compressor encodes bodies. It is safe for concurrent use.
type Compressor struct {
	codings  []Coding
	types    types
	minBytes int
	streams  atomic.Int32
	idle     map[Coding]*sync.Pool // pools of encoder
}

// New makes a compressor.
func New(o Options) *Compressor {
	if len(o.Codings) == 0 {
		o.Codings = Codings()
	}
	if len(o.Types) == 0 {
		o.Types = Types()
	}
	if o.MinBytes <= 0 {
		o.MinBytes = 1 << 10
	}
	return &Compressor{
		codings: o.Codings, types: newTypes(o.Types), minBytes: o.MinBytes,
		idle: map[Coding]*sync.Pool{
			Zstd:   {New: func() any { return newZstd() }},
			Brotli: {New: func() any { return newBrotli() }},
			Gzip:   {New: func() any { return newGzip() }},
		},
	}
}

// Fits reports whether bodies of a media type are worth compressing.
func (c *Compressor) Fits(contentType string) bool { return c.types.has(contentType) }

// MinBytes returns the size below which bodies are not compressed.
func (c *Compressor) MinBytes() int { return c.minBytes }

// Choose calls Negotiate with the codings of the options.
func (c *Compressor) Choose(accept string) Coding { return Negotiate(accept, c.codings) }

// Append appends an encoded body to dst. The coding must not be None.
func (c *Compressor) Append(coding Coding, dst, body []byte) []byte {
	out := bytes.NewBuffer(dst)
	e := c.encoder(coding, out)
	_, _ = e.Write(body) // a buffer takes everything
	_ = e.Close()
	c.release(coding, e)
	return out.Bytes()
}

// encoder is the interface that the three libraries share.
type encoder interface {
	io.WriteCloser
	Flush() error
	Reset(w io.Writer)
}

func (c *Compressor) encoder(coding Coding, w io.Writer) encoder {
	e := c.idle[coding].Get().(encoder)
	e.Reset(w)
	return e
}

func (c *Compressor) release(coding Coding, e encoder) {
	e.Reset(nil) // so that it does not keep its destination alive
	c.idle[coding].Put(e)
}

func newGzip() encoder {
	w, err := gzip.NewWriterLevel(nil, gzipLevel)
	return must(w, err)
}

func newBrotli() encoder {
	w, err := brotli.NewWriter(nil, brotliLevel)
	return must(w, err)
}

// newZstd makes an encoder that starts no goroutines.
func newZstd() encoder {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstdLevel), zstd.WithWindowSize(zstdWindow),
		zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	return must(w, err)
}

// must panics on an error: the levels are constants that a test has checked.
func must[E encoder](e E, err error) encoder {
	if err != nil {
		panic(err)
	}
	return e
}
