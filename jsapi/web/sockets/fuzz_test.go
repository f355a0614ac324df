package sockets_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/sockets"
)

// FuzzPeer: whatever a server sends after the handshake, the connection is open, and ends once, with an error or cleanly.
func FuzzPeer(f *testing.F) {
	for _, frames := range []string{
		"\x81\x05hello\x88\x02\x03\xe8", "\x01\x01a\x89\x00\x80\x01b", "\x82\x7e\x01\x00" + strings.Repeat("x", 256), "\x88\x05\x0f\xa0bye",
		"\x8a\x00\x81\x01\xff",
	} {
		f.Add([]byte(frames))
	}
	url := newPeer(f)
	p := newPage(f, web.Options{Sockets: sockets.Options{MaxMessage: 1000}})
	f.Fuzz(func(t *testing.T, frames []byte) {
		if len(frames) > 4000 {
			return
		}
		p.t = t
		got := p.eval(`const seen = await talk(new WebSocket('` + url + `/raw?cut=1&send=` + base64.RawURLEncoding.EncodeToString(frames) + `'));
			const end = seen.slice(-2);
			if (seen[0] !== 'open' || !end[1].startsWith('close ')) return seen;
			return end[1] === 'close 1006  false' ? end[0] === 'error' : end[1].endsWith(' true')`)
		if got != "true" {
			t.Errorf("%q: %s", frames, got)
		}
		if len(p.uncaught) > 0 {
			t.Errorf("%q: %s", frames, p.uncaught)
		}
	})
}
