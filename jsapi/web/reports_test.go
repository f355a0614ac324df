package web_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

const tick = `await new Promise(done => setTimeout(done, 5));`

// TestReports: listeners are told of errors that nobody caught, and may keep them from the log.
func TestReports(t *testing.T) {
	for _, c := range []struct{ script, want, uncaught string }{
		{`const seen = []; addEventListener('error', e => { seen.push(e.message, e.filename, e.lineno > 0, e.error.message, e instanceof ErrorEvent,
			e.target === globalThis, e.isTrusted); e.preventDefault() });
		  setTimeout(() => { throw new RangeError('no') }); ` + tick + ` return seen`, "Uncaught RangeError: no|user.js|true|no|true|true|true", ""},
		{`let seen; onerror = (...args) => { seen = args.map(String) }; setTimeout(() => { throw 'x' }); ` + tick + ` return [seen[0], seen[4], ` +
			`seen.length]`, "Uncaught x|x|5", "x at user.js:1:96(2)"},
		{`onerror = () => true; setTimeout(() => { throw 'x' }); ` + tick + ` return typeof onerror`, "function", ""},
		{`onerror = () => { throw 'again' }; setTimeout(() => { throw 'x' }); ` + tick + ` return 1`, "1", "again,x at user.js:1:69(2)"},
		{`addEventListener('error', () => 5); const t = new EventTarget(); t.addEventListener('x', () => { throw 'in listener' }); ` +
			`t.dispatchEvent(new Event('x')); return 1`, "1", "in listener"},
		{`let n = 0; onerror = () => { n++; return true }; queueMicrotask(() => { throw 1 }); reportError(2); await 0; await 0; return n`, "2", ""},
		{`let seen; onunhandledrejection = e => { seen = e; return false }; const p = Promise.reject('r'); ` + tick + ` return [seen.type, seen.reason, ` +
			`seen.promise === p, seen.cancelable, seen instanceof PromiseRejectionEvent]`, "unhandledrejection|r|true|true|true", ""},
		{`const seen = []; addEventListener('unhandledrejection', e => { seen.push(e.type); e.preventDefault() });
			addEventListener('rejectionhandled', e => seen.push(e.type, e.reason, e.cancelable));
		  const p = Promise.reject('r'); ` + tick + ` p.catch(() => {}); ` + tick + ` return seen`, "unhandledrejection|rejectionhandled|r|false", ""},
		{`addEventListener('unhandledrejection', () => { Promise.reject('again') }); Promise.reject('r'); ` + tick + ` return 1`, "1", "again,r"},
		{`onunhandledrejection = 5; Promise.reject('r'); ` + tick + ` return onunhandledrejection`, "5", "r"},
		{`const list = []; const f = () => list.push(1); self.addEventListener('mine', f); dispatchEvent(new Event('mine')); removeEventListener('mine', ` +
			`f); globalThis.dispatchEvent(new Event('mine')); return list.length`, "1", ""},
		{`return ['onerror' in globalThis, onerror, onunhandledrejection, onrejectionhandled]`, "true|null|null|null", ""},
		{
			`try { new PromiseRejectionEvent('x') } catch (e) { return [e.name, new ErrorEvent('x', {lineno: -1, message: 5}).lineno] }`,
			"TypeError|4294967295", "",
		},
		{`const before = String(globalThis); return [globalThis instanceof EventTarget, String(globalThis) === before, ` +
			`Object.prototype.toString.call(globalThis), 'hasOwnProperty' in globalThis]`, "true|true|[object global]|true", ""},
		{`try { reportError() } catch (e) { return e.name }`, "TypeError", ""},
		{`let n = 0; addEventListener('unhandledrejection', e => { n++; e.preventDefault() }); for (let i = 0; i < 1500; i++) Promise.reject(i); ` + tick +
			` return n`, "1000", strings.Join([]string{"1000", "1001", "1002", "1003", "1004", "1005", "1006", "1007", "1008", "1009"}, ",")},
	} {
		p := newPage(t, web.Options{})
		if got := p.eval(c.script); got != c.want || strings.Join(p.uncaught, ",") != c.uncaught {
			t.Errorf("%s\n got %s, uncaught %s\nwant %s, uncaught %s", c.script, got, p.uncaught, c.want, c.uncaught)
		}
	}
}
