package compress

import (
	"bufio"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	brotli "github.com/molecule-man/go-brrr"

	"github.com/fwrun/fwrun/host/bounded"
)

// Deflate is read, and never written: clients disagree about what it is.
const Deflate Coding = "deflate"

const (
	// maxCodings limits how often a body may be encoded: each time takes a window of memory.
	maxCodings = 3
	// maxWindow limits what Zstandard may refer back to (RFC 9659). The other codings have no larger windows than 16 MiB.
	maxWindow = 8 << 20
)

// ErrTooLarge is the error for a body that is larger than its limit, before or after it is decoded.
var ErrTooLarge = errors.New("the body is too large")

var errSurplus = errors.New("there is data after the end of the compressed data")

// Decodable returns the codings that a Content-Encoding header lists, in their order and without "identity". It returns false if one of
// them is not known, or if they are too many.
func Decodable(contentEncoding string) (codings []Coding, ok bool) {
	for name := range strings.SplitSeq(contentEncoding, ",") {
		coding := Coding(strings.ToLower(strings.Trim(name, " \t")))
		switch coding {
		case None, "identity":
			continue
		case "x-gzip":
			coding = Gzip
		case Gzip, Deflate, Brotli, Zstd:
		default:
			return nil, false
		}
		if codings = append(codings, coding); len(codings) > maxCodings {
			return nil, false
		}
	}
	return codings, true
}

// Decoder reads a body without its codings. It never reads or returns more than the limit, nor does any step between: the error is then
// [ErrTooLarge].
type Decoder struct {
	coding Coding
	coded  *bufio.Reader
	from   io.Reader // decodes coded; nil until the first read
	limit  int64
	err    error
}

// NewDecoder returns a reader of what a body decodes to that was encoded with the codings, at least one, in their order.
func NewDecoder(codings []Coding, body io.Reader, limit int64) *Decoder {
	body = &bounded.Reader{In: body, Left: limit, Err: ErrTooLarge}
	for _, coding := range slices.Backward(codings) {
		body = &Decoder{coding: coding, coded: bufio.NewReader(body), limit: limit}
	}
	return body.(*Decoder)
}

// Read decodes. Data behind the end of what is encoded is an error.
func (d *Decoder) Read(p []byte) (n int, err error) {
	if d.err != nil {
		return 0, d.err
	}
	defer func() {
		if r := recover(); r != nil { // a decoder of others must not end the process
			n, err = 0, fmt.Errorf("the decoder failed: %v", r)
		}
		d.err = err
	}()
	if d.from == nil {
		if err := d.open(); errors.Is(err, io.EOF) {
			return 0, io.ErrUnexpectedEOF
		} else if err != nil {
			return 0, err
		}
	}
	n, err = d.from.Read(p)
	if errors.Is(err, io.EOF) {
		if _, err = d.coded.ReadByte(); err == nil {
			return 0, errSurplus
		}
	}
	return n, err
}

// open reads the header of the coding.
func (d *Decoder) open() (err error) {
	if _, err = d.coded.Peek(1); err != nil { // nothing is not the encoded form of anything
		return err
	}
	switch d.coding {
	case Gzip:
		d.from, err = gzip.NewReader(d.coded)
	case Deflate:
		d.from, err = zlib.NewReader(d.coded)
	case Brotli:
		d.from = brotli.NewReader(d.coded)
	default: // on the goroutine that reads: there is nothing to close
		d.from, err = zstd.NewReader(d.coded, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	}
	d.from = &bounded.Reader{In: d.from, Left: d.limit, Err: ErrTooLarge}
	return err
}
