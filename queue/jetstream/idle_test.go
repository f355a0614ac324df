package jetstream_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/queue/jetstream"
)

// TestIdleMemory: an embedded server without messages, and with ten topics and a listener on each, takes little.
func TestIdleMemory(t *testing.T) {
	before := heap()
	b, err := jetstream.Embed(t.Context(), jetstream.Store{Folder: t.TempDir()}, jetstream.Options{})
	must(t, err)
	defer func() { _ = b.Close() }()
	started, goroutines := heap(), runtime.NumGoroutine()
	for i := range 10 {
		topic := fmt.Sprint("queue", i)
		must(t, b.Declare(t.Context(), topic))
		_, err := b.Subscriber(workers(1)).Subscribe(t.Context(), topic)
		must(t, err)
	}
	listening := heap()
	t.Logf("started +%d KB with %d goroutines, ten listeners +%d KB", (started-before)>>10, goroutines, (listening-started)>>10)
	if started-before > 6<<20 || listening-started > 6<<20 {
		t.Error("that is too much")
	}
	if status, err := os.ReadFile(filepath.Join("/proc", "self", "status")); err == nil {
		debug.FreeOSMemory()
		for line := range strings.Lines(string(status)) {
			if strings.HasPrefix(line, "VmRSS") || strings.HasPrefix(line, "RssAnon") {
				t.Log(strings.TrimSpace(line))
			}
		}
	}
}

// heap returns how many bytes are in use.
func heap() int64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapInuse + s.StackInuse)
}
