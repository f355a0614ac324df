package sockets_test

import (
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/sockets"
)

func TestWebSocketChecksItsArguments(t *testing.T) {
	p := newPage(t, web.Options{})
	p.cases("", [][2]string{
		{`return ['/x', 'x', '', 'ftp://h/', 'mailto:x', 'data:,x', 'ws://h/#', 'wss://h/#f', 'http://h/#x', 'ws:', 'ws://', 'ws://h:99999/',
			'w:' + 'x'.repeat(70000)]
			.map(u => name(() => new WebSocket(u)))`, strings.Repeat("SyntaxError|", 12) + "SyntaxError"},
		{
			`try { new WebSocket('ftp://h/') } catch (e) { return [e instanceof DOMException, e.code, e.message] }`,
			"true|12|the URL of a WebSocket begins with ws:, wss:, http: or https:, not with ftp:",
		},
		{`return ['', 'a b', 'a,b', 'ü', '(a)', ['a', 'A'], ['a', 'a'], [''], [['a', 'b']], ['a/b'], 'x'.repeat(257), {}, Array.from({length: 101},
			(_, i) => 'p' + i)]
			.map(list => name(() => new WebSocket('ws://127.0.0.1:1/', list)))`, strings.Repeat("SyntaxError|", 12) + "SyntaxError"},
		{
			`return [name(() => new WebSocket()), name(() => WebSocket('ws://h/')), name(() => new WebSocket(Symbol())), name(() ` +
				`=> new WebSocket('ws://127.0.0.1:1/').send())]`,
			"TypeError|TypeError|TypeError|TypeError",
		},
		{
			`return [WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.CLOSING, WebSocket.CLOSED, WebSocket.prototype.CLOSED, String(WebSocket.prototype), ` +
				`WebSocket.length, Object.keys(WebSocket)]`,
			"0|1|2|3|3|[object WebSocket]|1|CONNECTING,OPEN,CLOSING,CLOSED",
		},
		{
			`const s = new WebSocket('http://127.0.0.1:1/a?b', ['x', 'y']); const before = [s.url, s.readyState, s.bufferedAmount, s.extensions, s.protocol,
				s.binaryType, s.onopen, name(() => s.send('x'))];
		  const seen = await talk(s); return [...before, ...seen, s.readyState]`,
			"ws://127.0.0.1:1/a?b|0|0|||blob|null|InvalidStateError|error|close 1006  false|3",
		},
		{
			`return [new WebSocket('HTTPS://user:pw@127.0.0.1:443/ä').url, new WebSocket('ws://127.0.0.1:80').url]`,
			"wss://user:pw@127.0.0.1/%C3%A4|ws://127.0.0.1/",
		},
		{
			`const s = new WebSocket('ws://127.0.0.1:1/'); return [0, 999, 1001, 2999, 5000, -1, NaN, 'x', 65536, null].map(c => name(() => s.close(c)))`,
			strings.Repeat("InvalidAccessError|", 9) + "InvalidAccessError",
		},
		{
			`const s = new WebSocket('ws://127.0.0.1:1/'); return [name(() => s.close(1000, 'ü'.repeat(62))), name(() => s.close(1000, 'x'.repeat(123)))]`,
			"SyntaxError|none",
		},
		{
			`const e = new CloseEvent('close', {code: 65537, reason: 'r\ud800', wasClean: 1}); const d = new CloseEvent('x');
		  return [e.code, e.reason, e.wasClean, d.code, d.reason, d.wasClean, d instanceof Event, String(d)]`,
			"1|r\ufffd|true|0||false|true|[object CloseEvent]",
		},
		{
			`const e = new MessageEvent('m', {data: 5, origin: 'o', lastEventId: 7}); const d = new MessageEvent('m'); return [e.data, e.origin, ` +
				`e.lastEventId, d.data, d.source, d.ports.length, Object.isFrozen(d.ports)]`,
			"5|o|7|null|null|0|true",
		},
	})
}

