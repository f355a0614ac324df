package channels

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// desk is a worker that keeps what it receives.
type desk struct {
	mu   sync.Mutex
	got  []string
	slow chan struct{} // if set, what each message waits for
	dead bool
}

func (d *desk) gone() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.dead
}

func (d *desk) receiver(name string) func([]byte, func()) {
	return func(message []byte, done func()) {
		if d.slow != nil {
			<-d.slow
		}
		d.mu.Lock()
		d.got = append(d.got, name+string(message))
		d.mu.Unlock()
		done()
	}
}

func (d *desk) all() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.got)
}

func TestMessagesReachOthersInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub(Options{})
		a, b := &desk{}, &desk{}
		boxA, boxB := h.box(a), h.box(b)
		one, _ := h.join("x", boxA, a.receiver("one"))
		two, _ := h.join("x", boxA, a.receiver("two"))
		_, _ = h.join("x", boxB, b.receiver("three"))
		_, _ = h.join("y", boxB, b.receiver("other"))
		h.publish("x", []byte("1"), one)
		h.publish("x", []byte("2"), nil)
		synctest.Wait()
		if got := strings.Join(a.all(), " "); got != "two1 one2 two2" {
			t.Errorf("a got %s", got)
		}
		if got := strings.Join(b.all(), " "); got != "three1 three2" {
			t.Errorf("b got %s", got)
		}
		two.close()
		two.close()
		h.publish("x", []byte("3"), one)
		synctest.Wait()
		if got := len(a.all()); got != 3 {
			t.Errorf("a closed channel got something: %q", a.all())
		}
	})
}

func TestSlowWorkersLoseMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		h := NewHub(Options{Waiting: 2, Bytes: 100, Log: slog.New(slog.NewTextHandler(&log, nil))})
		d := &desk{slow: make(chan struct{})}
		c, _ := h.join("x", h.box(d), d.receiver(""))
		h.publish("x", []byte("1"), nil)
		synctest.Wait() // the first is being handled
		for _, message := range []string{strings.Repeat("b", 101), "2", "3", "4", "5"} {
			h.publish("x", []byte(message), nil)
		}
		close(d.slow)
		synctest.Wait()
		if got := strings.Join(d.all(), " "); got != "1 2 3" {
			t.Errorf("got %s", got)
		}
		if lines := strings.Count(log.String(), "too slow"); lines != 1 {
			t.Errorf("%d lines: %s", lines, log.String())
		}
		h.publish("x", []byte("6"), nil)
		synctest.Wait()
		if got := d.all(); got[len(got)-1] != "6" {
			t.Errorf("got %q", got)
		}
		c.close()
	})
}

// TestGoneWorkersMakeRoom: channels of workers that are gone are closed, when somebody waits for one or there are too many.
func TestGoneWorkersMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub(Options{Channels: 2})
		dead, alive := &desk{}, &desk{}
		box := h.box(dead)
		stuck, _ := h.join("x", box, func([]byte, func()) {}) // never done
		_, _ = h.join("x", box, dead.receiver(""))
		if _, ok := h.join("x", h.box(alive), alive.receiver("")); ok {
			t.Error("there is room for a third channel")
		}
		h.publish("x", []byte("1"), nil)
		synctest.Wait()
		dead.mu.Lock()
		dead.dead = true
		dead.mu.Unlock()
		if _, ok := h.join("x", h.box(alive), alive.receiver("")); !ok {
			t.Error("there is no room after a worker has gone")
		}
		synctest.Wait()
		if !stuck.isClosed() || h.open != 1 {
			t.Errorf("closed %v, open %d", stuck.isClosed(), h.open)
		}
	})
}

// relay passes messages between two hubs.
type relay struct {
	receive map[string]func([]byte)
	other   *relay
}

func (r *relay) Publish(name string, message []byte) {
	if receive := r.other.receive[name]; receive != nil {
		receive(message)
	}
}

func (r *relay) Subscribe(name string, receive func([]byte)) (end func()) {
	r.receive[name] = receive
	return func() { delete(r.receive, name) }
}

// TestRelay: another hub receives what is sent, and one subscribes as long as it has channels of the name.
func TestRelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left, right := &relay{receive: map[string]func([]byte){}}, &relay{receive: map[string]func([]byte){}}
		left.other, right.other = right, left
		a, b := NewHub(Options{Relay: left}), NewHub(Options{Relay: right})
		da, db := &desk{}, &desk{}
		from, _ := a.join("x", a.box(da), da.receiver(""))
		one, _ := b.join("x", b.box(db), db.receiver("one"))
		two, _ := b.join("x", b.box(db), db.receiver("two"))
		a.publish("x", []byte("1"), from)
		a.publish("y", []byte("2"), nil)
		one.close()
		a.publish("x", []byte("3"), from)
		synctest.Wait()
		slices.Sort(db.got)
		if got := strings.Join(db.all(), " "); got != "two1 two3" && got != "one1 two1 two3" || len(da.all()) != 0 {
			t.Errorf("got %s and %q", got, da.all())
		}
		two.close()
		if len(right.receive) != 0 {
			t.Errorf("a hub without channels has subscribed to %v", right.receive)
		}
	})
}
