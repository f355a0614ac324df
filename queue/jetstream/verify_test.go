package jetstream_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/jetstream"
)

// damaged is a store that is damaged again and again: as it was after a stop, and as a process that was killed has left it.
type damaged struct {
	stopped, killed, older string
	waiting                map[string][]string // ids of the messages that nobody has handled, by topic
}

// newDamaged fills a store with small messages, some of them handled, and with large ones, so that there are several blocks.
func newDamaged(t *testing.T) *damaged {
	t.Helper()
	d := &damaged{stopped: t.TempDir(), killed: t.TempDir(), older: t.TempDir(), waiting: map[string][]string{}}
	b, err := jetstream.Embed(t.Context(), jetstream.Store{Folder: d.stopped, Sync: jetstream.SyncAlways}, jetstream.Options{})
	must(t, err)
	random, sent := rand.New(rand.NewPCG(1, 2)), 0
	publish := func(topic string, n, most int) {
		must(t, b.Declare(t.Context(), topic))
		for range n {
			id := fmt.Sprint(topic, sent)
			sent++
			payload := make([]byte, 1+random.IntN(most))
			for i := range payload {
				payload[i] = byte(random.Uint32())
			}
			must(t, b.Publish(topic, message.NewMessage(id, payload)))
			d.waiting[topic] = append(d.waiting[topic], id)
		}
	}
	publish("q", 100, 1000)
	messages, err := b.Subscriber(workers(1)).Subscribe(t.Context(), "q")
	must(t, err)
	for range 10 {
		m := <-messages
		m.Ack()
		<-m.Context().Done()
	}
	d.waiting["q"] = d.waiting["q"][10:]
	must(t, os.CopyFS(d.older, os.DirFS(d.stopped)))
	publish("q", 20, 1000)
	publish("large", 40, 600_000)
	must(t, os.CopyFS(d.killed, os.DirFS(d.stopped)))
	must(t, b.Close())
	return d
}

// files returns the files of a store, but for those of which a damage is an error of its own.
func files(t *testing.T, folder, pattern string) (list []string) {
	t.Helper()
	must(t, filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if matched, _ := filepath.Match(pattern, e.Name()); err == nil && !e.IsDir() && matched && e.Name() != "version.json" && e.Name() != "lock" {
			list = append(list, path)
		}
		return err
	}))
	slices.Sort(list)
	return list
}

// harm damages a store in a way of many, and says how.
func (d *damaged) harm(t *testing.T, folder string, random *rand.Rand) string {
	t.Helper()
	one := func(pattern string) string {
		list := files(t, folder, pattern)
		if len(list) == 0 {
			t.Skip("there is none")
		}
		return list[random.IntN(len(list))]
	}
	change := func(file string, f func([]byte) []byte) string {
		text, err := os.ReadFile(file)
		must(t, err)
		if len(text) > 0 {
			must(t, os.WriteFile(file, f(text), 0o600))
		}
		return file
	}
	flip := func(text []byte) []byte {
		text[random.IntN(len(text))] ^= 1 << random.IntN(8)
		return text
	}
	switch random.IntN(10) {
	case 0, 1, 2:
		return "a flipped bit in " + change(one("*.blk"), flip)
	case 3:
		return "the rest is missing of " + change(one("*.blk"), func(text []byte) []byte { return text[:random.IntN(len(text))] })
	case 4:
		return "zeros in " + change(one("*.blk"), func(text []byte) []byte {
			from := random.IntN(len(text))
			clear(text[from : from+random.IntN(len(text)-from+1)])
			return text
		})
	case 5:
		return "nothing but zeros in " + change(one("*.blk"), func(text []byte) []byte { clear(text); return text })
	case 6:
		return "a flipped bit in " + change(one("*"), flip)
	case 7:
		return "the rest is missing of " + change(one("*"), func(text []byte) []byte { return text[:random.IntN(len(text))] })
	case 8:
		file := one([]string{"index.db", "meta.*", "o.dat", "extent"}[random.IntN(4)])
		must(t, os.Remove(file))
		return "gone is " + file
	}
	older := files(t, d.older, []string{"index.db", "o.dat", "meta.inf", "extent"}[random.IntN(4)])
	if len(older) == 0 {
		older = files(t, d.older, "meta.inf")
	}
	inside, err := filepath.Rel(d.older, older[random.IntN(len(older))])
	must(t, err)
	text, err := os.ReadFile(filepath.Join(d.older, inside))
	must(t, err)
	must(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, inside)), 0o700))
	must(t, os.WriteFile(filepath.Join(folder, inside), text, 0o600))
	return "from before is " + inside + " and a flipped bit is in " + change(one("*.blk"), flip)
}

