package intl_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web"
)

// newVM returns a VM with the globals.
func newVM(t testing.TB) *vm.VM {
	t.Helper()
	v := vm.New(0, vm.Hooks{})
	if err := guard.Install(v.Runtime, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	if err := web.Install(v, web.Options{}); err != nil {
		t.Fatal(err)
	}
	return v
}

// eval returns the value of an expression as text, or the name and message of what it threw.
func eval(t testing.TB, v *vm.VM, expression string) string {
	t.Helper()
	var value goja.Value
	err := v.Run(nil, func() error {
		var err error
		value, err = v.Runtime.RunScript("user.js", "(() => { try { return String("+expression+"); } catch (e) { return 'throws ' + e.name; } })()")
		return err
	})
	if err != nil {
		return "ends with " + err.Error()
	}
	return value.String()
}

func evalCases(t *testing.T, cases [][2]string) {
	t.Helper()
	v := newVM(t)
	for _, c := range cases {
		if got := eval(t, v, c[0]); got != c[1] {
			t.Errorf("%s\n got %q\nwant %q", c[0], got, c[1])
		}
	}
}

func TestNumbers(t *testing.T) {
	evalCases(t, [][2]string{
		{`new Intl.NumberFormat('de', {style: 'currency', currency: 'EUR'}).format(1234567.891)`, "1.234.567,89\u00a0€"},
		{`new Intl.NumberFormat('en-IN').format(12345678.9)`, "1,23,45,678.9"},
		{`new Intl.NumberFormat('ar-EG').format(-1234.5)`, "\u061c-١٬٢٣٤٫٥"},
		{`new Intl.NumberFormat('pl', {notation: 'compact', compactDisplay: 'long'}).format(5e6)`, "5 milionów"},
		{`new Intl.NumberFormat('en', {style: 'unit', unit: 'kilometer-per-hour', unitDisplay: 'long'}).format(1)`, "1 kilometer per hour"},
		{`new Intl.NumberFormat('en').format('123456789012345678901234567890.123')`, "123,456,789,012,345,678,901,234,567,890.123"},
		{`new Intl.NumberFormat('en', {style: 'percent'}).formatToParts(0.5).map(p => p.type)`, "integer,percentSign"},
		{`new Intl.NumberFormat('en', {style: 'currency', currency: 'USD'}).formatRange(3, 5)`, "$3.00 – $5.00"},
		{`new Intl.NumberFormat('en', {roundingIncrement: 5, maximumFractionDigits: 2, minimumFractionDigits: 2}).format(1.03)`, "1.05"},
		{`[1.005, 2.5, -0.00005, 999.9995, 1e21, NaN, -Infinity].map(n => n.toLocaleString())`, "1.005,2.5,-0,1,000,1,000,000,000,000,000,000,000,NaN,-∞"},
		{`(1.005).toLocaleString('en', {maximumFractionDigits: 2}) + (12345).toLocaleString('en', {useGrouping: false}) ` +
			`+ (2).toLocaleString(undefined, {minimumFractionDigits: 2})`, "1.01123452.00"},
		{`12345678901234567890n.toLocaleString('de-DE')`, "12.345.678.901.234.567.890"},
		{`[1234.5, new Date(0)].toLocaleString('de', {timeZone: 'UTC'})`, "1.234,5,1.1.1970, 00:00:00"},
		{`(5).toLocaleString.call('5')`, "throws TypeError"},
		{`new Intl.NumberFormat('en', {style: 'currency'})`, "throws TypeError"},
		{`new Intl.NumberFormat('en', {maximumFractionDigits: 101})`, "throws RangeError"},
		{`new Intl.NumberFormat('en', {style: 'unit', unit: 'parsec'})`, "throws RangeError"},
		{
			`JSON.stringify(new Intl.NumberFormat('de-AT-u-nu-arab').resolvedOptions()).slice(0, 62)`,
			`{"locale":"de-AT-u-nu-arab","numberingSystem":"arab","style":"`,
		},
	})
}

func TestDates(t *testing.T) {
	evalCases(t, [][2]string{
		{
			`new Intl.DateTimeFormat('de', {dateStyle: 'full', timeStyle: 'long', timeZone: 'Europe/Berlin'}).format(0)`,
			"Donnerstag, 1. Januar 1970 um 01:00:00 MEZ",
		},
		{`new Intl.DateTimeFormat('en-US', {timeZone: '+02:00', timeStyle: 'full'}).format(0)`, "2:00:00 AM GMT+02:00"},
		{`new Intl.DateTimeFormat('en', {timeZone: 'Asia/Kolkata'}).resolvedOptions().timeZone`, "Asia/Kolkata"},
		{`new Intl.DateTimeFormat('en', {timeZone: 'EUROPE/paris'}).resolvedOptions().timeZone`, "Europe/Paris"},
		{`new Intl.DateTimeFormat('ja', {calendar: 'japanese', dateStyle: 'long', timeZone: 'UTC'}).format(Date.UTC(2019, 4, 1))`, "令和1年5月1日"},
		{`new Intl.DateTimeFormat('en', {calendar: 'hebrew', dateStyle: 'long', timeZone: 'UTC'}).format(Date.UTC(2024, 9, 3))`, "Tishri 1, 5785 AM"},
		{`new Intl.DateTimeFormat('en', {month: 'short', day: 'numeric', timeZone: 'UTC'}).formatRange(0, 864e5)`, "Jan 1\u2009–\u20092"},
		{
			`new Intl.DateTimeFormat('fr', {weekday: 'long', hour: 'numeric', timeZone: 'UTC'}).formatToParts(0).map(p => p.type)`,
			"weekday,literal,hour,literal",
		},
		{
			`new Date(0).toLocaleDateString('en-GB', {timeZone: 'UTC'}) + new Date(0).toLocaleTimeString('en-US', {timeZone: 'UTC'})`,
			"01/01/197012:00:00 AM",
		},
		{`new Date(NaN).toLocaleString('de')`, "Invalid Date"},
		{`new Date(0).toLocaleDateString('de', {timeStyle: 'short'})`, "throws TypeError"},
		{`new Intl.DateTimeFormat('de').format(NaN)`, "throws RangeError"},
		{`new Intl.DateTimeFormat('de').format(8.64e15 + 1)`, "throws RangeError"},
		{`new Intl.DateTimeFormat('en', {timeZone: 'UTC'}).format(8.64e15) + ' ' + new Intl.DateTimeFormat('en', {timeZone: 'UTC', ` +
			`era: 'short'}).format(-8.64e15)`, "9/13/275760 4/20/271822 BC"},
	})
}

func TestTexts(t *testing.T) {
	evalCases(t, [][2]string{
		{
			`new Intl.RelativeTimeFormat('de', {numeric: 'auto'}).format(-1, 'day') + ', ' + new Intl.RelativeTimeFormat('pl').format(3, 'months')`,
			"gestern, za 3 miesiące",
		},
		{`new Intl.ListFormat('es').format(['Juan', 'Isabel'])`, "Juan e Isabel"},
		{`['z', 'ä', 'a', 'Z', 'A'].sort(new Intl.Collator('de', {caseFirst: 'upper'}).compare)`, "A,a,ä,Z,z"},
		{`['item10', 'item2'].sort(new Intl.Collator('en', {numeric: true}).compare)`, "item2,item10"},
		{`['a'.localeCompare('B'), 'résumé'.localeCompare('resume', 'en', {sensitivity: 'base'}), 'z'.localeCompare('ä', 'sv')]`, "-1,0,-1"},
		{
			`[...new Intl.Segmenter('en', {granularity: 'word'}).segment('Hi 👍🏽!')].map(s => s.segment + s.index + s.isWordLike)`,
			"Hi0true, 2false,👍🏽3false,!7false",
		},
		{`new Intl.Segmenter().segment('e\u0301x').containing(1).segment.length`, "2"},
		{
			`new Intl.DisplayNames('de', {type: 'region'}).of('FR') + new Intl.DisplayNames('en', {type: 'language'}).of('de-CH')`,
			"FrankreichSwiss High German",
		},
		{`new Intl.PluralRules('en', {type: 'ordinal'}).select(22) + new Intl.PluralRules('ar').select(11)`, "twomany"},
		{`new Intl.DurationFormat('en', {style: 'long'}).format({hours: 1, minutes: 2, seconds: 3})`, "1 hour, 2 minutes, 3 seconds"},
		{`new Intl.DurationFormat('en', {style: 'digital'}).format('PT1H2M3.5S')`, "1:02:03.5"},
		{`['I'.toLocaleLowerCase('tr'), 'i'.toLocaleUpperCase('tr'), 'I'.toLocaleLowerCase('de')]`, "ı,İ,i"},
		{`[new Intl.Locale('zh').maximize(), new Intl.Locale('en-Latn-US').minimize(), new Intl.Locale('de', {region: 'at'}), ` +
			`new Intl.Locale('ar-EG').getTextInfo().direction]`, "zh-Hans-CN,en,de-AT,rtl"},
		{`Intl.getCanonicalLocales(['EN-us', 'iw', 'zh-cmn', 'x'.length ? 'sgn-de' : ''])`, "throws RangeError"},
		{`Intl.getCanonicalLocales(['EN-us', 'iw', 'sgn-de', 'art-lojban'])`, "en-US,he,gsg,jbo"},
		{
			`['calendar', 'collation', 'currency', 'numberingSystem', 'timeZone', 'unit'].map(k => Intl.supportedValuesOf(k).length > 4)`,
			"true,true,true,true,true,true",
		},
		{`Intl.NumberFormat.supportedLocalesOf(['de-DE', 'xx', 'zh-TW'])`, "de-DE,zh-TW"},
		{`[Object.prototype.toString.call(Intl), Intl.NumberFormat() instanceof Intl.NumberFormat, new (class X extends Intl.Collator ` +
			`{})() instanceof Intl.Collator]`, "[object Intl],true,true"},
	})
}

// TestNothingRunsBeforeUse: a VM that does not mention Intl has not compiled it, and plain calls of built-ins need no script.
func TestNothingRunsBeforeUse(t *testing.T) {
	v := newVM(t)
	eval(t, v, `(1.5).toLocaleString('de') + new Date(0).toLocaleDateString() + 'a'.localeCompare('b')`)
	if got := eval(t, v, `typeof Object.getOwnPropertyDescriptor(globalThis, 'Intl').get`); got != "function" {
		t.Errorf("Intl is %s", got)
	}
	eval(t, v, `Intl.NumberFormat.name`)
	if got := eval(t, v, `typeof Object.getOwnPropertyDescriptor(globalThis, 'Intl').get`); got != "undefined" {
		t.Errorf("Intl is %s", got)
	}
}

func shortened(s string) string { return s[:min(len(s), 200)] }

// TestManyFormatters: formatters in Go are kept for some options only.
func TestManyFormatters(t *testing.T) {
	v := newVM(t)
	got := eval(t, v, `(() => { let n = 0; for (let i = 0; i < 5000; i++) n += new Intl.NumberFormat(i % 2 ? 'de' : 'en', {minimumIntegerDigits: `+
		`1 + i % 21, maximumFractionDigits: i % 101, minimumFractionDigits: 0}).format(i).length; return n > 0; })()`)
	if got != "true" {
		t.Error(got)
	}
	got = eval(t, v, `(() => { const list = Array(9000).fill().map((_, i) => 'zz-a-' + 'x'.repeat(2 + i % 6) + i % 10); for (let i = 0; i < 20; `+
		`i++) new Intl.NumberFormat([...list, 'de-' + (1000 + i)]); return 'done'; })()`)
	if got != "done" {
		t.Error(got)
	}
	got = eval(t, v, `(() => { for (const c of Intl.supportedValuesOf('calendar')) for (const nu of Intl.supportedValuesOf('numberingSystem')) `+
		`new Intl.DateTimeFormat('en', {calendar: c, numberingSystem: nu, era: 'short'}).format(0); return 'done'; })()`)
	if got != "done" {
		t.Error(got)
	}
}

// TestSegmentationIsInterrupted: a text is searched in steps, between which an interrupt takes effect.
func TestSegmentationIsInterrupted(t *testing.T) {
	v := newVM(t)
	v.Runtime.Set("stop", func() { v.Runtime.Interrupt("enough") })
	got := eval(t, v, `(() => { const s = new Intl.Segmenter().segment('x'.repeat(3e6)); stop(); return s.containing(2999999); })()`)
	if !strings.Contains(got, "enough") {
		t.Errorf("it ended with %s", shortened(got))
	}
}

func BenchmarkNumberFormat(b *testing.B) {
	benchmark(b, `const f = new Intl.NumberFormat('de', {style: 'currency', currency: 'EUR'}).format; (n => { `+
		`for (let i = 0; i < n; i++) f(i * 1.25); })`)
}

func BenchmarkToLocaleString(b *testing.B) {
	benchmark(b, `(n => { for (let i = 0; i < n; i++) (i * 1.25).toLocaleString(); })`)
}

func BenchmarkToLocaleStringWithOptions(b *testing.B) {
	benchmark(b, `(n => { for (let i = 0; i < n; i++) (i * 1.25).toLocaleString('de', {minimumFractionDigits: 2}); })`)
}

func BenchmarkDateTimeFormat(b *testing.B) {
	benchmark(b, `const f = new Intl.DateTimeFormat('de', {dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin'}).format; (n => { `+
		`for (let i = 0; i < n; i++) f(i * 1e8); })`)
}

func BenchmarkCompare(b *testing.B) {
	benchmark(b, `const c = new Intl.Collator('de').compare; (n => { for (let i = 0; i < n; i++) c('Müller', 'Mueller'); })`)
}

// benchmark runs a function of scripts that is given how often it does its work.
func benchmark(b *testing.B, script string) {
	v := newVM(b)
	value, err := v.Runtime.RunString(script)
	if err != nil {
		b.Fatal(err)
	}
	run, _ := goja.AssertFunction(value)
	b.ReportAllocs()
	b.ResetTimer()
	if _, err := run(goja.Undefined(), v.Runtime.ToValue(b.N)); err != nil {
		b.Fatal(err)
	}
}

// TestVMsShareFormatters: the formatters in Go are used by the VMs of many goroutines.
func TestVMsShareFormatters(t *testing.T) {
	const script = `(() => { const out = []; for (const l of ['en', 'de', 'fr', 'ja', 'ar-EG']) for (let i = 0; i < 40; i++) {
		out.push(new Intl.NumberFormat(l, {minimumFractionDigits: i % 5}).format(i), new Intl.DateTimeFormat(l,
			{dateStyle: 'long', timeZone: 'UTC'}).formatRange(0, i * 864e5));
	} return out; })()`
	want := eval(t, newVM(t), script)
	var group sync.WaitGroup
	for range 4 {
		v := newVM(t)
		group.Go(func() {
			if got := eval(t, v, script); got != want {
				t.Errorf("got %s", shortened(got))
			}
		})
	}
	group.Wait()
}
