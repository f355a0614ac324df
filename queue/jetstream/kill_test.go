package jetstream_test

import (
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/jetstream"
)

// TestKill: what Publish has accepted survives kill -9, in a process with eight publishers, three times.
func TestKill(t *testing.T) {
	for name, sync := range map[string]jetstream.Sync{"always": jetstream.SyncAlways, "interval": jetstream.SyncInterval} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			accepted := map[string]bool{}
			for range 3 {
				p := begin(t, name, folder)
				for range 500 {
					accepted[p.line()] = true
				}
				p.kill()
				for line := range p.lines {
					accepted[line] = true
				}
			}
			counts := drain(t, connect(t, start(t, jetstream.Store{Folder: folder, Sync: sync}), jetstream.Options{}))
			lost, twice, more := 0, 0, 0
			for id := range accepted {
				if counts[id] == 0 {
					lost++
				}
			}
			for id, n := range counts {
				if n > 1 {
					twice++
				}
				if !accepted[id] {
					more++
				}
			}
			t.Logf("%d accepted, %d lost, %d twice, %d kept without an answer", len(accepted), lost, twice, more)
			if lost > 0 || twice > 0 {
				t.Fail()
			}
		})
	}
}

// TestHeldByAKilledProcess: what it had in hand is delivered at once by the next one, and counted.
func TestHeldByAKilledProcess(t *testing.T) {
	folder := t.TempDir()
	first, err := jetstream.Embed(t.Context(), jetstream.Store{Folder: folder}, jetstream.Options{})
	must(t, err)
	must(t, first.Declare(t.Context(), "q"))
	for _, p := range []string{"a", "b", "c", "d", "e"} {
		must(t, first.Publish("q", message.NewMessage(p, []byte(p))))
	}
	must(t, first.Close())

	p := begin(t, "hold", folder)
	for range 3 {
		p.line()
	}
	p.kill()

	b := connect(t, start(t, jetstream.Store{Folder: folder}), jetstream.Options{})
	begun := time.Now()
	messages, err := b.Subscriber(broker.Subscription{Workers: 1}).Subscribe(t.Context(), "q")
	must(t, err)
	for i, want := range []string{"a", "b", "c", "d", "e"} {
		m := <-messages
		count := "1"
		if i < 3 {
			count = "2"
		}
		if string(m.Payload) != want || m.Metadata[broker.DeliveriesHeader] != count {
			t.Errorf("got %s, delivery %s, want %s, %s", m.Payload, m.Metadata[broker.DeliveriesHeader], want, count)
		}
		m.Ack()
	}
	if took := time.Since(begun); took > 10*time.Second { // AckWait is 15
		t.Errorf("it took %v", took)
	}
}

// TestPoison: a message that kills the process the moment it arrives is delivered with growing counts.
func TestPoison(t *testing.T) {
	folder := t.TempDir()
	first, err := jetstream.Embed(t.Context(), jetstream.Store{Folder: folder}, jetstream.Options{})
	must(t, err)
	must(t, first.Declare(t.Context(), "q"))
	for _, p := range []string{"good", "good", "poison", "good"} {
		must(t, first.Publish("q", message.NewMessage("", []byte(p))))
	}
	must(t, first.Close())
	starts := 0
	for count := ""; count != "poison 5"; {
		if starts++; starts > 15 {
			t.Fatalf("after %d starts the last count is %q", starts-1, count)
		}
		p := begin(t, "poison", folder)
		<-p.done
		for line := range p.lines {
			if line[0] == 'p' {
				count = line
			}
		}
	}
	t.Logf("5 deliveries took %d starts", starts)
}
