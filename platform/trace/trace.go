package trace

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
)

// Trace identifies what a request has in common with the requests that led to it and those it
// leads to. The zero value is not a valid trace.
type Trace struct {
	id     [16]byte
	span   [8]byte // of the request itself
	parent [8]byte // of the span elsewhere that has led to it; zero if there is none
	flags  byte
	state  string
	live   *Span // that the work is part of; nil if it is not recorded
}

// sampled is the only flag that is defined for receivers of an unknown version: the trace is recorded.
const sampled = 1

// Read returns the trace of the headers traceparent and tracestate, or a new one that is not
// recorded.
func Read(parent, state []byte) Trace {
	t, ok := parse(parent)
	switch {
	case !ok:
		binary.NativeEndian.PutUint64(t.id[:8], rand.Uint64())
		binary.NativeEndian.PutUint64(t.id[8:], rand.Uint64()|1) // all zeros would not be valid
	case isState(state):
		t.state = string(state)
	}
	t.span = newID()
	return t
}

// Remote returns the trace of the headers traceparent and tracestate, in which the span is the one elsewhere; ok is false if there is
// none.
func Remote(parent, state []byte) (t Trace, ok bool) {
	if t, ok = parse(parent); !ok {
		return Trace{}, false
	}
	if isState(state) {
		t.state = string(state)
	}
	t.span = t.parent
	return t, true
}

// parse parses "00-<32 hex digits>-<16 hex digits>-<2 hex digits>"; later versions may have more
// after another dash.
func parse(header []byte) (t Trace, ok bool) {
	const length = 55
	if len(header) < length || header[2] != '-' || header[35] != '-' || header[52] != '-' {
		return Trace{}, false
	}
	version, id, parent, flags := header[:2], header[3:35], header[36:52], header[53:length]
	if !isLowerHex(version) || !isLowerHex(id) || !isLowerHex(parent) || !isLowerHex(flags) {
		return Trace{}, false
	}
	switch {
	case string(version) == "ff", isZero(id), isZero(parent):
		return Trace{}, false
	case string(version) == "00" && len(header) > length, len(header) > length && header[length] != '-':
		return Trace{}, false
	}
	var flag [1]byte
	_, _ = hex.Decode(t.id[:], id) // cannot fail: they are digits
	_, _ = hex.Decode(t.parent[:], parent)
	_, _ = hex.Decode(flag[:], flags)
	t.flags = flag[0]
	return t, true
}

// isState reports whether tracestate can be passed on: visible ASCII of a reasonable length. Its
// entries are not checked.
func isState(state []byte) bool {
	const longest = 512
	for _, c := range state {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return len(state) > 0 && len(state) <= longest
}

func isLowerHex(text []byte) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func isZero(text []byte) bool {
	for _, c := range text {
		if c != '0' {
			return false
		}
	}
	return true
}

// ID returns the trace's id: 32 hex digits.
func (t Trace) ID() string { return hexOf(t.id[:]) }

func hexOf(id []byte) string { return hex.EncodeToString(id) }

// Request returns the unique id of the request itself: 16 hex digits.
func (t Trace) Request() string { return hex.EncodeToString(t.span[:]) }

// State returns the value for tracestate, or "" if there is none.
func (t Trace) State() string { return t.state }

// Child returns a traceparent for a request that belongs to the trace: with the id of the span, or a new one if the
// trace is not recorded.
func (t Trace) Child() string {
	var span [8]byte
	if t.live != nil {
		span = t.live.data.ID
	} else {
		span = newID()
	}
	text := make([]byte, 0, 55)
	text = append(text, "00-"...)
	text = hex.AppendEncode(text, t.id[:])
	text = append(text, '-')
	text = hex.AppendEncode(text, span[:])
	text = append(text, '-')
	text = hex.AppendEncode(text, []byte{t.flags & sampled})
	return string(text)
}

// traced is a context with a trace.
type traced struct {
	context.Context //nolint:containedctx // this type is a context
	trace           Trace
}

type key struct{}

// With returns a context with the trace.
func With(ctx context.Context, t Trace) context.Context { return &traced{ctx, t} }

// Value implements context.Context.
func (c *traced) Value(k any) any {
	if k == (key{}) {
		return &c.trace
	}
	return c.Context.Value(k)
}

// From returns the trace of a context, if it has one.
func From(ctx context.Context) (t Trace, ok bool) {
	found, ok := ctx.Value(key{}).(*Trace)
	if !ok {
		return Trace{}, false
	}
	return *found, true
}
