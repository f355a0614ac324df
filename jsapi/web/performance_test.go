package web_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

func TestPerformanceTimeline(t *testing.T) {
	cases := [][2]string{
		{`const m = performance.mark('a', {startTime: 3, detail: {x: [1]}}); return [m.name, m.entryType, m.startTime, m.duration, m.detail.x, ` +
			`m instanceof PerformanceMark, m instanceof PerformanceEntry]`, "a|mark|3|0|1|true|true"},
		{
			`const before = performance.now(); const {startTime} = performance.mark('a'); return startTime >= before && startTime <= performance.now()`,
			"true",
		},
		{`const detail = {x: 1}; const m = performance.mark('a', {detail}); detail.x = 2; return [m.detail.x, m.detail === m.detail, ` +
			`performance.mark('b').detail]`, "1|true|null"},
		{`performance.mark('a', {startTime: 2}); performance.mark('b', {startTime: 7}); const m = performance.measure('m', 'a', 'b'); ` +
			`return [m.startTime, m.duration, m.entryType, m.detail]`, "2|5|measure|null"},
		{`performance.mark('a', {startTime: 2}); performance.mark('a', {startTime: 4}); return performance.measure('m', 'a').startTime`, "4"},
		{`return [performance.measure('m').startTime, performance.measure('m', undefined, undefined).startTime, performance.measure('m', {}).startTime, ` +
			`performance.measure('m', null).startTime]`, "0|0|0|0"},
		{`const all = [{start: 1, end: 4}, {start: 1, duration: 5}, {end: 9, duration: 5}, {start: 5, end: 1}].map(o => performance.measure('m', o)); ` +
			`return all.map(m => m.startTime + '+' + m.duration)`, "1+3|1+5|4+5|5+-4"},
		{
			`performance.mark('late', {startTime: 9}); performance.measure('m', {start: 1, end: 2}); performance.mark('early', {startTime: 0});
		  return [performance.getEntries(), performance.getEntriesByType('mark'), performance.getEntriesByName('m'), performance.getEntriesByName('m',
		    'mark'), performance.getEntriesByType('no'), performance.getEntriesByType('__proto__')].map(l => l.map(e => e.name).join())`,
			"early,m,late|early,late|m|||",
		},
		{`performance.mark('a'); performance.mark('b'); performance.mark('a'); performance.measure('a'); performance.clearMarks('a');
		  const left = performance.getEntries().map(e => e.entryType + e.name).sort().join(); performance.clearMeasures(); performance.clearMarks();
		    return [left, performance.getEntries().length]`, "markb,measurea|0"},
		{
			`return JSON.stringify([performance.mark('a', {startTime: 1, detail: 2}), performance.measure('m', {start: 0, end: 1})])`,
			`[{"name":"a","entryType":"mark","startTime":1,"duration":0,"detail":2},{"name":"m","entryType":"measure",` +
				`"startTime":0,"duration":1,"detail":null}]`,
		},
		{`const m = new PerformanceMark('own', {startTime: 1}); return [m.name, performance.getEntriesByName('own').length]`, "own|0"},
		// What is wrong.
		{
			`const wrong = [() => performance.mark(), () => performance.mark('a', 1), () => performance.mark('a', {startTime: -1}),
				() => performance.mark('a', {startTime: 'x'}), () => performance.measure(),
			() => performance.measure('m', {duration: 3}), () => performance.measure('m', {detail: 1}), () => performance.measure('m',
				{start: 1, end: 2, duration: 1}), () => performance.measure('m', {start: 1}, 'b'),
			() => performance.measure('m', {start: -1}), () => performance.measure('m', 'none'), () => performance.measure('m', undefined, 'none'),
				() => performance.mark('a', {detail() {}}), () => performance.getEntriesByName(),
			() => new PerformanceEntry(), () => new PerformanceMeasure('m'), () => new Performance(), () => new PerformanceObserverEntryList(),
				() => new PerformanceObserver(), () => new PerformanceObserver(() => {}).observe(),
			() => new PerformanceObserver(() => {}).observe({type: 'mark', entryTypes: ['mark']}),
				() => new PerformanceObserver(() => {}).observe({entryTypes: 3}),
					() => new PerformanceObserver(() => {}).observe({entryTypes: ['mark'], buffered: true}),
			() => { const o = new PerformanceObserver(() => {}); o.observe({type: 'mark'}); o.observe({entryTypes: ['mark']}) }];
		  return wrong.map(f => { try { f(); return 'passes' } catch (e) { return e.name } }).join()`,
			"TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,SyntaxError,SyntaxError,DataCloneError," +
				"TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,InvalidModificationError",
		},
		// Observers.
		{`const seen = []; const o = new PerformanceObserver((list, self, options) => seen.push(list.getEntries().map(e => e.name),
			list.getEntriesByType('measure').length, list.getEntriesByName('a', 'mark').length, self === o, JSON.stringify(options)));
		  o.observe({entryTypes: ['mark', 'measure', 'unknown']}); performance.mark('a'); performance.measure('m', {start: 0, end: 1}); seen.push('sync');
		    await null; await null; return seen`, `sync|m,a|1|1|true|{"droppedEntriesCount":0}`},
		{`performance.mark('a'); let n = 0; new PerformanceObserver(list => { n += list.getEntries().length }).observe({type: 'mark', buffered: true}); ` +
			`performance.mark('b'); await null; await null; return n`, "2"},
		{`let calls = 0; const o = new PerformanceObserver(() => calls++); o.observe({type: 'mark'}); performance.mark('a'); ` +
			`const taken = o.takeRecords().length; await null; await null; performance.mark('b'); o.disconnect(); performance.mark('c'); await null; ` +
			`await null; return [taken, calls]`, "1|0"},
		{`let called = 0; new PerformanceObserver(() => { throw new Error('in an observer') }).observe({type: 'mark'}); new PerformanceObserver(() ` +
			`=> called++).observe({type: 'mark'}); performance.mark('a'); await null; await null; return called`, "1"},
		{`let n = 0; new PerformanceObserver(() => { if (n++ < 3) performance.mark('again') }).observe({type: 'mark'}); performance.mark('a'); ` +
			`for (let i = 0; i < 20; i++) await null; return n`, "4"},
		{`return PerformanceObserver.supportedEntryTypes.join() + Object.isFrozen(PerformanceObserver.supportedEntryTypes)`, "mark,measuretrue"},
		// Nobody clears.
		{`for (let i = 0; i < 60000; i++) performance.mark('m' + i); const left = performance.getEntriesByType('mark').length; let first; ` +
			`try { performance.measure('m', 'm0') } catch (e) { first = e.name } return [left >= 5000 && left <= 10000, first, ` +
			`performance.measure('m', 'm59999').startTime > 0]`, "true|SyntaxError|true"},
		{
			`let seen = []; new PerformanceObserver((list, o, {droppedEntriesCount}) => seen.push(list.getEntries().length, ` +
				`droppedEntriesCount)).observe({type: 'mark'}); for (let i = 0; i < 12000; i++) performance.mark('m'); await null; await null; return seen`,
			"10000|2000",
		},
		{
			`try { for (let i = 0; i < 2000; i++) new PerformanceObserver(() => {}).observe({type: 'mark'}) } catch (e) { return e.name }`,
			"QuotaExceededError",
		},
	}
	for _, c := range cases {
		p := newPage(t, web.Options{})
		if got := p.eval(c[0]); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
		if strings.Contains(c[0], "in an observer") && (len(p.uncaught) != 1 || !strings.Contains(p.uncaught[0], "in an observer")) {
			t.Errorf("uncaught: %q", p.uncaught)
		}
	}
}
