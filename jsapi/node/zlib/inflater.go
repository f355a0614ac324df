package zlib

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Inflater decompresses pieces: after [Inflater.Feed], [Inflater.Next] returns block after block until it wants more. A decoder reads
// when it likes to, so it has a goroutine of its own, which works only while somebody waits for it. One goroutine at a time may call the
// methods; Close may be called at any time.
type Inflater struct {
	format  Format
	options Options
	once    sync.Once
	begun   bool

	answers chan answer   // of the decoder
	fed     chan []byte   // to the decoder, which has asked for more; an empty one is the end
	closed  chan struct{} // nobody waits for anything any more

	hungry bool   // the decoder has asked for more
	next   []byte // to be fed
	ended  bool   // nothing comes after that
}

// answer is what the decoder has to say: a block, that it wants more, or how it ended.
type answer struct {
	block []byte
	more  bool
	err   error
}

// NewInflater makes an inflater, which has to be closed.
func NewInflater(f Format, o Options) *Inflater {
	return &Inflater{format: f, options: o, answers: make(chan answer), fed: make(chan []byte), closed: make(chan struct{})}
}

// Feed hands over a piece, which must not change any more.
func (i *Inflater) Feed(piece []byte) { i.next = piece }

// End says that no more is fed.
func (i *Inflater) End() { i.ended = true }

// Close ends the decoder.
func (i *Inflater) Close() { i.once.Do(func() { close(i.closed) }) }

// Next returns the next block, nil if all that was fed is decoded, or io.EOF at the end of the compressed data.
func (i *Inflater) Next(ctx context.Context) ([]byte, error) {
	if !i.begun {
		i.begun = true
		go i.decode()
	}
	for {
		if i.hungry {
			if len(i.next) == 0 && !i.ended {
				return nil, nil
			}
			select {
			case i.fed <- i.next:
				i.hungry, i.next = false, nil
			case <-i.closed:
				return nil, io.ErrClosedPipe
			}
		}
		select {
		case got := <-i.answers:
			if i.hungry = got.more; !got.more {
				return got.block, got.err
			}
		case <-i.closed:
			return nil, io.ErrClosedPipe
		case <-ctx.Done():
			i.Close()
			return nil, context.Cause(ctx)
		}
	}
}

// decode is the decoder's goroutine.
func (i *Inflater) decode() {
	defer func() {
		if p := recover(); p != nil { // a decoder of others must not end the process
			i.tell(answer{err: fmt.Errorf("zlib: %v", p)})
		}
	}()
	source := &source{of: i}
	from, err := i.format.decoder(bufio.NewReaderSize(source, 16<<10), i.options)
	room := make([]byte, blockSize)
	for err == nil {
		var n int
		if n, err = from.Read(room); n > 0 && !i.tell(answer{block: bytes.Clone(room[:n])}) {
			return
		}
	}
	if !errors.Is(err, io.EOF) || from == nil {
		if err = i.format.atEnd(err, i.options); err == nil {
			err = io.EOF
		}
	}
	i.tell(answer{err: err})
}

// tell hands an answer to the goroutine that waits for it, and reports whether one did.
func (i *Inflater) tell(a answer) bool {
	select {
	case i.answers <- a:
		return true
	case <-i.closed:
		return false
	}
}

// source is what the decoder reads.
type source struct {
	of   *Inflater
	rest []byte
	end  bool
}

// Read asks for more when all is read.
func (s *source) Read(p []byte) (int, error) {
	if len(s.rest) == 0 && !s.end {
		if !s.of.tell(answer{more: true}) {
			return 0, io.ErrClosedPipe
		}
		select {
		case s.rest = <-s.of.fed:
			s.end = len(s.rest) == 0
		case <-s.of.closed:
			return 0, io.ErrClosedPipe
		}
	}
	if s.end {
		return 0, io.EOF
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}