func TestWebSocketTalks(t *testing.T) {
	p := newPage(t, web.Options{})
	p.cases(newPeer(t), [][2]string{
		{
			`const s = new WebSocket('URL/echo'); return talk(s, {open: () => s.send('hällo 😀'), message: () => s.close(1000, 'done')})`,
			"open|hällo 😀|close 1000 done true",
		},
		{
			`const s = new WebSocket('URL/echo'); s.binaryType = 'arraybuffer'; s.binaryType = 'nonsense'; const bytes = new Uint8Array([0, 1, 2, 255]);
		  const sent = () => { s.send(bytes); s.send(bytes.buffer); s.send(new DataView(bytes.buffer, 1, 2)); s.send(new Uint8Array()); s.send('');
		    s.send(5); s.send(null); s.send({}); s.send('\ud800'); bytes[0] = 9; };
		  let n = 0; return talk(s, {open: sent, message: () => { if (++n === 9) s.close(); }})`,
			"open|0,1,2,255|0,1,2,255|1,2|||5|null|[object Object]|\ufffd|close 1005  true",
		},
		{
			`const s = new WebSocket('URL/echo', ['nobody', 'superchat']); return talk(s, {open: (_, s, seen) => { seen.push(s.protocol, s.readyState); ` +
				`s.close(3000); s.close(4000); seen.push(s.readyState); s.send('x'); }, close: (_, s, seen) => seen.push(s.readyState, s.bufferedAmount)})`,
			"open|superchat|1|2|close 3000  true|3|1",
		},
		{`return talk(new WebSocket('URL/close?code=4999&reason=b%C3%BCe'))`, "open|close 4999 büe true"},
		{`return talk(new WebSocket('URL/close?code=1001'))`, "open|close 1001  true"},
		{`return talk(new WebSocket('URL/close?code=1005'))`, "open|close 1005  true"},
		{`return talk(new WebSocket('URL/ping'))`, "open|pong|close 1000  true"},
		{`return talk(new WebSocket('URL/request?a=%20b'))`, "open|fwrun /request?a=%20b : |close 1000  true"},
		{`return talk(new WebSocket('URL/request'.replace('//', '//us%20er:p%40ss@')))`, "open|fwrun /request us er:p@ss |close 1000  true"},
		{
			`const s = new WebSocket('URL/lengths'); const seen = []; const text = 'x'.repeat(300000); s.onopen = () => { s.send(text);
				seen.push(s.bufferedAmount); s.send(new Uint8Array(5)); seen.push(s.bufferedAmount); };
		  return talk(s, {message: (_, __, list) => { if (list.length === 3) s.close(); }, close: (_, __, list) => list.push(...seen, s.bufferedAmount)})`,
			"open|MessageText300000|MessageBinary5|close 1005  true|300000|300005|0",
		},
		{`const s = new WebSocket('URL/echo'); const order = []; s.addEventListener('open', () => order.push(1)); s.onopen = () => order.push('no');
			s.addEventListener('open', () => order.push(3)); s.onopen = function (e) { order.push(2, this === s, e.target === s, e.isTrusted); };
		  s.addEventListener('open', () => { order.push(4); s.close(); }); await talk(s); return order`, "1|2|true|true|true|3|4"},
		{`const s = new WebSocket('URL/echo'); let after = 0; s.onmessage = e => { s.close(); after++; }; return [...await talk(s, {open: () => { ` +
			`s.send('a'); s.send('b'); s.send('c'); }}), after]`, "open|a|close 1005  true|1"},
		{
			`const s = new WebSocket('URL/echo'); s.close(); const seen = talk(s); return [s.readyState, ...await seen, s.readyState]`,
			"2|error|close 1006  false|3",
		},
		{ // the script is busy until the server has answered
			`const s = new WebSocket('URL/echo'); const begin = Date.now(); while (Date.now() - begin < 100); s.close(); const seen = talk(s); ` +
				`return [s.readyState, ...await seen, s.readyState]`,
			"2|error|close 1006  false|3",
		},
		{`const s = new WebSocket('URL/close?code=1000'); s.onmessage = s.onerror = null; s.onclose = {handleEvent() {}}; ` +
			`return [typeof s.onclose, ...await talk(s)]`, "object|open|close 1000  true"},
	})
}

