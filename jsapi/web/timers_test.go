package web_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web"
)

func TestTimers(t *testing.T) {
	evalCases(t, web.Options{MaxTimers: 50}, [][2]string{
		{`return new Promise(r => setTimeout(r, 5, 'late', 1))`, "late"},
		{`return new Promise(r => setTimeout(r)).then(() => 'now')`, "now"},
		{`const t = setTimeout(() => {}, 1); return [typeof t, typeof +t, +t === Number(t), t + 0 > 0, t.hasRef(), t.unref() === t,
			t.hasRef(), t.ref().hasRef(), Object.keys(t).length, JSON.stringify(t)].join()`, "object,number,true,true,true,true,false,true,0,{}"},
		{
			`let n = 0; const t = setTimeout(() => { n++ }, 1e6); clearTimeout(+t); clearTimeout(t); t.refresh(); t.mine = 7;
				return [t.mine, 'mine' in t, delete t.mine, t.mine].join()`,
			"7,true,true,",
		},
		{`let n = 0; return new Promise(r => { const t = setTimeout(() => { if (++n === 3) r(n); else t.refresh() }, 1) })`, "3"},
		{`let order = []; const first = setTimeout(() => order.push('first'), 20); setTimeout(() => order.push('second'), 20); first.refresh();
			await new Promise(r => setTimeout(r, 40)); return order.join()`, "second,first"},
		{`let ran = 0; const t = setInterval(() => { ran++ }, 1); t.close(); const i = setImmediate(() => { ran++ }); clearImmediate(i);
			await new Promise(r => setTimeout(r, 10)); return ran`, "0"},
		{`let t = setTimeout(() => {}, 1); try { t.refresh.call({}) } catch (e) { return e.message }`, "refresh: this is not a timer"},
		{`const over = await new Promise(r => { const t = setTimeout(() => r(t), 1) }), all = [];
			try { for (;;) all.push(setTimeout(() => {}, 1e6)) } catch (e) {}
			try { over.refresh() } catch (e) { return e.name } finally { all.forEach(clearTimeout) }`, "RangeError"},
		{`let order = [];
		  const b = new Promise(r => setTimeout(() => r(order.push('b')), 500)); setTimeout(() => order.push('a'), 1);
		  queueMicrotask(() => order.push('m')); order.push('s'); await b; return order.join()`, "s,m,a,b"},
		{`let n = 0; await new Promise(r => { const id = setInterval(() => { if (++n === 3) { clearInterval(id); setTimeout(r, 5) } }, 1) });
		  return n`, "3"},
		{`let ran = false; const id = setTimeout(() => { ran = true }, 1); clearTimeout(id); clearTimeout(id); clearTimeout(); clearTimeout('x');
		  await new Promise(r => setTimeout(r, 15)); return ran`, "false"},
		{`return new Promise(r => setImmediate((a, b) => r(a + b), 1, 2))`, "3"},
		{`try { setTimeout('code', 1) } catch (e) { return e.name + ': ' + e.message }`, "TypeError: setTimeout: the first argument is not a function"},
		{
			`const ids = []; try { for (;;) ids.push(setTimeout(() => {}, 1e6)) } catch (e) { ids.forEach(clearTimeout); return ids.length + e.name }`,
			"50RangeError",
		},
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

type requestKey struct{}

// requestLog is a log handler that writes the request of the record's context.
type requestLog struct {
	slog.Handler
	mu   sync.Mutex
	seen map[string]int
}

func (l *requestLog) Enabled(context.Context, slog.Level) bool { return true }

func (l *requestLog) Handle(ctx context.Context, record slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen[fmt.Sprint(ctx.Value(requestKey{}), " ", record.Message)]++
	return nil
}

// TestTimersBelongToTheirCall: overlapping calls on one VM log from timers, microtasks and after awaits.
func TestTimersBelongToTheirCall(t *testing.T) {
	log := &requestLog{seen: map[string]int{}}
	pool, err := vm.NewPool(vm.Options{Min: 1, Max: 1, Make: func(id int) (*vm.VM, error) {
		v := vm.New(id, vm.Hooks{})
		return v, web.Install(v, web.Options{Logger: slog.New(log)})
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close(context.Background())
	script := goja.MustCompile("t.js", `(async () => {
		queueMicrotask(() => console.log('microtask'));
		let ticks = 0;
		await new Promise(done => {
			const id = setInterval(() => {
				console.log('tick');
				if (++ticks === 3) { clearInterval(id); done() }
			}, 2);
		});
		console.log('end');
	})()`, true)
	var group sync.WaitGroup
	for request := range 20 {
		group.Go(func() {
			ctx := context.WithValue(context.Background(), requestKey{}, request)
			if err := pool.Do(ctx, work{script}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for request := range 20 {
		for message, times := range map[string]int{"microtask": 1, "tick": 3, "end": 1} {
			if got := log.seen[fmt.Sprint(request, " ", message)]; got != times {
				t.Errorf("request %d logged %q %d times", request, message, got)
			}
		}
	}
}
