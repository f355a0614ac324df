package multipart

import (
	"bytes"
	"errors"
	"io"
	"sync"
)

const (
	// windowSize is how much of a body is scanned at once. A header fits in.
	windowSize = 32 << 10
	// longestPadding limits the white space that may follow a boundary.
	longestPadding = 64
)

// The errors of a body as a whole.
var (
	errCut      = malformed("it ends before its closing boundary")
	errPreamble = malformed("it does not begin with its boundary")
	errTail     = malformed("a boundary is followed by unexpected bytes")
)

var windows = sync.Pool{New: func() any { return new([windowSize]byte) }}

// scanner splits a body at its boundaries, through a window that moves along.
type scanner struct {
	in         io.Reader
	window     *[windowSize]byte
	start, end int    // the part of the window that was not consumed yet
	delimiter  []byte // CR LF, two dashes, the boundary
}

func newScanner(in io.Reader, boundary string) *scanner {
	s := &scanner{in: in, window: windows.Get().(*[windowSize]byte), delimiter: []byte("\r\n--" + boundary)}
	s.end = copy(s.window[:], "\r\n") // the first boundary needs no line before it
	return s
}

func (s *scanner) close() {
	windows.Put(s.window)
	s.window = nil
}

func (s *scanner) ahead() []byte { return s.window[s.start:s.end] }

// fill reads more into the window; the end of the body is an error.
func (s *scanner) fill() error {
	if s.start > 0 {
		s.end = copy(s.window[:], s.ahead())
		s.start = 0
	}
	for tries := 0; tries < 100; tries++ {
		n, err := s.in.Read(s.window[s.end:])
		s.end += n
		switch {
		case n > 0:
			return nil // the error comes again
		case errors.Is(err, io.EOF):
			return errCut
		case err != nil:
			return err
		}
	}
	return io.ErrNoProgress
}

// need makes sure that n unread bytes are in the window.
func (s *scanner) need(n int) error {
	for s.end-s.start < n {
		if err := s.fill(); err != nil {
			return err
		}
	}
	return nil
}

// content passes the bytes before the next delimiter to take, and consumes the delimiter. The pieces are valid only
// during the call.
func (s *scanner) content(take func(piece []byte) error) error {
	for {
		ahead := s.ahead()
		at := bytes.Index(ahead, s.delimiter)
		n := at
		if at < 0 {
			n = max(0, len(ahead)-len(s.delimiter)+1) // the rest may be the beginning of a delimiter
		}
		if n > 0 {
			if err := take(ahead[:n]); err != nil {
				return err
			}
			s.start += n
		}
		if at >= 0 {
			s.start += len(s.delimiter)
			return nil
		}
		if err := s.fill(); err != nil {
			return err
		}
	}
}

// partContent reads the content of a part. If the part is empty, the last line break of its header belongs to the
// delimiter.
func (s *scanner) partContent(take func(piece []byte) error) error {
	if err := s.need(len(s.delimiter) - 2); err != nil {
		return err
	}
	if bytes.HasPrefix(s.ahead(), s.delimiter[2:]) {
		s.start += len(s.delimiter) - 2
		return nil
	}
	return s.content(take)
}

// delimiterEnd reads what follows a boundary; last reports whether the boundary ends the body.
func (s *scanner) delimiterEnd() (last bool, err error) {
	if err := s.need(2); err != nil {
		return false, err
	}
	if last = string(s.ahead()[:2]) == "--"; last {
		s.start += 2
	}
	for range longestPadding {
		switch err := s.need(2); {
		case last && errors.Is(err, errCut) && s.start == s.end:
			return true, nil
		case err != nil:
			return false, err
		}
		switch ahead := s.ahead(); {
		case string(ahead[:2]) == "\r\n":
			s.start += 2
			return last, nil
		case ahead[0] == ' ' || ahead[0] == '\t':
			s.start++
		default:
			return false, errTail
		}
	}
	return false, errTail
}

// line reads up to CR LF, at most longest bytes; the line is valid until the next read.
func (s *scanner) line(longest int) ([]byte, error) {
	for {
		ahead := s.ahead()
		if at := bytes.Index(ahead, []byte("\r\n")); at >= 0 && at <= longest {
			s.start += at + 2
			return ahead[:at], nil
		}
		if len(ahead) > longest {
			return nil, errLongHeader
		}
		if err := s.fill(); err != nil {
			return nil, err
		}
	}
}

// drain reads the rest of the body, which is ignored.
func (s *scanner) drain() error {
	for {
		n, err := s.in.Read(s.window[:])
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case n == 0:
			return io.ErrNoProgress
		}
	}
}
