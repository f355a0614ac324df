package kafka

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/IBM/sarama"
)

// model is a partition as it is seen from outside: what became of each message.
type model struct {
	t       *testing.T
	end     int64 // messages that were published
	settled map[int64]bool
	held    []*item // by the process that has the partition now
	window  *window
	before  mark  // with which the window began
	base    int64 // what was committed last
	text    string
}

// fetch adds some messages, with gaps such as transactions leave, and again some that were added before.
func (m *model) fetch(r *rand.Rand) {
	from := m.window.next - r.Int64N(3)
	for range r.IntN(6) {
		if from >= 0 && from < m.end && from%7 != 3 {
			m.window.add(&sarama.ConsumerMessage{Offset: from, Value: []byte("x")})
		}
		from++
	}
}

func (m *model) step(r *rand.Rand) {
	switch r.IntN(10) {
	case 0:
		for range r.IntN(10) {
			if m.end%7 == 3 {
				m.settled[m.end] = true // a gap: nothing is there
			}
			m.end++
		}
	case 1, 2:
		m.fetch(r)
	case 3, 4, 5:
		if i := m.window.peek(); i != nil {
			if m.settled[i.offset] {
				m.t.Fatalf("%d is delivered, which is settled", i.offset)
			}
			m.window.hold(i)
			m.held = append(m.held, i)
		}
	case 6, 7:
		m.take(r, func(i *item) {
			m.window.settle(i)
			m.settled[i.offset] = true
		})
	case 8:
		m.take(r, func(i *item) {
			m.window.set(i, paused)
			if r.IntN(2) == 0 {
				m.window.giveBack(i)
			}
		})
	default:
		m.commit()
	}
}

func (m *model) take(r *rand.Rand, do func(*item)) {
	if len(m.held) == 0 {
		return
	}
	at := r.IntN(len(m.held))
	do(m.held[at])
	m.held = slices.Delete(m.held, at, at+1)
}

func (m *model) commit() {
	mark := m.window.mark()
	m.base, m.text = mark.base, mark.text("a")
}

// check compares the window with what became of each message.
func (m *model) check() {
	m.t.Helper()
	var left, below []int64
	for offset := range m.end {
		switch fetched := offset < m.window.next; {
		case fetched && !m.settled[offset]:
			below = append(below, offset)
		case !fetched && !m.before.settled(offset): // gaps are known when they were fetched
			left = append(left, offset)
		}
	}
	if got := m.window.remaining(m.end); got != int64(len(left)+len(below)) {
		m.t.Fatalf("%d messages remain, want %v and %v", got, below, left)
	}
	if got := m.window.unsettled(); got != len(below) {
		m.t.Fatalf("%d messages are in the window, want %v", got, below)
	}
	mark := m.window.mark()
	read, process := readMark(mark.base, mark.text("a"))
	if process != "a" {
		m.t.Fatalf("the process is %q", process)
	}
	for offset := range m.end {
		gap := offset%7 == 3
		if read.settled(offset) != m.settled[offset] && !gap {
			m.t.Fatalf("after %+v, read as %+v, %d is settled: %v", mark, read, offset, !m.settled[offset])
		}
	}
}

// crash lets another process go on with what was committed: what was settled afterwards is delivered again.
func (m *model) crash() {
	mark, _ := readMark(m.base, m.text)
	m.window, m.held, m.before = newWindow(mark), nil, mark
	for offset := range m.end {
		m.settled[offset] = mark.settled(offset) || offset%7 == 3
	}
}

