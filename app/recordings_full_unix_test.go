//go:build unix

package app

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

// roomless is the variable that is set in the process whose files have no room.
const roomless = "FWRUN_TEST_ROOMLESS"

// TestRecordingsWithoutRoom: where a file does not fit, nothing of it stays, requests are answered, and it is said once; when there is room
// again, files are written again. The limit of the size of files holds for a whole process, so it is one of its own.
func TestRecordingsWithoutRoom(t *testing.T) {
	if os.Getenv(roomless) != "" {
		recordWithoutRoom(t)
		return
	}
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRecordingsWithoutRoom$", "-test.v")
	command.Env = append(os.Environ(), roomless+"=1")
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// linesOf is a [slog.Handler] that collects messages.
type linesOf struct {
	slog.Handler
	mu   sync.Mutex
	list []string
}

func (l *linesOf) Enabled(context.Context, slog.Level) bool { return true }
func (l *linesOf) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l *linesOf) WithGroup(string) slog.Handler            { return l }

func (l *linesOf) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, r.Message)
	return nil
}

// count returns how often something was said.
func (l *linesOf) count(message string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, one := range l.list {
		if one == message {
			n++
		}
	}
	return n
}

func recordWithoutRoom(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ) // so that a write fails, as on a full disk
	folder := t.TempDir()
	const script = `import { GetMapping } from "fwrun"; export const breaks = GetMapping("/breaks")(() => { ` +
		`throw new Error("broken " + Math.random()); });`
	if err := os.WriteFile(filepath.Join(folder, "api.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	said := &linesOf{}
	kept := filepath.Join(folder, "kept")
	running, err := Start(t.Context(), Options{
		Folder: folder, Env: []string{"RECORD_FOLDER=" + kept, "RECORD_ONLY_ERRORS=true"}, Logger: func(LogSettings) *slog.Logger { return slog.New(said) },
	})
	if err != nil {
		t.Fatal(fault.Text(err))
	}
	defer func() { _ = running.Close(context.WithoutCancel(t.Context())) }()
	send := func() {
		t.Helper()
		if got, err := running.Send(t.Context(), inproc.Request{Method: http.MethodGet, Target: "/breaks"}); err != nil ||
			got.Status != http.StatusInternalServerError {
			t.Fatalf("%d, %v", got.Status, err)
		}
		running.serving.Load().stories.Close()
	}
	atMost := func(bytes uint64) {
		t.Helper()
		var limit syscall.Rlimit
		if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
		limit.Cur = min(bytes, limit.Max)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
	}
	const lost, again = "requests cannot be recorded; serving goes on without that", "requests are recorded again"
	for range 2 {
		before := len(filesIn(t, kept))
		atMost(100)
		for range 3 {
			send()
		}
		if files := filesIn(t, kept); len(files) != before {
			t.Errorf("there are %d files, and there were %d", len(files), before)
		}
		atMost(1 << 40)
		send()
		send()
		if files := filesIn(t, kept); len(files) != before+2 {
			t.Errorf("there are %d files, and there were %d", len(files), before)
		}
	}
	if said.count(lost) != 2 || said.count(again) != 2 {
		t.Errorf("it was said %d times that requests are lost, and %d times that they are not", said.count(lost), said.count(again))
	}
	for _, path := range filesIn(t, kept) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := replay.Parse(text); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func filesIn(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(slices.Values(files))
}
