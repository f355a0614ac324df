package tcp_test

import (
	"context"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/node/tcp"
)

// counting dials, and counts what is open.
func counting(open *atomic.Int32) func(ctx context.Context, network, target string) (net.Conn, error) {
	return func(ctx context.Context, network, target string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, target)
		if err != nil {
			return nil, err
		}
		open.Add(1)
		return &counted{Conn: conn, open: open}, nil
	}
}

type counted struct {
	net.Conn
	open   *atomic.Int32
	closed atomic.Bool
}

func (c *counted) Close() error {
	if !c.closed.Swap(true) {
		c.open.Add(-1)
	}
	return c.Conn.Close()
}

// TestSocketsAreBounded: one socket too many is an error with a code, and there is room again when others have ended. What takes over the
// connection of another one takes its place.
func TestSocketsAreBounded(t *testing.T) {
	t.Parallel()
	var open atomic.Int32
	p := page(t, tcp.Options{Dial: counting(&open), MaxOpen: 3})
	echoes := serve(t, echo)
	p.Set("port", echoes)
	const script = `
		const net = require('net');
		const some = Array.from({length: 3}, () => net.connect(port, '127.0.0.1'));
		let code; try { net.connect(port, '127.0.0.1') } catch (e) { code = e instanceof Error && e.code + ': ' + e.message }
		Promise.all(some.map(s => new Promise(r => s.on('connect', r)))).then(() => {
			for (const one of some) one.destroy();
			return new Promise(r => net.connect(port, '127.0.0.1').on('connect', function () { this.destroy(); r(code) }));
		})`
	if got := p.Eval(script); got != "EMFILE: too many sockets: 3 are open in this worker; destroy some first" {
		t.Errorf("one too many: %s", got)
	}
	for end := time.Now().Add(time.Minute); open.Load() > 0; <-time.After(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d connections stay open", open.Load())
		}
	}
}

// TestPeerIsNotFasterThanTheScript: of a peer that sends without end no more is read than the stream has room for.
func TestPeerIsNotFasterThanTheScript(t *testing.T) {
	t.Parallel()
	var open atomic.Int32
	p := page(t, tcp.Options{Dial: counting(&open)})
	p.Set("port", serve(t, flood))
	const script = `
		const s = require('net').connect(port, '127.0.0.1');
		const stands = (tries, before, done) => {
			if (s.bytesRead === before || tries === 0) { s.destroy(); return done(String(s.bytesRead - before)) }
			setTimeout(stands, 30, tries - 1, s.bytesRead, done);
		};
		new Promise(r => s.once('data', () => { s.pause(); stands(100, -1, r) }))`
	if got := p.Eval(script); got != "0" {
		t.Errorf("%s bytes were read of a socket that is paused", got)
	}
}
