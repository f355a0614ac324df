package jetstream_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/jetstream"
)

// publishBy publishes messages of 1 KB from many goroutines, and returns the ids that were accepted.
func publishBy(t testing.TB, b *jetstream.Broker, publishers, each int) []string {
	var mu sync.Mutex
	var ids []string
	var group sync.WaitGroup
	for range publishers {
		group.Go(func() {
			for range each {
				m := message.NewMessage(watermill.NewUUID(), make([]byte, 1000))
				if err := b.Publish("q", m); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				ids = append(ids, m.UUID)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return ids
}

// TestOneSyncForMany: publishers that wait at the same time share one writing through, which begins after their messages
// were written.
func TestOneSyncForMany(t *testing.T) {
	server := start(t, jetstream.Store{Sync: jetstream.SyncAlways})
	b := connect(t, server, jetstream.Options{})
	must(t, b.Declare(t.Context(), "q"))
	var synced atomic.Int64
	server.Through(func(path string, do func(string) error) error {
		if strings.HasSuffix(path, ".blk") {
			synced.Add(1)
		}
		<-time.After(2 * time.Millisecond) // a slow disk
		return do(path)
	})
	publishBy(t, b, 1, 20)
	if n := synced.Swap(0); n < 20 {
		t.Errorf("20 messages of one publisher were written through %d times", n)
	}
	publishBy(t, b, 32, 20)
	if n := synced.Load(); n < 20 || n > 320 {
		t.Errorf("640 messages of 32 publishers were written through %d times", n)
	}
}

// TestIntervals: with an interval there is one writing through for all messages in it, and none without messages.
func TestIntervals(t *testing.T) {
	server := start(t, jetstream.Store{Interval: 100 * time.Millisecond})
	b := connect(t, server, jetstream.Options{})
	must(t, b.Declare(t.Context(), "q"))
	var synced atomic.Int64
	server.Through(func(path string, do func(string) error) error {
		synced.Add(1)
		return do(path)
	})
	begun := time.Now()
	publishBy(t, b, 8, 20)
	idle := func() bool { // a busy machine may write through late
		before := synced.Load()
		<-time.After(400 * time.Millisecond)
		return synced.Load() == before
	}
	for n := 0; !idle(); n++ {
		if n == 100 {
			t.Fatal("it is written through without messages")
		}
	}
	if n, most := synced.Load(), int64(time.Since(begun)/(100*time.Millisecond)); n < 1 || n > most {
		t.Errorf("written through %d times in %d intervals", n, most)
	}
}

// TestDiskFails: after an error it is not known what is on the disk, so nothing is accepted any more.
func TestDiskFails(t *testing.T) {
	for _, store := range []jetstream.Store{{Sync: jetstream.SyncAlways}, {Interval: time.Millisecond}} {
		server := start(t, store)
		b := connect(t, server, jetstream.Options{})
		must(t, b.Declare(t.Context(), "q"))
		server.Through(func(string, func(string) error) error { return errors.New("input/output error") })
		var err error
		for end := time.Now().Add(5 * time.Second); err == nil && time.Now().Before(end); {
			err = b.Publish("q", message.NewMessage("", nil))
		}
		if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "cannot be written: input/output error") {
			t.Error(err)
		}
	}
}

// disk keeps what a power cut would leave: of each file what it was when it was written through last, if the name was,
// too.
type disk struct {
	mu    sync.Mutex
	root  string
	files map[string][]byte
	names map[string][]string // by folder
}

func (d *disk) through(path string, do func(string) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	info, err := os.Stat(path)
	if err != nil {
		return do(path)
	}
	if !info.IsDir() {
		text, err := os.ReadFile(path)
		if err != nil {
			return do(path) // it was removed meanwhile
		}
		d.files[path] = text
		return do(path)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	d.names[path] = names
	return do(path)
}

// restore writes into a folder what is left.
func (d *disk) restore(t *testing.T, folder string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for path, text := range d.files {
		rel, err := filepath.Rel(d.root, path)
		must(t, err)
		known := true
		for at := path; at != d.root; at = filepath.Dir(at) {
			known = known && slices.Contains(d.names[filepath.Dir(at)], filepath.Base(at))
		}
		if known {
			must(t, os.MkdirAll(filepath.Join(folder, filepath.Dir(rel)), 0o700))
			must(t, os.WriteFile(filepath.Join(folder, rel), text, 0o600))
		}
	}
}

// TestPowerCut: what Publish has accepted is there if nothing is left but what was written through, while messages of all
// sizes are published and handled, so that files begin, are made smaller and are removed.
func TestPowerCut(t *testing.T) {
	root := t.TempDir()
	d := &disk{root: root, files: map[string][]byte{}, names: map[string][]string{}}
	server := start(t, jetstream.Store{Folder: root, Sync: jetstream.SyncAlways})
	server.Through(d.through)
	b := connect(t, server, jetstream.Options{})
	must(t, b.Declare(t.Context(), "q"))

	var mu sync.Mutex
	accepted, handled := map[string]bool{}, map[string]bool{}
	messages, err := b.Subscriber(workers(4)).Subscribe(t.Context(), "q")
	must(t, err)
	var group sync.WaitGroup
	for p := range 4 {
		group.Go(func() {
			for i := range 60 {
				m := message.NewMessage(watermill.NewUUID(), make([]byte, 1<<(p*6)+i))
				if err := b.Publish("q", m); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				accepted[m.UUID] = true
				mu.Unlock()
			}
		})
	}
	for range 100 {
		m := <-messages
		mu.Lock()
		handled[m.UUID] = true
		mu.Unlock()
		m.Ack()
	}
	group.Wait()
	d.mu.Lock() // the power is cut
	server.Through(func(string, func(string) error) error { return errors.New("the power is cut") })
	d.mu.Unlock()

	left := t.TempDir()
	d.restore(t, left)
	counts := drain(t, connect(t, start(t, jetstream.Store{Folder: left}), jetstream.Options{}))
	lost := 0
	for id := range accepted {
		if counts[id] == 0 && !handled[id] {
			lost++
		}
	}
	t.Logf("%d accepted, %d handled, %d delivered after the power cut, %d lost", len(accepted), len(handled), len(counts), lost)
	if lost > 0 {
		t.Fail()
	}
}

// TestDiskFull: the server is not brought into the state in which it would not accept anything any more.
func TestDiskFull(t *testing.T) {
	folder := smallDisk(t, 48)
	server := start(t, jetstream.Store{Folder: folder, MinFree: 8 << 20})
	b := connect(t, server, jetstream.Options{})
	must(t, b.Declare(t.Context(), "q"))
	count := 0
	var err error
	for ; err == nil && count < 1000; count++ {
		err = b.Publish("q", message.NewMessage(fmt.Sprint(count), make([]byte, 100<<10)))
	}
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "the queue store is full") {
		t.Fatalf("after %d messages: %v", count, err)
	}
	if counts := drain(t, b); len(counts) != count-1 {
		t.Errorf("%d of %d messages were delivered", len(counts), count-1)
	}
	must(t, b.Publish("q", message.NewMessage("", make([]byte, 100<<10)))) // there is room again
}

// TestNoSpaceLeft: when others have filled the disk, what is there can be received, and the next start finds all.
func TestNoSpaceLeft(t *testing.T) {
	folder := smallDisk(t, 24)
	store := jetstream.Store{Folder: filepath.Join(folder, "queue"), MinFree: -1}
	server := start(t, store)
	b := connect(t, server, jetstream.Options{})
	must(t, b.Declare(t.Context(), "q"))
	other := filepath.Join(folder, "other")
	must(t, os.WriteFile(other, make([]byte, 16<<20), 0o600))
	count := 0
	var err error
	for ; err == nil && count < 1000; count++ {
		m := message.NewMessage(fmt.Sprint(count), make([]byte, 100<<10))
		ctx, cancel := timeout(t, 2*time.Second)
		m.SetContext(ctx)
		err = b.Publish("q", m)
		cancel()
	}
	if fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "the queue store is full") {
		t.Fatalf("after %d messages: %v", count, err)
	}
	messages, err := b.Subscriber(workers(count)).Subscribe(t.Context(), "q")
	must(t, err)
	for range count - 1 {
		<-messages
	}
	must(t, b.Close())
	server.Close()

	must(t, os.Remove(other))
	b = connect(t, start(t, store), jetstream.Options{})
	if counts := drain(t, b); len(counts) < count-1 {
		t.Errorf("%d of %d messages were delivered", len(counts), count-1)
	}
	must(t, b.Publish("q", message.NewMessage("", nil)))
}

// TestRoomAgain: a server that could not write goes on when there is room again, and has all that it had accepted.
func TestRoomAgain(t *testing.T) {
	folder := smallDisk(t, 64)
	b := connect(t, start(t, jetstream.Store{Folder: filepath.Join(folder, "queue"), MinFree: -1}), jetstream.Options{})
	must(t, b.Declare(t.Context(), "q"))
	publish := func(id string) error {
		m := message.NewMessage(id, make([]byte, 100<<10))
		ctx, cancel := timeout(t, 2*time.Second)
		defer cancel()
		m.SetContext(ctx)
		return b.Publish("q", m)
	}
	other := filepath.Join(folder, "other")
	must(t, os.WriteFile(other, make([]byte, 48<<20), 0o600))
	count := 0
	for count < 1000 && publish(fmt.Sprint(count)) == nil {
		count++
	}
	must(t, os.Remove(other))
	for late := time.Now().Add(30 * time.Second); ; {
		err := publish("again")
		if err == nil {
			break
		}
		if time.Now().After(late) {
			t.Fatal(err)
		}
		<-time.After(50 * time.Millisecond)
	}
	counts := drain(t, b)
	for i := range count {
		if counts[fmt.Sprint(i)] == 0 {
			t.Errorf("message %d of %d is lost", i, count)
		}
	}
	if counts["again"] == 0 {
		t.Error("the message that was sent with room again is lost")
	}
}

func BenchmarkPublishAndHandle(b *testing.B) {
	for name, store := range map[string]jetstream.Store{"always": {Sync: jetstream.SyncAlways}, "interval": {}} {
		b.Run(name, func(b *testing.B) {
			store.Folder = b.TempDir()
			q, err := jetstream.Embed(b.Context(), store, jetstream.Options{})
			must(b, err)
			defer func() { _ = q.Close() }()
			must(b, q.Declare(b.Context(), "q"))
			messages, err := q.Subscriber(workers(32)).Subscribe(b.Context(), "q")
			must(b, err)
			b.ResetTimer()
			var group sync.WaitGroup
			group.Go(func() { publishBy(b, q, 32, b.N/32+1) })
			for range (b.N/32 + 1) * 32 {
				(<-messages).Ack()
			}
			group.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "messages/s")
		})
	}
}
