package compress

import (
	"bytes"
	"io"
)

// pieceSize is how much of a stream is encoded at a time.
const pieceSize = 32 << 10

// Stream reads from another reader and returns the encoded form. It is not safe for concurrent use.
type Stream struct {
	inner   io.Reader
	flushes bool
	owner   *Compressor
	coding  Coding
	encoder encoder // nil once everything is encoded
	piece   []byte
	ready   bytes.Buffer // encoded, and not read yet
	err     error        // the error of inner; io.EOF at its end
}

// Stream encodes what inner returns, until its end. With flushes, each Read of inner can be decoded at once; otherwise
// pieces are gathered, which makes the result smaller. It returns false if too many streams are being encoded. The stream
// must be closed; that closes inner if it is an io.Closer.
func (c *Compressor) Stream(coding Coding, inner io.Reader, flushes bool) (*Stream, bool) {
	if c.streams.Add(1) > maxStreams {
		c.streams.Add(-1)
		return nil, false
	}
	s := &Stream{inner: inner, flushes: flushes, owner: c, coding: coding, piece: make([]byte, pieceSize)}
	s.encoder = c.encoder(coding, &s.ready)
	return s, true
}

// Read reads encoded bytes.
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

// encodeMore encodes one piece of inner. If inner fails, the end of the encoding is missing, so that the result cannot
// be taken for complete.
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
