package broadcast

// outbox has the messages that wait for the server, in their order. Its zero value is empty.
type outbox struct {
	waiting []envelope
	bytes   int
}

// add adds a message, unless there are too many.
func (b *outbox) add(e envelope, o Options) bool {
	if len(b.waiting) >= o.Waiting || b.bytes+e.size() > o.Bytes {
		return false
	}
	b.waiting = append(b.waiting, e)
	b.bytes += e.size()
	return true
}

// next removes the first message.
func (b *outbox) next() (e envelope, ok bool) {
	if len(b.waiting) == 0 {
		return envelope{}, false
	}
	e = b.waiting[0]
	b.waiting[0] = envelope{}
	b.waiting = b.waiting[1:]
	b.bytes -= e.size()
	return e, true
}

// empty removes all messages, and returns how many there were.
func (b *outbox) empty() int {
	n := len(b.waiting)
	*b = outbox{}
	return n
}