// TestNoDamageIsSilent: whatever is wrong with the files of a store, all messages are delivered, or it is an error how many are not, and
// the others are delivered.
func TestNoDamageIsSilent(t *testing.T) {
	times := 60
	if os.Getenv("FWRUN_STRESS") == "1" {
		times = 500
	}
	d := newDamaged(t)
	for seed := range times {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(seed), 39))
			folder := t.TempDir()
			must(t, os.CopyFS(folder, os.DirFS([]string{d.stopped, d.killed}[seed%2])))
			how := d.harm(t, folder, random)
			found, err := jetstream.Verify(folder, false)
			must(t, err)
			log := &journal{}
			server, err := jetstream.Start(t.Context(), jetstream.Store{Folder: folder}, slog.New(slog.NewTextHandler(log, nil)))
			if err != nil {
				t.Fatalf("%s: %v", how, err)
			}
			t.Cleanup(server.Close)
			missing, waiting := 0, 0
			for topic, ids := range d.waiting {
				b, err := server.Broker(t.Context(), jetstream.Options{})
				must(t, err)
				got := drainTopic(t, b, topic)
				must(t, b.Close())
				for _, id := range ids {
					if waiting++; !got[id] {
						missing++
					}
				}
			}
			text := log.String()
			switch lost := found.Lost(); {
			case len(found.Damages) == 0 && missing > 0:
				t.Errorf("%s: %d messages are missing, and nothing says so:\n%s", how, missing, text)
			case int64(missing) > lost:
				t.Errorf("%s: %d messages are missing, not %d:\n%s", how, missing, lost, text)
			case lost > int64(2*missing+waiting):
				t.Errorf("%s: %d messages are missing, far from %d:\n%s", how, missing, lost, text)
			}
			if told := strings.Count(text, "level=ERROR"); (told > 0) != (len(found.Damages) > 0) || (server.Damage() != "") != (told > 0) {
				t.Errorf("%s: %d errors for %v, and %q:\n%s", how, told, found.Damages, server.Damage(), text)
			}
			server.Close()
			if again, err := jetstream.Verify(folder, false); err != nil || len(again.Damages) > 0 {
				t.Errorf("%s: %v %v are there after the repair", how, again, err)
			}
		})
	}
}

// drainTopic receives and acknowledges all messages of a topic.
func drainTopic(t *testing.T, b *jetstream.Broker, topic string) map[string]bool {
	t.Helper()
	must(t, b.Declare(t.Context(), topic))
	messages, err := b.Subscriber(workers(32)).Subscribe(t.Context(), topic)
	must(t, err)
	got := map[string]bool{}
	for end := time.Now().Add(time.Minute); ; {
		select {
		case m := <-messages:
			got[m.UUID] = true
			m.Ack()
			continue
		case <-time.After(20 * time.Millisecond):
		}
		state, err := b.State(t.Context(), topic)
		must(t, err)
		if state.Waiting == 0 && state.InHand == 0 {
			return got
		}
		if time.Now().After(end) {
			t.Fatalf("%d messages were delivered, there are still %+v", len(got), state)
		}
	}
}

// journal is a log that is read.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}
