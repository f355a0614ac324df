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
	// copySize is how much of a file is in memory at a time when it is sent through a buffer.
	copySize = 64 << 10
	// kernelSize is the smallest length that the kernel sends: a shorter file is sent together with the header.
	kernelSize = 64 << 10
)

// fileStream is a response's body from a file.
type fileStream struct {
	*files.Body
	pace
}

// Read reads the body for callers that do not send it as it is.
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

// sendRange sends a range of the file: by the kernel if the connection is plain TCP, otherwise through a buffer.
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

// copyBuffers holds buffers of copySize.
var copyBuffers = sync.Pool{New: func() any { return new([copySize]byte) }}

func (s *fileStream) copyRange(w io.Writer, r files.Range) (sent int64, err error) {
	buffer := copyBuffers.Get().(*[copySize]byte)
	defer copyBuffers.Put(buffer)
	for sent < r.Length {
		n, err := s.File().ReadAt(buffer[:min(copySize, r.Length-sent)], r.Start+sent)
		if n == 0 {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF // the file was truncated meanwhile
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
