package eventstream

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// ErrTooLong is the error of an event, or a line, that exceeds the limit.
var ErrTooLong = errors.New("an event is longer than the limit")

// Event is one event. Its texts may be invalid UTF-8, as the server has sent them.
type Event struct {
	Type []byte // empty for a message
	Data []byte
	ID   []byte // of the last event of the stream that had one
}

// Reader reads the events of one stream.
type Reader struct {
	// Large is called when what is kept for an event exceeds LargeSize for the first time; its error ends the stream. May be nil.
	Large func() error
	// Retry is called with the digits of a field retry. May be nil.
	Retry func(digits []byte)

	in      *bufio.Reader
	limit   int
	line    []byte // a part of the line, when it is in more than one piece
	begun   bool   // the first line, which may have a byte order mark, has been read
	afterCR bool   // an LF that comes next belongs to the line before
	isLarge bool

	typ, data, id []byte
	lastID        []byte // id at the last empty line
}

// LargeSize is the size up to which an event needs no permission; see [Reader].
const LargeSize = 16 << 10

// bufferSize is the size of the pieces in which a stream is read.
const bufferSize = 4 << 10

// NewReader returns a reader of a stream. An event and a line of it have at most limit bytes together.
func NewReader(r io.Reader, limit int) *Reader {
	return &Reader{in: bufio.NewReaderSize(r, bufferSize), limit: limit}
}

// SetID sets the ID of the events that come before the first with an ID of its own.
func (r *Reader) SetID(id []byte) { r.id, r.lastID = id, id }

// ID returns the ID with which the stream can be continued: that of the last complete event, or of an empty one after it.
func (r *Reader) ID() []byte { return r.lastID }

// Next waits for the next event. At the end of the stream it returns [io.EOF], and what has arrived of an event is lost.
func (r *Reader) Next() (Event, error) {
	r.forget()
	for {
		line, err := r.readLine()
		if err != nil {
			return Event{}, err
		}
		if len(line) > 0 {
			r.field(line)
			continue
		}
		r.lastID = r.id
		if r.data == nil {
			r.typ = nil
			continue
		}
		return Event{r.typ, r.data, r.id}, nil
	}
}

// forget drops the event that was returned. Its bytes are the caller's.
func (r *Reader) forget() {
	r.typ, r.data, r.isLarge = nil, nil, false
	if cap(r.line) > LargeSize {
		r.line = nil
	}
}

// field interprets a line that is not empty.
func (r *Reader) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		if r.data == nil {
			r.data = append(make([]byte, 0, len(value)), value...)
			return
		}
		r.data = append(append(r.data, '\n'), value...)
	case "event":
		r.typ = bytes.Clone(value)
	case "id":
		if bytes.IndexByte(value, 0) < 0 {
			r.id = bytes.Clone(value)
		}
	case "retry":
		if r.Retry != nil && isNumber(value) {
			r.Retry(value)
		}
	}
}

func isNumber(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(text) > 0
}
