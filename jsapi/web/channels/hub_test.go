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
		_ = h.publish("x", []byte("1"), one)
		_ = h.publish("x", []byte("2"), nil)
		synctest.Wait()
		if got := strings.Join(a.all(), " "); got != "two1 one2 two2" {
			t.Errorf("a got %s", got)
		}
		if got := strings.Join(b.all(), " "); got != "three1 three2" {
			t.Errorf("b got %s", got)
		}
		two.close()
		two.close()
		_ = h.publish("x", []byte("3"), one)
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
		_ = h.publish("x", []byte("1"), nil)
		synctest.Wait() // the first is being handled
		for _, message := range []string{strings.Repeat("b", 101), "2", "3", "4", "5"} {
			_ = h.publish("x", []byte(message), nil)
		}
		close(d.slow)
		synctest.Wait()
		if got := strings.Join(d.all(), " "); got != "1 2 3" {
			t.Errorf("got %s", got)
		}
		if lines := strings.Count(log.String(), "too slow"); lines != 1 {
			t.Errorf("%d lines: %s", lines, log.String())
		}
		_ = h.publish("x", []byte("6"), nil)
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
		_ = h.publish("x", []byte("1"), nil)
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
	receive func(string, []byte)
	other   *relay
}

func (r *relay) Publish(name string, message []byte) error {
	r.other.receive(name, message)
	return nil
}

func (r *relay) Receive(receive func(string, []byte)) { r.receive = receive }

func TestRelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left, right := &relay{}, &relay{}
		left.other, right.other = right, left
		a, b := NewHub(Options{Relay: left}), NewHub(Options{Relay: right})
		da, db := &desk{}, &desk{}
		from, _ := a.join("x", a.box(da), da.receiver(""))
		_, _ = b.join("x", b.box(db), db.receiver(""))
		_ = a.publish("x", []byte("1"), from)
		synctest.Wait()
		if got := strings.Join(db.all(), " "); got != "1" || len(da.all()) != 0 {
			t.Errorf("got %s and %q", got, da.all())
		}
	})
}
