package host

import (
	"bufio"
	"errors"
	"io"
	"net"
	"sync"

	"github.com/fwrun/fwrun/host/files"
)

const (
	// copySize is how much of a file is in memory at a time, where it has to be.
	copySize = 64 << 10
	// kernelSize is what is worth leaving to the kernel: less goes out together with the header.
	kernelSize = 64 << 10
)

// fileStream is a response's body from a file.
type fileStream struct {
	*files.Body
	pace
}

// Read serves who wants the body for something else than sending it.
func (s *fileStream) Read(p []byte) (int, error) {
	s.step()
	return s.Body.Read(p)
}

// SupportsBodyWriteTo makes fasthttp call WriteTo.
func (s *fileStream) SupportsBodyWriteTo() bool { return true }

// WriteTo sends the body.
func (s *fileStream) WriteTo(w io.Writer) (sent int64, err error) {
	for _, part := range s.Parts {
		n, err := w.Write(part.Text)
		sent += int64(n)
		if err != nil {
			return sent, err
		}
		m, err := s.sendRange(w, part.Range)
		sent += m
		if err != nil {
			return sent, err
		}
	}
	return sent, nil
}

// sendRange sends a stretch of the file: by the kernel, when there is nothing but TCP between; else
// through a buffer.
func (s *fileStream) sendRange(w io.Writer, r files.Range) (int64, error) {
	buffered, isBuffered := w.(*bufio.Writer)
	if c, ok := s.conn.(*conn); ok && isBuffered && r.Length >= kernelSize {
		if tcp, ok := c.Conn.(*net.TCPConn); ok {
			if err := buffered.Flush(); err != nil {
				return 0, err
			}
			return s.sendFile(c, tcp, s.File().File, r.Start, r.Length)
		}
	}
	return s.copyRange(w, r)
}

// copyBuffers are of copySize.
var copyBuffers = sync.Pool{New: func() any { return new([copySize]byte) }}

func (s *fileStream) copyRange(w io.Writer, r files.Range) (sent int64, err error) {
	buffer := copyBuffers.Get().(*[copySize]byte)
	defer copyBuffers.Put(buffer)
	for sent < r.Length {
		n, err := s.File().ReadAt(buffer[:min(copySize, r.Length-sent)], r.Start+sent)
		if n == 0 {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF // the file has become shorter
			}
			return sent, err
		}
		s.step()
		n, err = w.Write(buffer[:n])
		sent += int64(n)
		if err != nil {
			return sent, err
		}
	}
	return sent, nil
}
