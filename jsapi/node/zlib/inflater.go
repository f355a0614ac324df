package zlib

import (
	"bufio"
	"context"
	"errors"
	"io"

	"github.com/fwrun/fwrun/jsapi/feed"
)

// Inflater decompresses what is written to it while it is read. What is written behind the end of the compressed data is ignored.
type Inflater struct {
	*feed.Inflater

	format  Format
	options Options
}

// NewInflater makes an inflater, which has to be stopped.
func NewInflater(f Format, o Options) *Inflater {
	in := feed.NewInflater(func(from *bufio.Reader) (io.Reader, error) { return f.decoder(from, o) })
	return &Inflater{in, f, o}
}

// Next waits for the next block, and returns io.EOF at the end of the compressed data. See [feed.Inflater.Next].
func (i *Inflater) Next(ctx context.Context) ([]byte, error) {
	block, err := i.Inflater.Next(ctx)
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, feed.ErrEnded) {
		return block, err
	}
	if err = i.format.atEnd(err, i.options); err == nil {
		err = io.EOF
	}
	return nil, err
}
