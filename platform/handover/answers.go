package handover

import (
	"context"
	"io"
	"net"
)

// Answers reports whether the process still serves connections at an address, before ctx ends. It connects, and closes its own side, which
// ends the other one, too. No request is counted.
func Answers(ctx context.Context, at net.Addr) bool {
	conn, err := new(net.Dialer).DialContext(ctx, at.Network(), at.String())
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
