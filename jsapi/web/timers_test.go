package web_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

func TestTimers(t *testing.T) {
	evalCases(t, web.Options{MaxTimers: 50}, [][2]string{
		{`return new Promise(r => setTimeout(r, 5, 'late', 1))`, "late"},
		{`return new Promise(r => setTimeout(r)).then(() => 'now')`, "now"},
		{`return typeof setTimeout(() => {}, 1)`, "number"},
		{`let order = [];
		  setTimeout(() => order.push('b'), 20); setTimeout(() => order.push('a'), 1); queueMicrotask(() => order.push('m')); order.push('s');
		  await new Promise(r => setTimeout(r, 40)); return order.join()`, "s,m,a,b"},
		{`let n = 0; const id = setInterval(() => { if (++n === 3) clearInterval(id) }, 1);
		  await new Promise(r => setTimeout(r, 60)); return n`, "3"},
		{`let ran = false; const id = setTimeout(() => { ran = true }, 1); clearTimeout(id); clearTimeout(id); clearTimeout(); clearTimeout('x');
		  await new Promise(r => setTimeout(r, 15)); return ran`, "false"},
		{`return new Promise(r => setImmediate((a, b) => r(a + b), 1, 2))`, "3"},
		{`try { setTimeout('code', 1) } catch (e) { return e.name + ': ' + e.message }`, "TypeError: setTimeout: the first argument is not a function"},
		{`const ids = []; try { for (;;) ids.push(setTimeout(() => {}, 1e6)) } catch (e) { ids.forEach(clearTimeout); return ids.length + e.name }`, "50RangeError"},
		{`return setTimeout(() => {}, 0) > 0`, "true"},
		{`try { queueMicrotask(1) } catch (e) { return e.name }`, "TypeError"},
		{`return [setTimeout.name, setTimeout.length >= 0, Object.keys(globalThis).includes('setTimeout')]`, "setTimeout|true|false"},
	})
}

func TestTimerErrorsAreReported(t *testing.T) {
	p := newPage(t, web.Options{})
	p.eval(`setTimeout(() => { throw new Error('in a timer') }); queueMicrotask(() => { throw new TypeError('in a microtask') });
		new EventTarget().dispatchEvent(new Event('nobody'));
		const target = new EventTarget(); let after = false;
		target.addEventListener('x', () => { throw new Error('in a listener') });
		target.addEventListener('x', () => { after = true });
		target.dispatchEvent(new Event('x'));
		if (!after) throw new Error('the second listener did not run');
		await new Promise(r => setTimeout(r, 10))`)
	got := strings.Join(p.uncaught, "\n")
	for _, want := range []string{"in a timer", "in a microtask", "in a listener"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q was not reported; got %q", want, got)
		}
	}
	if len(p.uncaught) != 3 {
		t.Errorf("got %q", p.uncaught)
	}
}
