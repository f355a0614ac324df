package broadcast

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzEnvelope: whatever arrives is read or refused, and what was read is written as the same bytes, unless a length was longer than
// it has to be.
func FuzzEnvelope(f *testing.F) {
	f.Add(envelope{origin{1}, "prices", []byte("message")}.bytes())
	f.Add(envelope{}.bytes())
	f.Add([]byte("fwb\x01\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, ok := readEnvelope(data)
		if !ok {
			return
		}
		again, ok := readEnvelope(e.bytes())
		if !ok || again.from != e.from || again.name != e.name || !bytes.Equal(again.message, e.message) {
			t.Fatalf("% x was read as %v, and written as % x", data, e, e.bytes())
		}
		if len(e.bytes()) > e.size() {
			t.Fatalf("%d bytes are more than %d", len(e.bytes()), e.size())
		}
	})
}

// FuzzTopic: no name is more than one level of a topic, or anything that a server interprets, and no two have the same topic.
func FuzzTopic(f *testing.F) {
	for _, name := range []string{"", "prices", "a.b", "*", ">", "#", "a b", "\r\nPUB x 1", "[x]", "\x00", strings.Repeat("x", 65)} {
		f.Add(name, "other")
	}
	f.Fuzz(func(t *testing.T, one, other string) {
		a, b := topicOf(one, one), topicOf(one, other)
		if (a == b) != (one == other) {
			t.Fatalf("%q and %q have the topics %s and %s", one, other, a, b)
		}
		if strings.Count(a, ".") != 3 || len(a) > 255 || strings.ContainsFunc(a, func(r rune) bool {
			return r <= ' ' || r > '~' || strings.ContainsRune(`*>#?[]\{}"'`, r)
		}) {
			t.Fatalf("%q has the topic %q", one, a)
		}
	})
}

func TestOutboxIsBounded(t *testing.T) {
	o := Options{Waiting: 3, Bytes: 1000}
	var b outbox
	e := envelope{message: make([]byte, 100)}
	for i := range 4 {
		if added := b.add(e, o); added != (i < 3) {
			t.Errorf("message %d: %v", i, added)
		}
	}
	if _, ok := b.next(); !ok || !b.add(e, o) {
		t.Error("there is no room after a message has left")
	}
	if n := b.empty(); n != 3 || b.bytes != 0 {
		t.Errorf("%d messages, %d bytes", n, b.bytes)
	}
	if b.add(envelope{message: make([]byte, 1000)}, o) {
		t.Error("a message of more bytes than all may have was taken")
	}
}
