package app

import (
	"context"
	"io"
	"net"
	"sync"

	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/endpoint"
	"github.com/fwrun/fwrun/platform/handover"
)

// inherit returns the listener that was passed for a role at an address, or else the one that listen opens, and notes that for the process
// after this one.
func (a *App) inherit(role, address string, listen func() (net.Listener, error)) (net.Listener, error) {
	passed, err := a.options.Heir.Take(role, address)
	if err != nil {
		return nil, endpoint.CannotListen(address, err)
	}
	if passed != nil {
		return passed, nil
	}
	opened, err := listen()
	if err != nil {
		return nil, err
	}
	a.pass(role, address, opened)
	return opened, nil
}

// listenManagement does the same for the management endpoints.
func (a *App) listenManagement(address string) (net.Listener, error) {
	return a.inherit(handover.Management, "tcp "+address, func() (net.Listener, error) { return endpoint.ListenTCP(address) })
}

// inheritSocket does the same for the admin socket.
func (a *App) inheritSocket(path string) (*admin.Socket, error) {
	passed, err := a.options.Heir.Take(handover.Admin, path)
	if err != nil {
		return nil, err
	}
	if passed != nil {
		return admin.Adopt(path, passed), nil
	}
	opened, err := admin.Open(path)
	if err != nil {
		return nil, err
	}
	a.pass(handover.Admin, path, opened.Listener())
	return opened, nil
}

// pass notes a listener for the next process. Without that it serves all the same.
func (a *App) pass(role, address string, opened net.Listener) {
	if err := a.options.Heir.Keep(role, address, opened); err != nil {
		a.log.Warn("a listener is not passed on to the next process", "listener", role, "error", err)
	}
}

// Ready reports to the process that has started this one that it accepts connections. It is called after Listen.
func (a *App) Ready() {
	a.options.Heir.Ready(handover.Terms{HardLimit: a.started.life.HardLimit, Drain: a.started.life.Shutdown + a.started.life.Patience(), Alone: a.alone()})
}

// HandOver is Close for an application whose place another process has taken. There is no hurry then, unless hurried is closed:
// connections end with their next answer. Who asks how the application is, asks the other process at once.
func (a *App) HandOver(ctx context.Context, hurried <-chan struct{}) error {
	a.reloading.Lock() // never unlocked: no reload can follow
	ctx, cancel := context.WithTimeout(ctx, a.started.life.Patience()+a.started.life.Shutdown)
	defer cancel()
	calm, hurry := context.WithTimeout(ctx, a.started.life.Patience())
	defer hurry()
	go func() {
		select {
		case <-hurried:
			hurry()
		case <-calm.Done():
		}
	}()
	var endpoints sync.WaitGroup
	endpoints.Go(func() { a.managing.Close(ctx) })
	return a.end(ctx, a.admins.Abandon, func() error {
		a.server.Yield(calm)
		endpoints.Wait()
		return a.server.Shutdown(ctx)
	})
}

// Answers reports whether the application still serves connections, before ctx ends. It connects to itself, and closes its own side, which
// ends the other one, too. No request is counted.
func (a *App) Answers(ctx context.Context) bool {
	conn, err := new(net.Dialer).DialContext(ctx, a.at.Network(), a.at.String())
	if err != nil {
		return ctx.Err() == nil // there may be no descriptors left, which passes
	}
	defer func() { _ = conn.Close() }()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if half, is := conn.(interface{ CloseWrite() error }); is {
		_ = half.CloseWrite()
	}
	_, _ = io.Copy(io.Discard, conn)
	return ctx.Err() == nil
}

// alone reports whether another process cannot start while this one runs: an embedded broker's folder can be open in one of them.
func (a *App) alone() bool {
	g := a.serving.Load()
	return g.settings.queues.Embeds(hears(g.engine.Manifest()))
}
