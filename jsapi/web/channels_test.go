package web_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/channels"
)

func TestBroadcastChannel(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const a = new BroadcastChannel('x'), b = new BroadcastChannel('x'), c = new BroadcastChannel('y'); let own = 0;
			a.onmessage = c.onmessage = () => own++;
		  const got = new Promise(done => b.onmessage = done); a.postMessage({n: 1}); const e = await got; ` + tick +
			` return [e.data.n, e.target === b, e instanceof MessageEvent, e.isTrusted, own, b.name]`, "1|true|true|true|0|x"},
		{`const c = new BroadcastChannel('x'); try { c.postMessage(() => 1) } catch (e) { c.close(); try { c.postMessage(1) } catch (f) ` +
			`{ return [e.name, f.name] } }`, "DataCloneError|InvalidStateError"},
		{`try { new BroadcastChannel() } catch (e) { return e.name }`, "TypeError"},
		{`try { new BroadcastChannel('x').postMessage('x'.repeat(5e6)) } catch (e) { return e.message }`, "postMessage: the value is too large"},
		{`const all = []; try { for (;;) all.push(new BroadcastChannel('x')) } catch (e) { for (const c of all) c.close(); return [all.length > 9000, ` +
			`e.name, new BroadcastChannel('x').name] }`, "true|QuotaExceededError|x"},
	})
}

// sent has values, and what is made of them in the VM that receives them.
var sent = [][2]string{
	{`[1, -1, 1.5, -0, NaN, 1e300, 2n ** 70n, -5n, true, null, undefined, 'aé😀']`, `d.map(x => Object.is(x, -0) ? '-0' : String(x)).join()`},
	{`'\ud800x'`, `d.charCodeAt(0).toString(16) + d.length`},
	{`[1, , 3]`, `d.length + String(1 in d)`},
	{`(() => { const o = {list: []}; o.self = o; o.list.push(o, o.list); return o })()`, `[d.self === d, d.list[0] === d, d.list[1] === d.list].join()`},
	{
		`(() => { const m = new Map(); m.set('self', m).set(new Set([1]), 2); return m })()`,
		`[d.get('self') === d, d.size, [...d.keys()][1].has(1)].join()`,
	},
	{
		`[new Date(5), new Date(NaN), /a\/b/gi, Object(1), Object('s'), Object(false), Object(5n)]`,
		`[d[0].getTime(), d[1].getTime(), String(d[2]), d[3] + 1, typeof d[4], d[5].valueOf(), d[6] + 1n].join()`,
	},
	{`new RangeError('no', {cause: {x: 1}})`, `[d instanceof RangeError, d.message, d.cause.x].join()`},
	{`new DOMException('m', 'AbortError')`, `[d instanceof DOMException, d.name, d.code, d.message].join()`},
	{
		`(() => { const b = new ArrayBuffer(8); return [b, new Uint16Array(b, 2, 2), new DataView(b, 4), new Float64Array([1.5])] })()`,
		`[d[0].byteLength, d[1].buffer === d[0], d[1].byteOffset, d[1].length, d[2].buffer === d[0], d[2].byteLength, d[3][0]].join()`,
	},
	{`[new File(['xy'], 'n', {type: 'a/b', lastModified: 7}), new Blob(['z'])]`, `[await d[0].text(), d[0].name, d[0].type, d[0].lastModified, ` +
		`d[1] instanceof File, await d[1].text()].join()`},
	{`({__proto__: null, ['__proto__']: 1, a: {}})`, `[Object.keys(d).join('+'), d.__proto__].join()`},
	{`(() => { class C { x = 1; get y() { return 2 } } return new C })()`, `[d.x, d.y, Object.getPrototypeOf(d) === Object.prototype].join()`},
}

// TestMessagesBetweenWorkers: what arrives in another VM is what structuredClone makes of it in the same one.
func TestMessagesBetweenWorkers(t *testing.T) {
	hub := channels.NewHub(channels.Options{})
	from, to := newPage(t, web.Options{Channels: hub}), newPage(t, web.Options{Channels: hub})
	for _, c := range sent {
		to.eval(`globalThis.channel = new BroadcastChannel('values'); globalThis.got = new Promise(done => channel.onmessage = e => done(e.data))`)
		if got := from.eval(`new BroadcastChannel('values').postMessage(` + c[0] + `); return 'sent'`); got != "sent" {
			t.Errorf("%s: %s", c[0], got)
			continue
		}
		want := from.eval(`const d = structuredClone(` + c[0] + `); return String(` + c[1] + `)`)
		if got := to.eval(`const d = await got; channel.close(); return String(` + c[1] + `)`); got != want {
			t.Errorf("%s arrived as %s, and is cloned as %s", c[0], got, want)
		}
	}
}
