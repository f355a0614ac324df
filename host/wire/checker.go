package wire

import "bytes"

const (
	// maxFields bounds the headers of a request, and apart from them its trailers.
	maxFields = 100
	// maxEmptyLines bounds the empty lines before a request, of which RFC 9112 wants one ignored.
	maxEmptyLines = 2
	// maxKnown bounds the headers that are remembered of a connection.
	maxKnown = 1 << 10
	// maxChunkLine bounds a chunk's size and extensions, with the end of the line.
	maxChunkLine = 256
)

// state is what the next byte belongs to.
type state uint8

const (
	atStart  state = iota // a request line, or an empty line before it
	inFields              // a header, or the empty line behind them
	inBody                // a body of known length
	atChunk               // a chunk's size
	inChunk               // a chunk's data
	atChunkEnd
	inTrailers
)

// Checker follows what one client sends. It is not for concurrent use. Make it with
// [NewChecker].
type Checker struct {
	limit    int       // of a head
	found    Violation // the first one, which is the last
	partial  []byte    // the beginning of a line whose end has not come
	hasCR    bool      // of that end
	target   []byte    // the host that the target names, if hasTarget
	options  bool      // see HasOptions
	known    []byte    // the head of an earlier request, with the line that ends it
	firstEnd int       // how much of it is the request line
	behind   message   // what is known behind it
	message
}

// message is what is known of the request under way.
type message struct {
	state     state
	empty     uint8 // lines before it
	fields    uint8
	http10    bool
	hasTarget bool
	isHTTPS   bool // by the target
	hasHost   bool
	hasLength bool
	chunked   bool
	room      int   // what the lines of this section may still take
	left      int64 // of the body or chunk
}

// NewChecker makes a checker for one connection. A head must not be larger than limit bytes.
func NewChecker(limit int) Checker {
	return Checker{limit: limit, message: message{room: limit}}
}

// Between tells whether a request has ended and nothing of another has come.
func (c *Checker) Between() bool {
	return c.state == atStart && len(c.partial) == 0 && !c.hasCR
}

// HasOptions tells whether any request so far had a Connection header that asks for something:
// few have.
func (c *Checker) HasOptions() bool { return c.options }

// Err is the [Violation] found, or nil.
func (c *Checker) Err() error {
	if c.found == none {
		return nil
	}
	return c.found
}

// Check takes the bytes that came next. It moves those that may be interpreted to the
// beginning of p and tells how many they are: all, but for trailers and for whatever comes
// from the end of the first bad line on. In place of that there is a NUL, so that a reader who
// thinks that everything has come finds that it has not. The error is a [Violation], and stays.
func (c *Checker) Check(p []byte) (kept int, err error) {
	if c.found != none {
		return 0, c.found
	}
	start, fields := -1, -1 // where a request and its headers begin, when its line is in p
	for in := 0; in < len(p) && c.found == none; {
		rest := p[in:]
		var n int
		switch {
		case c.state == atStart && c.Between():
			if start = in; c.says(rest) {
				n, c.message = len(c.known), c.behind
				break
			}
			n = c.line(rest)
			fields = in + n
		case c.state == atStart:
			start = -1
			n = c.line(rest)
		case c.state == inFields && fields == in && c.saysBehindLine(rest):
			n, c.message = len(c.known)-c.firstEnd, c.behind
		case c.state == inFields:
			full := !c.http10 && !c.hasTarget // others demand no more than these
			n = c.line(rest)
			if c.state != inFields && full && start >= 0 && kept == in {
				c.remember(p[start:in+n], fields-start)
			}
		case c.state == inBody || c.state == inChunk:
			n = c.data(rest)
		case c.state == inTrailers && !c.endsTrailers(rest):
			in += c.line(rest)
			continue
		default:
			n = c.line(rest)
		}
		if kept != in {
			copy(p[kept:], rest[:n])
		}
		in += n
		kept += n
	}
	if c.found != none && kept < len(p) {
		p[kept] = 0
		kept++
	}
	return kept, c.Err()
}

// says tells whether p goes on with the very head that an earlier request on this connection had.
// What is right of it was found out then; most clients say the same each time.
func (c *Checker) says(p []byte) bool { return len(c.known) > 0 && bytes.HasPrefix(p, c.known) }

// saysBehindLine is says for the headers, behind another request line.
func (c *Checker) saysBehindLine(p []byte) bool {
	headers := c.known[c.firstEnd:]
	return len(headers) > 0 && len(headers) <= c.room && !c.http10 && !c.hasTarget && bytes.HasPrefix(p, headers)
}