// TestWebSocketPeersThatFail: whatever a server does, the connection ends, with an error if the server is to blame.
func TestWebSocketPeersThatFail(t *testing.T) {
	p := newPage(t, web.Options{Sockets: sockets.Options{MaxMessage: 100_000}})
	const failed = "open|error|close 1006  false"
	var list [][2]string
	for _, c := range [][2]string{
		{"/nothing", "error|close 1006  false"},
		{"/redirect", "error|close 1006  false"},
		{"/raw?cut=1", failed},
		{"/big?n=100000", "open|100000|close 1005  true"},
		{"/big?n=100001", failed},
		{raw("\x81\x02\xff\xfe"), failed},                            // a text that is not UTF-8
		{raw("\x83\x00"), failed},                                    // an unknown opcode
		{raw("\xc1\x00"), failed},                                    // a reserved bit: compressed without agreement
		{raw("\x80\x00"), failed},                                    // a continuation of nothing
		{raw("\x01\x01a\x81\x01b"), failed},                          // a message within another
		{raw("\x89\x7e\x00\x80" + strings.Repeat("x", 128)), failed}, // a ping that is too long
		{raw("\x09\x00"), failed},                                    // a ping in pieces
		{raw("\x82\x7f\xff\xff\xff\xff\xff\xff\xff\xff"), failed},    // a negative length
		{raw("\x82\x7f\x7f\xff\xff\xff\xff\xff\xff\xff") + "&more=100001", failed},
		{raw("\x88\x01x"), failed},            // half of a code
		{raw("\x88\x02\x03\xed"), failed},     // 1005, which must not be sent
		{raw("\x88\x02\x03\xee"), failed},     // 1006
		{raw("\x88\x02\x00\x05"), failed},     // 5
		{raw("\x88\x02\xff\xff"), failed},     // 65535
		{raw("\x88\x03\x03\xe8\xff"), failed}, // a reason that is not UTF-8
		{raw("\x01\x01a\x00\x01b\x80\x01c\x88\x02\x0f\xa0"), "open|abc|close 4000  true"},
		{raw("\x81\x05hello\x88\x00"), "open|hello|close 1005  true"},
		{raw("HTTP/1.1 400 Bad Request\r\n\r\n"), failed},
	} {
		script := `return talk(new WebSocket('URL` + c[0] + `'))`
		if strings.HasPrefix(c[0], "/big") {
			script = `const s = new WebSocket('URL` + c[0] + `'); const seen = await talk(s, {message: (_, s, seen) => { ` +
				`seen.push(seen.pop().length); s.close(); }}); return seen`
		}
		list = append(list, [2]string{script, c[1]})
	}
	list = append(list, [2]string{ // answers that do not agree to what was asked for
		`return Promise.all([new WebSocket('URL/raw?accept=x'), new WebSocket('URL/raw?header=Sec-WebSocket-Protocol:%20y', 'x'),
			new WebSocket('URL/raw?header=Sec-WebSocket-Extensions:%20permessage-deflate'), new WebSocket('URL/raw', 'chat')].map(s => talk(s)))`,
		strings.Repeat("|error,close 1006  false", 4)[1:],
	})
	p.cases(newPeer(t), list)
}

