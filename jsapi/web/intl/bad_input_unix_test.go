//go:build unix

package intl_test

import (
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/rest"
)

// TestBadInput: nothing that a script hands over takes a processor for long, much memory, or a file of the machine. A script itself can
// loop fifty million times in what is long.
func TestBadInput(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes on one goroutine, where nothing races")
	}
	const loop = `(() => { let n = 0; while (n < 1e6) n++; return n; })()`
	long := 50 * min(computes(t, loop, "1000000"), computes(t, loop, "1000000"), computes(t, loop, "1000000"))
	for _, c := range [][2]string{
		{`new Intl.Locale('a'.repeat(10e6))`, "throws RangeError"},
		{`new Intl.NumberFormat('en' + '-abcde'.repeat(5000))`, "throws RangeError"},
		{`Intl.getCanonicalLocales(Array(1e5).fill('en'))`, "throws RangeError"},
		{`Intl.getCanonicalLocales({length: 2 ** 53})`, "throws RangeError"},
		{`new Intl.DateTimeFormat('en', {timeZone: '../../etc/passwd'})`, "throws RangeError"},
		{`new Intl.DateTimeFormat('en', {timeZone: '/etc/localtime'})`, "throws RangeError"},
		{`new Intl.DateTimeFormat('en', {timeZone: 'Europe/../Europe/Berlin'})`, "throws RangeError"},
		{`new Intl.DateTimeFormat('en', {timeZone: 'Europe/Berlin\0'})`, "throws RangeError"},
		{`new Intl.DateTimeFormat('en', {timeZone: 'x'.repeat(1e7)})`, "throws RangeError"},
		{`new Intl.DateTimeFormat('en', {timeZone: '+25:00'})`, "throws RangeError"},
		{`new Intl.NumberFormat('en').format('9'.repeat(1e5)).length`, "133333"},
		{`new Intl.NumberFormat('en').format('9'.repeat(4e6))`, "throws RangeError"},
		{`new Intl.NumberFormat('en').format('1e999999999') + new Intl.NumberFormat('en').format('1e-999999999')`, "∞0"},
		{`new Intl.NumberFormat('en').format(2n ** 200000n).length > 60000`, "true"},
		{`new Intl.NumberFormat('en', {minimumIntegerDigits: 1e9})`, "throws RangeError"},
		{`new Intl.Collator('de').compare('a'.repeat(4e6), 'a'.repeat(4e6) + 'b')`, "throws RangeError"},
		{`'i'.repeat(4e6).toLocaleUpperCase('tr')`, "throws RangeError"},
		{`'a'.repeat(4e6).localeCompare('b')`, "throws RangeError"},
		{`[...new Intl.Segmenter('en', {granularity: 'word'}).segment('word '.repeat(2e4))].length`, "40000"},
		{`(() => { const s = new Intl.Segmenter().segment('x'.repeat(1e6)); return s.containing(999999).index + s.containing(1).index; })()`, "1000000"},
		{`(() => { const a = []; a[0] = a; return a.toLocaleString('de'); })()`, ""},
		{`new Intl.ListFormat('en').format({[Symbol.iterator]: 5})`, "throws TypeError"},
		{`new Intl.DurationFormat('en').format({hours: 1e300})`, "throws RangeError"},
		{`new Intl.DurationFormat('en').format('P' + '9'.repeat(1e6) + 'Y')`, "throws RangeError"},
		{`new Intl.NumberFormat('en').format({valueOf: () => ({}), toString: () => ({})})`, "throws TypeError"},
		{`new Intl.NumberFormat('en').format(Symbol())`, "throws TypeError"},
		{`new Intl.DateTimeFormat('en').formatRange(0)`, "throws TypeError"},
		{`Intl.NumberFormat.prototype.formatToParts.call({}, 1)`, "throws TypeError"},
		{`new Intl.Collator('de').compare('\ud800', '\udfff') <= 1`, "true"},
		{`(() => { delete globalThis.Reflect; globalThis.RangeError = 5; Object.defineProperty = null; return Intl.getCanonicalLocales(['de']) ` +
			`+ new Intl.NumberFormat(['x']); })()`, "throws TypeError"},
		{
			`(() => { delete globalThis.RangeError; Array.prototype.push = null; return new Intl.DateTimeFormat('en', {timeZone: 'x'}); })()`,
			"throws ReferenceError",
		},
		{`[...new Intl.Segmenter().segment('\ud800x\udc00')].map(s => s.segment.length)`, "1,1,1"},
	} {
		if took := computes(t, c[0], c[1]); took > long {
			t.Errorf("%s took %s, and %s would be long", c[0], took, long)
		}
	}
}

// computes evaluates an expression, and returns how much time of the processors that took.
func computes(t *testing.T, expression, want string) time.Duration {
	t.Helper()
	v := newVM(t)
	begun := rest.ProcessorTime()
	if got := eval(t, v, expression); got != want {
		t.Errorf("%s\n got %q\nwant %q", expression, shortened(got), want)
	}
	return rest.ProcessorTime() - begun
}
