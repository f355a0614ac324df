package admin

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"github.com/fwrun/fwrun/platform/fault"
)

// Keeper keeps the socket of an application where the application is. Without a socket the application serves all the same, which is only
// logged. A nil Keeper opens none.
type Keeper struct {
	open    func(path string) (*Socket, error)
	handler http.Handler
	log     *slog.Logger

	mu     sync.Mutex
	opened *Socket // nil if it is not open
	closed bool
}

// Keep returns a Keeper that opens sockets with a function such as [Open].
func Keep(open func(path string) (*Socket, error), handler http.Handler, log *slog.Logger) *Keeper {
	return &Keeper{open: open, handler: handler, log: log}
}

// Open opens the socket of an application in a folder, unless it is open, or was closed for good.
func (k *Keeper) Open(folder string) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed || k.opened != nil {
		return
	}
	path := Path(folder)
	opened, err := k.open(path)
	if err != nil {
		k.lacks(err)
		return
	}
	k.log.Debug("the admin socket is open", "path", path)
	opened.Serve(k.handler)
	k.opened = opened
}

// lacks logs why there is no socket. That a folder cannot be written is nothing to worry about.
func (k *Keeper) lacks(err error) {
	level, attrs := slog.LevelWarn, []any{"error", fault.Text(err)}
	if fault.KindOf(err) == fault.Denied {
		level = slog.LevelDebug
	}
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Hint != "" {
		attrs = append(attrs, "hint", f.Hint)
	}
	k.log.Log(context.Background(), level, "the application serves without an admin socket", attrs...)
}

// Move opens the socket in the folder where the application is now, unless data/ is the same one there, and returns the former socket for
// the caller to close; nil if there is nothing to close.
func (k *Keeper) Move(from, to string) (former *Socket) {
	if k == nil || sameFolder(filepath.Dir(Path(from)), filepath.Dir(Path(to))) {
		return nil
	}
	k.mu.Lock()
	former, k.opened = k.opened, nil
	k.mu.Unlock()
	k.Open(to)
	return former
}

func sameFolder(one, other string) bool {
	before, errBefore := os.Stat(one)
	after, errAfter := os.Stat(other)
	return errBefore == nil && errAfter == nil && os.SameFile(before, after)
}

// Close removes the socket, and waits for its requests until ctx ends. No other one is opened from now on.
func (k *Keeper) Close(ctx context.Context) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	if k.opened != nil {
		k.opened.Close(ctx)
	}
}
