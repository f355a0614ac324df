package life_test

import (
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app/life"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/handover"
)

// TestTerms: a process that another one replaces has the time of its patient connections, and then that of a shutdown.
func TestTerms(t *testing.T) {
	got := life.Settings{Shutdown: 20 * time.Second, HardLimit: 1 << 30}.Terms(true)
	if got.Drain != 30*time.Second || got.HardLimit != 1<<30 || !got.Alone {
		t.Errorf("%+v", got)
	}
}

// TestListenersOfFirstProcess: a process to which nothing was passed opens its listeners, and fails as these fail.
func TestListenersOfFirstProcess(t *testing.T) {
	folder, err := os.MkdirTemp("", "life") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	heir, err := handover.Claim(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []life.Listeners{{Log: slog.Default()}, {Heir: heir, Log: slog.Default()}} {
		opened, err := l.Management("127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Management(opened.Addr().String()); fault.KindOf(err) != fault.Unavailable {
			t.Error("its address was free", err)
		}
		failed := errors.New("failed")
		if _, err := l.Take(handover.Server, "tcp", func() (net.Listener, error) { return nil, failed }); !errors.Is(err, failed) {
			t.Error(err)
		}
		socket, err := l.Socket(filepath.Join(folder, "fwrun.sock"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Socket(filepath.Join(folder, "fwrun.sock")); fault.KindOf(err) != fault.Conflict {
			t.Error("it was opened twice", err)
		}
		_ = opened.Close()
		socket.Close(t.Context())
	}
}