// remember keeps a head that has just ended.
func (c *Checker) remember(head []byte, firstEnd int) {
	if len(head) <= maxKnown {
		c.known, c.firstEnd, c.behind = append(c.known[:0], head...), firstEnd, c.message
	}
}

// data takes what p has of a body or chunk.
func (c *Checker) data(p []byte) (n int) {
	n = int(min(c.left, int64(len(p))))
	if c.left -= int64(n); c.left > 0 {
		return n
	}
	if c.state == inChunk {
		c.state, c.room = atChunkEnd, len("\r\n")
	} else {
		c.messageEnded()
	}
	return n
}

// endsTrailers tells whether p goes on with the empty line behind the trailers.
func (c *Checker) endsTrailers(p []byte) bool {
	return len(c.partial) == 0 && (c.hasCR || p[0] == '\r')
}

// line takes what p has of a line, and tells how much. What it finds must not depend on the
// pieces in which the line came: of two faults it is always the one that comes first. The end
// of a bad line is not taken.
func (c *Checker) line(p []byte) (n int) {
	if c.hasCR {
		return c.lineFeed(c.partial, p)
	}
	end := controlIn(p)
	switch {
	case len(c.partial)+end+len("\r\n") > c.room:
		c.found = c.tooLong()
		return end
	case end == len(p):
		c.partial = append(c.partial, p...)
		return end
	case p[end] == '\n':
		c.found = bareLF
		return end
	case p[end] != '\r':
		c.found = control
		return end
	}
	line, behind := p[:end], p[end+1:]
	if len(c.partial) > 0 || len(behind) == 0 {
		c.partial = append(c.partial, line...)
		line = c.partial
	}
	if len(behind) == 0 {
		c.hasCR = true
		return len(p)
	}
	return end + 1 + c.lineFeed(line, behind)
}

// lineFeed takes the byte behind a line's CR.
func (c *Checker) lineFeed(line, p []byte) (n int) {
	if p[0] != '\n' {
		c.found = control
		return 0
	}
	c.room -= len(line) + len("\r\n")
	c.partial, c.hasCR = c.partial[:0], false
	if c.found = c.judge(line); c.found != none {
		return 0
	}
	return 1
}

// tooLong says what it means that a line has no end where it must have one.
func (c *Checker) tooLong() Violation {
	switch c.state {
	case atChunk:
		return badExtension
	case atChunkEnd:
		return noChunkEnd
	default:
		return tooLong
	}
}

// judge looks at a line without its end.
func (c *Checker) judge(line []byte) Violation {
	switch c.state {
	case inFields:
		return c.headLine(line)
	case atStart:
		return c.firstLine(line)
	case atChunk:
		return c.chunkLine(line)
	case atChunkEnd:
		c.expectChunk() // the line is empty: there was room for nothing else
	default:
		return c.trailerLine(line)
	}
	return none
}

func (c *Checker) firstLine(line []byte) Violation {
	if len(line) == 0 {
		if c.empty++; c.empty > maxEmptyLines {
			return tooManyEmptyLines
		}
		return none
	}
	c.state = inFields
	return c.requestLine(line)
}

func (c *Checker) headLine(line []byte) Violation {
	if len(line) == 0 {
		return c.headEnded()
	}
	if c.fields++; c.fields > maxFields {
		return tooManyFields
	}
	name, value, wrong := field(line)
	if wrong != none {
		return wrong
	}
	return c.header(name, value)
}

func (c *Checker) trailerLine(line []byte) Violation {
	if len(line) == 0 {
		c.messageEnded()
		return none
	}
	if c.fields++; c.fields > maxFields {
		return tooManyFields
	}
	name, _, wrong := field(line)
	if wrong == none && !mayTrail(name) {
		return trailerField
	}
	return wrong
}

// headEnded decides what follows the empty line.
func (c *Checker) headEnded() Violation {
	switch {
	case !c.hasHost && !c.http10:
		return noHost
	case c.chunked:
		c.expectChunk()
	case c.left > 0:
		c.state = inBody
	default:
		c.messageEnded()
	}
	return none
}

func (c *Checker) expectChunk() {
	c.state, c.room = atChunk, maxChunkLine
}

// messageEnded makes the checker ready for the next request.
func (c *Checker) messageEnded() {
	c.message = message{room: c.limit}
}
