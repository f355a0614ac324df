package eventstream

import "bytes"

// readLine returns the next line, without its end. It is valid until the next call.
func (r *Reader) readLine() ([]byte, error) {
	r.line = r.line[:0]
	comment := false
	for {
		piece, err := r.piece()
		if err != nil {
			return nil, err
		}
		end := bytes.IndexAny(piece, "\r\n")
		part := piece
		if end >= 0 {
			part = piece[:end]
		}
		if len(r.line) == 0 && len(part) > 0 {
			comment = comment || part[0] == ':'
		}
		if !comment {
			if err := r.keep(part); err != nil {
				return nil, err
			}
		}
		if end < 0 {
			_, _ = r.in.Discard(len(piece))
			continue
		}
		r.afterCR = piece[end] == '\r'
		_, _ = r.in.Discard(end + 1)
		if !comment {
			return r.unmarked(), nil
		}
		r.begun, comment = true, false
	}
}

// piece returns what has arrived of the stream, at least one byte. The LF of a line end whose CR ended the line before is left out.
func (r *Reader) piece() ([]byte, error) {
	for {
		first, err := r.in.Peek(1)
		if err != nil {
			return nil, err
		}
		if r.afterCR {
			r.afterCR = false
			if first[0] == '\n' {
				_, _ = r.in.Discard(1)
				continue
			}
		}
		return r.in.Peek(r.in.Buffered())
	}
}

// keep adds to the line.
func (r *Reader) keep(part []byte) error {
	size := len(r.line) + len(part) + len(r.data) + len(r.typ) + len(r.id)
	if size > r.limit {
		return ErrTooLong
	}
	if size > LargeSize && !r.isLarge && r.Large != nil {
		r.isLarge = true
		if err := r.Large(); err != nil {
			return err
		}
	}
	r.line = append(r.line, part...)
	return nil
}

// unmarked returns the line without the byte order mark that a stream may begin with.
func (r *Reader) unmarked() []byte {
	if r.begun {
		return r.line
	}
	r.begun = true
	return bytes.TrimPrefix(r.line, []byte("\ufeff"))
}