// TestWebSocketSaysWhy: an error event has a message, in which there are no credentials.
func TestWebSocketSaysWhy(t *testing.T) {
	p := newPage(t, web.Options{Sockets: sockets.Options{MaxMessage: 10}})
	why := func(url string) string {
		return `const s = new WebSocket('` + url + `'); return new Promise(resolve => { s.onerror = e => resolve(e.message + '; ` +
			`' + (e.error instanceof Error)); })`
	}
	p.cases(newPeer(t), [][2]string{
		{why("URL/nothing"), "expected handshake response status code 101 but got 404; true"},
		{why("URL/big?n=11"), "a message is longer than http.client.max-message-bytes; true"},
		{why("URL/raw?cut=1"), "the server has ended the connection; true"},
		{why("ws://user:secret@127.0.0.1:1/secret"), "dial tcp 127.0.0.1:1: connect: connection refused; true"},
		{
			`const s = new WebSocket('URL/silent'); s.close(); return new Promise(resolve => { s.onerror = e => resolve(e.message); })`,
			"the WebSocket was closed before it was open",
		},
	})
}

// TestWebSocketWaitsNotForEver: for the answer to the handshake.
func TestWebSocketWaitsNotForEver(t *testing.T) {
	p := newPage(t, web.Options{Fetch: web.Client{Timeout: 50 * time.Millisecond}})
	p.cases(newPeer(t), [][2]string{
		{
			`const s = new WebSocket('URL/silent'); let why; s.onerror = e => { why = e.message; }; return [...await talk(s), why]`,
			"error|close 1006  false|the handshake took longer than 50ms",
		},
		{
			`const s = new WebSocket('` + listen(t) + `'); let why; s.onerror = e => { why = e.message; }; return [...await talk(s), why]`,
			"error|close 1006  false|the handshake took longer than 50ms",
		},
		{`return talk(new WebSocket('URL/close?code=1000'))`, "open|close 1000  true"},
	})
}

// TestWebSocketIsBounded: what is not sent, and how many there are.
func TestWebSocketIsBounded(t *testing.T) {
	p := newPage(t, web.Options{Sockets: sockets.Options{MaxUnsent: 1 << 20, MaxOpen: 5}})
	p.cases(newPeer(t), [][2]string{
		{
			`const s = new WebSocket('URL/echo'); let n = 0; const piece = new Uint8Array(300000);
			 return talk(s, {open: (_, s, seen) => { while (s.readyState === 1 && n++ < 10) s.send(piece); seen.push(n, s.readyState, s.bufferedAmount);
			   }, message: (_, s, seen) => seen.pop()})`,
			"open|4|2|1200000|error|close 1006  false",
		},
		{`const s = new WebSocket('URL/echo'); return talk(s, {open: () => s.send('x'.repeat(2 << 20))})`, "open|error|close 1006  false"},
		{`const s = new WebSocket('URL/echo'); let n = 0; return talk(s, {open: (_, s, seen) => { while (s.readyState === 1) { s.send(''); n++; ` +
			`} seen.push(n > 5000 && n < 9000); }, message: (_, s, seen) => seen.pop()})`, "open|true|error|close 1006  false"},
		{
			`const all = Array.from({length: 5}, () => new WebSocket('URL/echo')); const sixth = name(() => new WebSocket('URL/echo')),
				source = name(() => new EventSource('http://127.0.0.1:1/'));
			 const done = Promise.all(all.map(s => talk(s))); for (const s of all) s.close(); await done; const s = new WebSocket('URL/echo');
			   const seen = await talk(s, {open: () => s.close()}); return [sixth, source, ...seen]`,
			"RangeError|RangeError|open|close 1005  true",
		},
	})
}

// TestWebSocketReadsNoFasterThanTheScript: a peer that floods is slowed down, and nothing is lost.
func TestWebSocketReadsNoFasterThanTheScript(t *testing.T) {
	p := newPage(t, web.Options{})
	p.cases(newPeer(t), [][2]string{
		{`const s = new WebSocket('URL/echo'); let got = 0, size = 0; const piece = 'x'.repeat(1000);
		  return talk(s, {open: () => { for (let i = 0; i < 3000; i++) s.send(piece); }, message: (e, s, seen) => { seen.pop(); size += e.data.length;
		    if (++got === 3000) { seen.push(size); s.close(); } }})`, "open|3000000|close 1005  true"},
	})
}

