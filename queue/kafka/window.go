package kafka

import (
	"slices"
	"time"

	"github.com/IBM/sarama"
)

// window has the messages of a partition that were fetched and are not settled. All others below next are settled.
type window struct {
	next   int64   // the offset that is fetched next
	before mark    // what was settled when the window began
	high   int64   // all from here on are not settled, as far as this window knows
	items  []*item // by offset; some that are settled may be among them, but not the first
	first  int     // all items before this one are held, paused or settled
	counts [settled + 1]int
	bytes  int // of the messages
}

// item is a message in a window.
type item struct {
	offset  int64
	sent    time.Time
	message *sarama.ConsumerMessage
	state   state
	tries   int
}

// state says who has an item.
type state uint8

const (
	waiting state = iota // nobody has it
	held                 // it was delivered
	paused               // it was given back, and waits for a moment
	settled              // it was acknowledged, or purged
)

// newWindow returns a window that begins with what was committed.
func newWindow(before mark) *window {
	return &window{next: before.base, before: before, high: before.base}
}

// add adds a message that was fetched, unless it was fetched before or is settled.
func (w *window) add(m *sarama.ConsumerMessage) {
	if m.Offset < w.next {
		return
	}
	w.next = m.Offset + 1
	if w.before.settled(m.Offset) {
		return
	}
	w.items = append(w.items, &item{offset: m.Offset, sent: m.Timestamp, message: m})
	w.counts[waiting]++
	w.bytes += len(m.Value)
}

// The limits of what is fetched before it can be delivered, and of how far delivery goes on while one message is not settled.
const (
	fetchCount = 256
	fetchBytes = 16 << 20
	longest    = 100_000
)

// room reports whether there is room to fetch more.
func (w *window) room() bool {
	n := w.counts[waiting]
	return (n == 0 || n < fetchCount && w.bytes < fetchBytes) && w.next-w.base() < longest
}

// peek returns the first item that waits, or nil.
func (w *window) peek() *item {
	for ; w.first < len(w.items); w.first++ {
		if i := w.items[w.first]; i.state == waiting {
			return i
		}
	}
	return nil
}

func (w *window) set(i *item, s state) {
	w.counts[i.state]--
	i.state = s
	w.counts[s]++
}

// hold notes that an item, which waits, is delivered.
func (w *window) hold(i *item) {
	i.tries++
	w.set(i, held)
}

// settle notes that an item will not be delivered again.
func (w *window) settle(i *item) {
	w.drop(i)
	w.high = max(w.high, i.offset+1)
	w.trim()
}

func (w *window) drop(i *item) {
	w.set(i, settled)
	w.bytes -= len(i.message.Value)
	i.message = nil
}

// giveBack lets an item wait again.
func (w *window) giveBack(i *item) {
	w.set(i, waiting)
	at, _ := slices.BinarySearchFunc(w.items, i.offset, func(i *item, offset int64) int { return int(i.offset - offset) })
	w.first = min(w.first, at)
}

// trim removes settled items: at the begin always, within when they are the most.
func (w *window) trim() {
	n := 0
	for n < len(w.items) && w.items[n].state == settled {
		n++
	}
	if n > 0 {
		clear(w.items[:n])
		w.items = w.items[n:]
		w.first = max(w.first-n, 0)
		w.counts[settled] -= n
	}
	if w.counts[settled] > 64+len(w.items)/2 {
		w.items = slices.DeleteFunc(w.items, func(i *item) bool { return i.state == settled })
		w.first, w.counts[settled] = 0, 0
	}
}

// base returns the first offset that is not settled.
func (w *window) base() int64 {
	if len(w.items) > 0 {
		return w.items[0].offset
	}
	return w.next
}

// mark returns what is settled.
func (w *window) mark() mark {
	m := mark{base: w.base(), high: max(w.high, w.before.high)}
	for _, i := range w.items {
		if i.state != settled && i.offset < m.high {
			m.open = append(m.open, i.offset)
		}
	}
	for _, offset := range w.before.open {
		if offset >= w.next {
			m.open = append(m.open, offset)
		}
	}
	return m
}

// unsettled returns how many items are not settled.
func (w *window) unsettled() int { return w.counts[waiting] + w.counts[held] + w.counts[paused] }

// remaining returns how many messages below end are not settled.
func (w *window) remaining(end int64) int64 {
	n := int64(w.unsettled())
	if end > w.next {
		n += w.before.remaining(w.next, end)
	}
	return n
}

// below returns how many items below end are not settled.
func (w *window) below(end int64) (n int64) {
	for _, i := range w.items {
		if i.state != settled && i.offset < end {
			n++
		}
	}
	return n
}

// purge settles all messages below end that nobody holds, and returns how many those were.
func (w *window) purge(end int64) int64 {
	n := w.remaining(end) - int64(w.counts[held])
	for _, i := range w.items {
		if i.state == waiting || i.state == paused {
			w.drop(i)
		}
	}
	w.next = max(w.next, end)
	w.high = max(w.high, w.next)
	w.trim()
	return n
}
