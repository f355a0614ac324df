package compress

import (
	"bytes"
	"io"
)

// pieceSize is how much of a stream is encoded at a time.
const pieceSize = 32 << 10

// Stream is a reader of the encoded form of another reader. It is not safe for concurrent use.
type Stream struct {
	inner   io.Reader
	flushes bool
	owner   *Compressor
	coding  Coding
	encoder encoder // nil when all is encoded
	piece   []byte
	ready   bytes.Buffer // encoded, and not read yet
	err     error        // of inner; io.EOF at its end
}

// Stream encodes what inner gives, until its end. With flushes, each Read of inner can be
// decoded at once; without, pieces are gathered, which makes the whole smaller. It is false when too
// many streams are being encoded already. The stream must be closed, which closes inner if it can be.
func (c *Compressor) Stream(coding Coding, inner io.Reader, flushes bool) (*Stream, bool) {
	if c.streams.Add(1) > maxStreams {
		c.streams.Add(-1)
		return nil, false
	}
	s := &Stream{inner: inner, flushes: flushes, owner: c, coding: coding, piece: make([]byte, pieceSize)}
	s.encoder = c.encoder(coding, &s.ready)
	return s, true
}

// Read gives encoded bytes.
func (s *Stream) Read(p []byte) (int, error) {
	for s.ready.Len() == 0 {
		if s.err != nil {
			return 0, s.err
		}
		s.ready.Reset()
		s.encodeMore()
	}
	return s.ready.Read(p)
}

// encodeMore takes one piece of inner. A failing reader leaves the end off, so that nobody takes
// what came for the whole.
func (s *Stream) encodeMore() {
	n, err := s.inner.Read(s.piece)
	if n > 0 {
		_, _ = s.encoder.Write(s.piece[:n]) // a buffer takes everything
		if s.flushes {
			_ = s.encoder.Flush()
		}
	}
	if err == nil {
		return
	}
	if err == io.EOF {
		_ = s.encoder.Close()
	}
	s.err = err
	s.release()
}

func (s *Stream) release() {
	if s.encoder != nil {
		s.owner.release(s.coding, s.encoder)
		s.encoder = nil
		s.owner.streams.Add(-1)
	}
}

// Close ends the stream, whether or not it was read to its end.
func (s *Stream) Close() error {
	s.release()
	if s.err == nil {
		s.err = io.ErrClosedPipe
	}
	if closer, ok := s.inner.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}
