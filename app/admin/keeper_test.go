package admin_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/platform/fault"
)

// kept returns a Keeper whose socket answers "here", and what it logs.
func kept(open func(path string) (*admin.Socket, error)) (*admin.Keeper, *bytes.Buffer) {
	var lines bytes.Buffer
	here := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "here") })
	return admin.Keep(open, here, slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{Level: slog.LevelDebug}))), &lines
}

// TestKeeperMoves: the socket goes with the application, and the former one answers until it is closed.
func TestKeeperMoves(t *testing.T) {
	k, _ := kept(admin.Open)
	from, to := folder(t), folder(t)
	k.Open(from)
	former := k.Move(from, to)
	if former == nil || get(t, admin.Path(from), "/") != "here" || get(t, admin.Path(to), "/") != "here" {
		t.Fatal("it is not in both places", former)
	}
	former.Close(t.Context())
	if get(t, admin.Path(to), "/") != "here" {
		t.Error("the new one went with the former")
	}
	k.Close(t.Context())
	k.Open(to)
	if client, err := admin.Dial(admin.Path(to)); client != nil || err != nil {
		t.Error("it was opened after its end", err)
	}
}

// TestKeeperStays: releases that share data/ have the same socket.
func TestKeeperStays(t *testing.T) {
	k, _ := kept(admin.Open)
	from, to := folder(t), folder(t)
	data := filepath.Join(from, "data")
	if err := os.Mkdir(data, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(data, filepath.Join(to, "data")); err != nil {
		t.Skip(err)
	}
	k.Open(from)
	defer k.Close(t.Context())
	if former := k.Move(from, to); former != nil || get(t, admin.Path(to), "/") != "here" {
		t.Error("it has moved", former)
	}
}

// TestKeeperWithoutSocket: what keeps the socket from being opened is a warning with its hint, unless nothing can be written there.
func TestKeeperWithoutSocket(t *testing.T) {
	for kind, want := range map[fault.Kind]string{fault.Conflict: "level=WARN", fault.Denied: "level=DEBUG"} {
		k, lines := kept(func(string) (*admin.Socket, error) { return nil, fault.New("test", kind, "no").WithHint("do this") })
		k.Open(t.TempDir())
		if got := lines.String(); !strings.Contains(got, want) || !strings.Contains(got, `hint="do this"`) {
			t.Errorf("%v: %s", kind, got)
		}
		k.Close(t.Context())
	}
	var none *admin.Keeper
	none.Open(t.TempDir())
	if former := none.Move(t.TempDir(), t.TempDir()); former != nil {
		t.Error("there was none")
	}
	none.Close(t.Context())
}
