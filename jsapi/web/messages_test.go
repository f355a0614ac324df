package web_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

// until is what waits for a condition.
func until(condition string) string {
	return `while (!(` + condition + `)) await new Promise(done => setTimeout(done, 1));`
}

func TestMessageChannel(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`const {port1, port2} = new MessageChannel(); const got = new Promise(done => port2.onmessage = done); port1.postMessage({a: [1]});
			const e = await got;
		  return [e.data.a[0], e.type, e.origin, e.source, e.ports.length, e.isTrusted, e.target === port2, e instanceof MessageEvent]`,
			"1|message||null|0|true|true|true",
		},
		{`const {port1, port2} = new MessageChannel(); const seen = []; port1.postMessage(1); port1.postMessage(2);
			port2.addEventListener('message', e => seen.push(e.data));
		  ` + tick + ` const before = seen.join(); port2.start(); ` + until("seen.length >= 2") + ` port2.close(); port1.postMessage(3); ` + tick +
			` return [before, seen.join()]`, "|1,2"},
		{`const {port1, port2} = new MessageChannel(); const order = []; port2.onmessage = e => { order.push(e.data); queueMicrotask(() ` +
			`=> order.push('m' + e.data)) }; port1.postMessage(1); port1.postMessage(2); order.push('sync'); ` +
			until("order.length >= 5") + ` return order`, "sync|1|m1|2|m2"},
		{`const a = new MessageChannel(), b = new MessageChannel(); a.port1.postMessage('early');
			const got = new Promise(done => b.port2.onmessage = done); b.port1.postMessage({p: a.port2}, [a.port2]); const {data, ports} = await got;
		  const first = new Promise(done => ports[0].onmessage = done); let used = 'usable';
		    try { b.port1.postMessage(0, [a.port2]) } catch (e) { used = e.name }
		  return [data.p === ports[0], data.p !== a.port2, (await first).data, used, Object.isFrozen(ports)]`, "true|true|early|DataCloneError|true"},
		{
			`const {port1, port2} = new MessageChannel(); const names = [];
			for (const bad of [() => port1.postMessage(port2), () => port1.postMessage(0, [port1]), () => port1.postMessage(0, [port2, port2]),
				() => port1.postMessage(() => 1), () => port1.postMessage(0, [{}]), () => port1.postMessage(0, [5]), () => port1.postMessage(),
					() => port1.postMessage(0, {transfer: 5}), () => new MessagePort()]) {
		  try { bad(); names.push(String(bad)) } catch (e) { names.push(e.name) } } return names.join()`,
			"DataCloneError,DataCloneError,DataCloneError,DataCloneError,DataCloneError,TypeError,TypeError,TypeError,TypeError",
		},
		{`const {port1, port2} = new MessageChannel(); try { port1.postMessage({f() {}}, [port2]) } catch {} const got = new Promise(done => ` +
			`port2.onmessage = done); port1.postMessage('still there'); return (await got).data`, "still there"},
		{`const {port1, port2} = new MessageChannel(); const bytes = new Uint8Array([1, 2]); const got = new Promise(done => port2.onmessage = done); ` +
			`port1.postMessage(bytes, {transfer: [bytes.buffer]}); return [bytes.length, (await got).data.join()]`, "0|1,2"},
		{
			`const {port1, port2} = new MessageChannel(); const closed = new Promise(done => port2.onclose = e => done(e.type)); port1.close(); return closed`,
			"close",
		},
		{`const {port1, port2} = new MessageChannel(); const copy = structuredClone({port2}, {transfer: [port2]}); const got = new Promise(done => ` +
			`copy.port2.onmessage = done); port1.postMessage(5); return [copy.port2 instanceof MessagePort, (await got).data]`, "true|5"},
		{`const {port1, port2} = new MessageChannel(); port1.postMessage(0, [port2]); const {port1: a, port2: b} = new MessageChannel(); ` +
			`try { a.postMessage(0, [port2]) } catch (e) { return e.name }`, "DataCloneError"},
		{
			`const {port1} = new MessageChannel(); let n = 0; try { for (;; n++) port1.postMessage(0) } catch (e) { return [n, e.name] }`,
			"10000|QuotaExceededError",
		},
		{`const e = new MessageEvent('x', {data: 1, origin: 'o', lastEventId: 'i'}); e.initMessageEvent('y', true, false, 2); ` +
			`return [e.type, e.data, e.origin, e.bubbles]`, "y|2||true"},
	})
}

// TestMovedBuffers: a view of a buffer that was moved has no bytes. In goja it is a panic to ask for them.
func TestMovedBuffers(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const bytes = new Uint8Array(10); structuredClone(0, {transfer: [bytes.buffer]}); return [JSON.stringify(new TextEncoder().encodeInto('x', ` +
			`bytes)), new TextDecoder().decode(bytes), new Blob([bytes, bytes.buffer]).size, await new Response(bytes).text()]`, `{"read":0,"written":0}||0|`},
		{`const view = new DataView(new ArrayBuffer(8)); structuredClone(0, {transfer: [view.buffer]}); return new Blob([view]).size`, "0"},
	})
}
