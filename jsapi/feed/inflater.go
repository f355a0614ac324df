package feed

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// blockSize is the largest number of bytes that are decoded at a time.
const blockSize = 64 << 10

// Inflater is a pipe whose reader gets what the bytes decode to. One goroutine writes and one reads; Stop may be called at any time.
type Inflater struct {
	*Pipe

	open  func(from *bufio.Reader) (io.Reader, error)
	coded *bufio.Reader // of the pipe
	from  io.Reader     // decodes coded; nil until the first read
	room  []byte        // of the last read, if most of it was left
	err   error         // that came with the last bytes
}

// NewInflater returns an inflater with the decoder that open makes, which may read the header of its format.
func NewInflater(open func(from *bufio.Reader) (io.Reader, error)) *Inflater {
	p := NewPipe()
	return &Inflater{Pipe: p, open: open, coded: bufio.NewReader(p)}
}

// Next decodes up to 64 KiB, which the caller may keep, and waits for what that needs. It returns io.EOF at the end of the encoded data,
// whether or not that is all that was written, and ErrEnded when the inflater was stopped. What else it returns is the decoder's:
// io.ErrUnexpectedEOF if what was written ended too early. If the context ends meanwhile, the inflater is stopped.
func (i *Inflater) Next(ctx context.Context) (block []byte, err error) {
	defer context.AfterFunc(ctx, i.Stop)()
	defer func() {
		if p := recover(); p != nil { // a decoder of others must not end the process
			block, err = nil, fmt.Errorf("the decoder failed: %v", p)
		}
	}()
	if i.from == nil {
		if err := i.begin(); err != nil {
			return nil, i.reason(err)
		}
	}
	for i.err == nil {
		if i.room == nil {
			i.room = make([]byte, blockSize)
		}
		var n int
		if n, i.err = i.from.Read(i.room); n > 0 {
			return i.taken(n), nil
		}
	}
	return nil, i.reason(i.err)
}

// begin lets the decoder read its header, which has to be there.
func (i *Inflater) begin() error {
	from, err := i.open(i.coded)
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	if err == nil {
		i.from = from
	}
	return err
}

// taken returns the first bytes of the room: the room itself if they are most of it.
func (i *Inflater) taken(n int) []byte {
	if n <= blockSize/2 {
		return bytes.Clone(i.room[:n])
	}
	block := i.room[:n]
	i.room = nil
	return block
}

// reason is the error of a decoder, or that of the pipe if that was stopped, even if the decoder returns another.
func (i *Inflater) reason(err error) error {
	if i.stopped() {
		return ErrEnded
	}
	return err
}

// Surplus waits for what is written behind the end of the encoded data, and reports whether there is anything. If the context ends
// meanwhile, the inflater is stopped.
func (i *Inflater) Surplus(ctx context.Context) (bool, error) {
	defer context.AfterFunc(ctx, i.Stop)()
	_, err := i.coded.Peek(1)
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return err == nil, err
}