// TestWindow compares a window with a model, over many random histories of a partition that moves between processes.
func TestWindow(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := &model{t: t, settled: map[int64]bool{}, window: newWindow(mark{})}
		m.commit()
		for range 300 {
			m.step(r)
			if r.IntN(60) == 0 {
				m.crash()
			}
			m.check()
		}
		for m.window.next < m.end { // all that is left is delivered, in order
			if m.window.next%7 == 3 {
				m.window.next++
				continue
			}
			m.window.add(&sarama.ConsumerMessage{Offset: m.window.next, Value: []byte("x")})
		}
		last := int64(-1)
		for i := m.window.peek(); i != nil; i = m.window.peek() {
			if i.offset <= last {
				t.Fatalf("%d is delivered after %d", i.offset, last)
			}
			last = i.offset
			m.window.hold(i)
			m.window.settle(i)
		}
		for _, i := range slices.Clone(m.window.items) {
			if i.state == paused || i.state == held {
				m.window.settle(i)
			}
		}
		if m.window.base() != m.window.next {
			t.Fatalf("all is settled, but the base is %d of %d", m.window.base(), m.window.next)
		}
	}
}

// TestWindowIsPurged: what is held stays, and the rest is settled, also what was not fetched.
func TestWindowIsPurged(t *testing.T) {
	w := newWindow(mark{base: 2, high: 12, open: []int64{2, 3, 9}})
	for offset := range int64(6) {
		w.add(&sarama.ConsumerMessage{Offset: offset})
	}
	first := w.peek()
	w.hold(first)
	if n := w.purge(20); n != 10 { // 3, 9, and from 12 to 19
		t.Errorf("%d were purged", n)
	}
	w.add(&sarama.ConsumerMessage{Offset: 19})
	if w.peek() != nil || w.base() != 2 || w.remaining(21) != 2 {
		t.Errorf("the base is %d, %d remain", w.base(), w.remaining(21))
	}
	w.giveBack(first)
	w.add(&sarama.ConsumerMessage{Offset: 20})
	for _, want := range []int64{2, 20} {
		i := w.peek()
		if i == nil || i.offset != want {
			t.Fatalf("%v is next, want %d", i, want)
		}
		w.hold(i)
	}
}

// TestWindowIsBounded: one message that is not settled does not hold up the others, but not without a limit.
func TestWindowIsBounded(t *testing.T) {
	w := newWindow(mark{})
	n := int64(0)
	for ; w.room() && n < 2*longest; n++ {
		w.add(&sarama.ConsumerMessage{Offset: n})
		i := w.peek()
		w.hold(i)
		if n > 0 {
			w.settle(i)
		}
	}
	if n != longest {
		t.Errorf("%d messages are fetched behind one that is stuck", n)
	}
	if len(w.items) > 200 {
		t.Errorf("%d items are kept", len(w.items))
	}
	if text := w.mark().text("a"); len(text) > 30 {
		t.Errorf("the text is %q", text)
	}
	w.settle(w.items[0])
	if !w.room() || w.base() != n {
		t.Errorf("there is no room behind %d", w.base())
	}
}

// TestLongMarks: what does not fit into a text counts as not settled.
func TestLongMarks(t *testing.T) {
	m := mark{high: 1_000_000}
	for offset := int64(0); offset < m.high; offset += 150 {
		m.open = append(m.open, offset)
	}
	text := m.text("process")
	if len(text) > longestText {
		t.Fatalf("the text has %d bytes", len(text))
	}
	read, _ := readMark(0, text)
	if len(read.open) < 1000 {
		t.Errorf("%d are open", len(read.open))
	}
	for offset := range m.high {
		if read.settled(offset) && !m.settled(offset) {
			t.Fatalf("%d is settled", offset)
		}
	}
	if read.settled(read.high) || !read.settled(read.high-1) {
		t.Errorf("the text ends at %d", read.high)
	}
}

// TestForeignMarks: texts of others mean nothing.
func TestForeignMarks(t *testing.T) {
	for _, text := range []string{"", "consumer-1", "fwrun/1 a !!!", "fwrun/1 a", "fwrun/2 a AA", "fwrun/1 a " + "gICAgICAgICAgICA"} {
		if m, _ := readMark(5, text); m.base != 5 || m.high != 5 || len(m.open) > 0 || m.settled(5) || !m.settled(4) {
			t.Errorf("%q is %+v", text, m)
		}
	}
}
