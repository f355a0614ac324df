package jetstream_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/jetstream"
)

// refuses checks that a folder cannot be opened, and what is said.
func refuses(t *testing.T, folder string, kind fault.Kind, want ...string) {
	t.Helper()
	server, err := jetstream.Start(t.Context(), jetstream.Store{Folder: folder}, nil)
	if err == nil {
		server.Close()
		t.Fatal("it was opened")
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not contain %q", err, w)
		}
	}
	if fault.KindOf(err) != kind {
		t.Errorf("%v is of kind %d", err, fault.KindOf(err))
	}
}

func TestInUse(t *testing.T) {
	folder := t.TempDir()
	first := start(t, jetstream.Store{Folder: folder})
	refuses(t, folder, fault.Conflict, "process "+strconv.Itoa(os.Getpid())+" uses the queue store in "+folder)
	first.Close()

	p := begin(t, "idle", folder)
	p.line()
	refuses(t, folder, fault.Conflict, "process "+strconv.Itoa(p.cmd.Process.Pid)+" uses")
	p.kill()
	start(t, jetstream.Store{Folder: folder})
}

func TestNewerVersion(t *testing.T) {
	folder := t.TempDir()
	start(t, jetstream.Store{Folder: folder}).Close()
	file := filepath.Join(folder, "version.json")
	for _, text := range []string{`{"layout":2,"nats":"2.15.2"}`, `{"layout":1,"nats":"2.99.0"}`, `{"layout":1,"nats":"3.0.0"}`} {
		must(t, os.WriteFile(file, []byte(text), 0o600))
		refuses(t, folder, fault.Conflict, "the queue store in "+folder+" was written by a newer version of fwrun")
	}
	for _, text := range []string{`{"layout":1,"nats":"2.15.99"}`, `{"layout":1,"nats":"2.10.0"}`, ``} {
		must(t, os.WriteFile(file, []byte(text), 0o600))
		start(t, jetstream.Store{Folder: folder}).Close()
	}
}

func TestFolderThatCannotBeUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	refuses(t, file, fault.Internal, "the folder "+file+" for queues cannot be used")
}

// fill makes a store with messages in it, some of them handled, and returns the ids of the others in order.
func fill(t *testing.T, folder string) []string {
	t.Helper()
	b, err := jetstream.Embed(t.Context(), jetstream.Store{Folder: folder}, jetstream.Options{})
	must(t, err)
	must(t, b.Declare(t.Context(), "q"))
	var ids []string
	for range 50 {
		m := message.NewMessage(watermill.NewUUID(), make([]byte, 1000))
		must(t, b.Publish("q", m))
		ids = append(ids, m.UUID)
	}
	messages, err := b.Subscriber(workers(1)).Subscribe(t.Context(), "q")
	must(t, err)
	for range 10 {
		m := <-messages
		m.Ack()
		<-m.Context().Done()
	}
	must(t, b.Close())
	return ids[10:]
}

// TestRepair: what a process or machine that stopped in the middle of writing leaves.
func TestRepair(t *testing.T) {
	stream := filepath.Join("jetstream", "$G", "streams", "fwrun-q")
	block := filepath.Join(stream, "msgs", "1.blk")
	appendTo := func(name, text string) func(t *testing.T, folder string) {
		return func(t *testing.T, folder string) {
			f, err := os.OpenFile(filepath.Join(folder, name), os.O_APPEND|os.O_WRONLY, 0)
			must(t, err)
			_, err = f.WriteString(text)
			must(t, err)
			must(t, f.Close())
		}
	}
	write := func(name, text string) func(t *testing.T, folder string) {
		return func(t *testing.T, folder string) {
			must(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
		}
	}
	remove := func(name string) func(t *testing.T, folder string) {
		return func(t *testing.T, folder string) { must(t, os.RemoveAll(filepath.Join(folder, name))) }
	}
	for name, c := range map[string]struct {
		damage func(t *testing.T, folder string)
		lost   int // of the last messages
	}{
		"garbage after the last message": {appendTo(block, strings.Repeat("\x00garbage", 100)), 0},
		"zeros after the last message":   {appendTo(block, strings.Repeat("\x00", 4096)), 0},
		"half a message": {func(t *testing.T, folder string) {
			info, err := os.Stat(filepath.Join(folder, block))
			must(t, err)
			must(t, os.Truncate(filepath.Join(folder, block), info.Size()-500))
		}, 1},
		"an index that is garbage":           {write(filepath.Join(stream, "msgs", "index.db"), "garbage"), 0},
		"no index":                           {remove(filepath.Join(stream, "msgs", "index.db")), 0},
		"an empty state of the consumer":     {write(filepath.Join(stream, "obs", "workers", "o.dat"), ""), 0},
		"a state of the consumer of garbage": {write(filepath.Join(stream, "obs", "workers", "o.dat"), "garbage"), 0},
		"no consumer":                        {remove(filepath.Join(stream, "obs", "workers")), 0},
		"a consumer without configuration":   {write(filepath.Join(stream, "obs", "workers", "meta.inf"), ""), 0},
		"a configuration that is garbage":    {write(filepath.Join(stream, "meta.inf"), "garbage"), 0},
		"the checksum of another":            {write(filepath.Join(stream, "meta.sum"), "0123456789abcdef"), 0},
		"no checksum":                        {remove(filepath.Join(stream, "meta.sum")), 0},
		"a stream that was being made": {func(t *testing.T, folder string) {
			must(t, os.MkdirAll(filepath.Join(folder, filepath.Dir(stream), "fwrun-new", "msgs"), 0o700))
		}, 0},
		"a stream with the file of its first messages, and no configuration": {func(t *testing.T, folder string) {
			making := filepath.Join(filepath.Dir(stream), "fwrun-new")
			must(t, os.MkdirAll(filepath.Join(folder, making, "msgs"), 0o700))
			write(filepath.Join(making, "msgs", "1.blk"), "")(t, folder)
		}, 0},
		"a stream with an empty configuration": {func(t *testing.T, folder string) {
			making := filepath.Join(filepath.Dir(stream), "fwrun-new")
			must(t, os.MkdirAll(filepath.Join(folder, making, "msgs"), 0o700))
			write(filepath.Join(making, "msgs", "1.blk"), "")(t, folder)
			write(filepath.Join(making, "meta.inf"), "")(t, folder)
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			ids := fill(t, folder)
			c.damage(t, folder)
			counts := drain(t, connect(t, start(t, jetstream.Store{Folder: folder}), jetstream.Options{}))
			for i, id := range ids {
				if want := i < len(ids)-c.lost; want && counts[id] == 0 {
					t.Errorf("message %d is lost", i)
				}
			}
			if len(counts) > len(ids) {
				t.Logf("%d messages that had been handled came again", len(counts)-len(ids))
			}
		})
	}
}

// TestStart: nothing has to be set up, also for a store with messages in it.
func TestStart(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data", "queue")
	for range 2 {
		begun := time.Now()
		b, err := jetstream.Embed(t.Context(), jetstream.Store{Folder: folder}, jetstream.Options{})
		must(t, err)
		t.Logf("started in %v", time.Since(begun))
		must(t, b.Declare(t.Context(), "q"))
		must(t, b.Publish("q", message.NewMessage("", nil)))
		must(t, b.Close())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := jetstream.Start(ctx, jetstream.Store{Folder: folder}, nil); err == nil {
		s.Close()
	}
	start(t, jetstream.Store{Folder: folder}) // whatever came of it, the folder is free again
}