// TestWebSocketAndBlobs: a Blob keeps its place among the messages.
func TestWebSocketAndBlobs(t *testing.T) {
	p := newPage(t, web.Options{})
	url := newPeer(t)
	if p.Runtime.Get("Blob") == nil {
		p.cases(url, [][2]string{{`const s = new WebSocket('URL/echo'); const seen = [s.binaryType, name(() => { s.binaryType = 'blob' }), ` +
			`s.binaryType]; s.close(); return seen`, "arraybuffer|NotSupportedError|arraybuffer"}})
		p.eval(`globalThis.Blob = class Blob {
			constructor(parts) { this.parts = parts; this.size = parts[0].byteLength; }
			arrayBuffer() { return this.parts[0]; }
		}; Blob.prototype.arrayBuffer = async function () { await null; await null; if (this.bad) throw new Error('gone'); return this.parts[0]; }`)
	}
	p.cases(url, [][2]string{
		{`const s = new WebSocket('URL/echo'); const type = s.binaryType; const bytes = Uint8Array.of(1, 2).buffer; const got = [];
		  const done = talk(s, {open: () => { s.send('a'); s.send(new Blob([bytes])); got.push(s.bufferedAmount); s.send('b'); }}); let n = 0;
		  s.onmessage = async e => { got.push(typeof e.data === 'string' ? e.data : [e.data instanceof Blob, e.data.size]); if (++n === 3) s.close(); };
		    await done; return [type, ...got]`, "blob|3|a|true,2|b"},
		{`const s = new WebSocket('URL/echo'); const bad = new Blob([new ArrayBuffer(1)]); bad.arrayBuffer = async () => { throw new Error('gone') }; ` +
			`return talk(s, {open: () => { s.send(bad); s.send('b'); }})`, "open|error|close 1006  false"},
		{`const s = new WebSocket('URL/echo'); const slow = new Blob([new ArrayBuffer(1)]); slow.arrayBuffer = () => new Promise(() => {}); ` +
			`let tried = name(() => s.binaryType = 'blob'); return talk(s, {open: () => { s.send(slow); s.send('b'); setTimeout(() => { ` +
			`s.send('x'.repeat(20 << 20)) }, 1); }})`, "open|error|close 1006  false"},
	})
}

// TestWebSocketSaysGoodbye: the peer hears the code and the reason.
func TestWebSocketSaysGoodbye(t *testing.T) {
	p := newPage(t, web.Options{})
	url := newPeer(t)
	for script, want := range map[string]string{
		`s.close()`: "1005 ", `s.close(1000)`: "1000 ", `s.close(4321, 'bye 😀')`: "4321 bye 😀", `s.close(undefined, 'why')`: "1000 why",
		`s.close(3000.4)`: "3000 ",
	} {
		p.eval(strings.ReplaceAll(`const s = new WebSocket('URL/closed'); return talk(s, {open: () => `+script+`})`, "URL/", url+"/"))
		if got := <-farewells; got != want {
			t.Errorf("%s: %q, want %q", script, got, want)
		}
	}
}

// TestPrivateFieldsStayPrivate: scripts see no more than the standard's members.
func TestPrivateFieldsStayPrivate(t *testing.T) {
	p := newPage(t, web.Options{})
	p.cases("", [][2]string{
		{
			`const s = new WebSocket('ws://127.0.0.1:1/'); const keys = Reflect.ownKeys(s); s.close(); return [keys.length, ` +
				`Object.getOwnPropertyNames(WebSocket.prototype).sort().join()]`,
			"0|CLOSED,CLOSING,CONNECTING,OPEN,binaryType,bufferedAmount,close,constructor,extensions,onclose,onerror,onmessage," +
				"onopen,protocol,readyState,send,url",
		},
	})
}
