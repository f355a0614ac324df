package wire

import "bytes"

const (
	// maxFields limits the headers of a request, and separately its trailers.
	maxFields = 100
	// maxEmptyLines limits the empty lines before a request. RFC 9112 wants at least one ignored.
	maxEmptyLines = 2
	// maxKnown limits the bytes of headers that are remembered for a connection.
	maxKnown = 1 << 10
	// maxChunkLine limits a chunk's size and extensions, including the end of the line.
	maxChunkLine = 256
)

// state is what the next byte belongs to.
type state uint8

const (
	atStart  state = iota // a request line, or an empty line before it
	inFields              // a header, or the empty line after the headers
	inBody                // a body of known length
	atChunk               // a chunk's size
	inChunk               // a chunk's data
	atChunkEnd
	inTrailers
)

// Checker checks the bytes that one client sends. It is not safe for concurrent use. Make it with [NewChecker].
type Checker struct {
	limit    int       // of a head, in bytes
	found    Violation // the first and only one
	partial  []byte    // the beginning of an incomplete line
	hasCR    bool      // whether partial ends with the CR of its line end
	target   []byte    // the host of the target, if hasTarget
	options  bool      // see HasOptions
	known    []byte    // the head of an earlier request, with the empty line that ends it
	firstEnd int       // the length of the request line in known
	behind   message   // the state after known
	arrived  int       // see Arrived
	ended    int       // see Ended
	message
}

// message is the state of the request in progress.
type message struct {
	state     state
	empty     uint8 // the empty lines before it
	fields    uint8
	http10    bool
	hasTarget bool
	isHTTPS   bool // the target is an https URL
	hasHost   bool
	hasLength bool
	hasType   bool
	chunked   bool
	room      int   // how many bytes the lines of this section may still have
	left      int64 // the bytes left of the body or chunk
}

// NewChecker makes a checker for one connection. A head must not be larger than limit bytes.
func NewChecker(limit int) Checker {
	return Checker{limit: limit, message: message{room: limit}}
}

// Between reports whether a request has ended and no byte of another one has arrived.
func (c *Checker) Between() bool {
	return c.state == atStart && len(c.partial) == 0 && !c.hasCR
}

// Arrived returns the number of requests that have arrived wholly.
func (c *Checker) Arrived() int { return c.arrived }

// Ended returns the length of what the last Check has kept up to the end of the last request that ended in it; 0 if none
// did.
func (c *Checker) Ended() int { return c.ended }

// HasOptions reports whether any request so far had a Connection header with options: few have.
func (c *Checker) HasOptions() bool { return c.options }

// Err returns the [Violation] that was found, or nil.
func (c *Checker) Err() error {
	if c.found == none {
		return nil
	}
	return c.found
}

// Check checks the next bytes. It moves the bytes that may be interpreted to the beginning of p and returns their
// number: all, except for trailers and for everything from the end of the first invalid line on, which is replaced by a
// NUL, so that a reader cannot take the line for complete. The error is a [Violation], and permanent.
func (c *Checker) Check(p []byte) (kept int, err error) {
	if c.found != none {
		return 0, c.found
	}
	arrived := c.arrived
	c.ended = 0
	start, fields := -1, -1 // the index of a request and of its headers, if the request line is in p
	for in := 0; in < len(p) && c.found == none; {
		rest := p[in:]
		var n int
		switch {
		case c.state == atStart && c.Between():
			if start = in; c.says(rest) {
				n = len(c.known)
				c.resume()
				break
			}
			n = c.line(rest)
			fields = in + n
		case c.state == atStart:
			start = -1
			n = c.line(rest)
		case c.state == inFields && fields == in && c.saysBehindLine(rest):
			n = len(c.known) - c.firstEnd
			c.resume()
		case c.state == inFields:
			full := !c.http10 && !c.hasTarget // other requests require no more than these
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
		if c.arrived != arrived {
			arrived, c.ended = c.arrived, kept
		}
	}
	if c.found != none && kept < len(p) {
		p[kept] = 0
		kept++
	}
	return kept, c.Err()
}

// says reports whether p continues with the same head as an earlier request on this connection, which was found to be
// valid; most clients send the same head each time.
func (c *Checker) says(p []byte) bool { return len(c.known) > 0 && bytes.HasPrefix(p, c.known) }

// saysBehindLine does the same as says for the headers that follow a different request line.
func (c *Checker) saysBehindLine(p []byte) bool {
	headers := c.known[c.firstEnd:]
	return len(headers) > 0 && len(headers) <= c.room && !c.http10 && !c.hasTarget && bytes.HasPrefix(p, headers)
}

// resume continues as after the head in known.
func (c *Checker) resume() {
	if c.message = c.behind; c.state == atStart {
		c.arrived++
	}
}

// remember stores a head that has just ended.
func (c *Checker) remember(head []byte, firstEnd int) {
	if len(head) <= maxKnown {
		c.known, c.firstEnd, c.behind = append(c.known[:0], head...), firstEnd, c.message
	}
}

// data consumes the bytes of a body or chunk in p, and returns their number.
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

// endsTrailers reports whether p continues with the empty line after the trailers.
func (c *Checker) endsTrailers(p []byte) bool {
	return len(c.partial) == 0 && (c.hasCR || p[0] == '\r')
}

// line consumes the bytes of a line in p, and returns their number. The result must not depend on the pieces in which
// the line arrived: of two violations it always reports the one that comes first. The end of an invalid line is not
// consumed.
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

// lineFeed consumes the byte after a line's CR.
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

// tooLong returns the violation of a line without an end within the limit.
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

// judge checks a line without its end.
func (c *Checker) judge(line []byte) Violation {
	switch c.state {
	case inFields:
		return c.headLine(line)
	case atStart:
		return c.firstLine(line)
	case atChunk:
		return c.chunkLine(line)
	case atChunkEnd:
		c.expectChunk() // the line is empty: there was no room for anything else
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

// messageEnded prepares the checker for the next request.
func (c *Checker) messageEnded() {
	c.arrived++
	c.message = message{room: c.limit}
}
