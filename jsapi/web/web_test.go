package web_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// page is a VM with the globals, its log, and its uncaught errors.
type page struct {
	*vm.VM
	log      *log
	uncaught []string
}

// log collects records as "LEVEL message".
type log struct {
	mu  sync.Mutex
	out bytes.Buffer
}

func (l *log) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{
		Level: slog.LevelDebug,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.String()
}

func newPage(t testing.TB, options web.Options) *page {
	t.Helper()
	p := &page{log: &log{}}
	p.VM = vm.New(0, vm.Hooks{
		Uncaught:      func(_ *vm.VM, _ *vm.Call, err error) { p.uncaught = append(p.uncaught, err.Error()) },
		LostRejection: func(_ *vm.VM, _ *vm.Call, v goja.Value) { p.uncaught = append(p.uncaught, vm.Describe(v)) },
	})
	if err := guard.Install(p.Runtime, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	if options.Logger == nil {
		options.Logger = p.log.logger()
	}
	if err := web.Install(p.VM, options); err != nil {
		t.Fatal(err)
	}
	return p
}

// eval runs the body of an async function, and returns its result as text, or what it threw.
func (p *page) eval(body string) string {
	var value goja.Value
	err := p.Run(nil, func() error {
		var err error
		value, err = p.Runtime.RunScript("user.js", "(async () => {"+body+"\n})()")
		return err
	})
	if err == nil { // what is never settled ends in the end; how busy the machine is does not matter
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
		defer cancel()
		value, err = p.Await(ctx, value)
	}
	if err != nil {
		return "throws " + err.Error()
	}
	if object, ok := value.(*goja.Object); ok && object.ClassName() == "Array" {
		var parts []string
		for _, key := range object.Keys() {
			parts = append(parts, object.Get(key).String())
		}
		return strings.Join(parts, "|")
	}
	return value.String()
}

// evalCases runs the scripts on one page, and compares the results.
func evalCases(t *testing.T, options web.Options, cases [][2]string) {
	t.Helper()
	p := newPage(t, options)
	for _, c := range cases {
		if got := p.eval(c[0]); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
	for _, lost := range p.uncaught {
		t.Errorf("uncaught: %s", lost)
	}
}

func TestNamesAreWhatInstallAdds(t *testing.T) {
	before := goja.New().GlobalObject().GetOwnPropertyNames()
	v := vm.New(0, vm.Hooks{})
	if err := web.Install(v, web.Options{}); err != nil {
		t.Fatal(err)
	}
	var added []string
	for _, name := range v.Runtime.GlobalObject().GetOwnPropertyNames() {
		if !slices.Contains(before, name) && !strings.HasPrefix(name, "%") { // which fwrun keeps for itself
			added = append(added, name)
		}
	}
	slices.Sort(added)
	if names := web.Names(); !slices.Equal(added, names) {
		t.Errorf("added %q\nnames %q", added, names)
	}
}

func TestGlobalsCanBeReplaced(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`globalThis.fetch = () => 'mock'; return [fetch(), typeof Request, fetch()]`, "mock|function|mock"},
		{`globalThis.Headers = 5; new Response(); return [Headers, typeof Response]`, "5|function"},
		{
			`const before = Object.getOwnPropertyDescriptor(globalThis, 'URL').enumerable; URL;
				const after = Object.getOwnPropertyDescriptor(globalThis, 'URL');
		  return [before, after.enumerable, after.writable, after.configurable, typeof after.value, delete globalThis.URL, typeof URL]`,
			"false|false|true|true|function|true|undefined",
		},
	})
}

// BenchmarkInstallAndUse also makes every class.
func BenchmarkInstallAndUse(b *testing.B) {
	b.ReportAllocs()
	use := goja.MustCompile("use.js", strings.Join(web.Names(), ";"), true)
	for b.Loop() {
		v := vm.New(0, vm.Hooks{})
		if err := web.Install(v, web.Options{}); err != nil {
			b.Fatal(err)
		}
		if _, err := v.Runtime.RunProgram(use); err != nil {
			b.Fatal(err)
		}
	}
}

func TestErrorsBeginInTheUsersFile(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`try { new URL('x') } catch (e) { return e.stack.split('\n')[1].trim().replace(/\(\d+\)$/, '') }`, "at user.js:1:21"},
		{`try { new Request('x') } catch (e) { return e.stack.includes('fwrun:') }`, "false"},
		{`try { structuredClone(() => 1) } catch (e) { return [e.stack.includes('fwrun:'), e.stack.includes('user.js')] }`, "false|true"},
		{
			`try { await fetch('x:y') } catch (e) { return [e.stack.includes('fwrun:'), e.message, e.cause.message] }`,
			`false|fetch failed|unknown scheme "x": only http and https are supported`,
		},
		{`return [AbortSignal.abort().reason.stack.includes('fwrun:')]`, "false"},
	})
	if !part.Internal("fwrun:web/url.js") || part.Internal("user.js") {
		t.Error("Internal does not tell our files")
	}
}

func BenchmarkInstall(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := web.Install(vm.New(0, vm.Hooks{}), web.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestOwnFramesAreHidden: frames of fwrun's scripts are left out, and lines of a message that look like them are not.
func TestOwnFramesAreHidden(t *testing.T) {
	rt := goja.New()
	made, err := rt.RunString(`const e = new Error("fwrun: no (fwrun:sql.js)"); e.stack = e + "\n\tat query (fwrun:sql.js:1:2(3))\n` +
		`\tat fwrun:sql.js:4:5(6)\n\tat list (users.js:7:8(9))\n"; e`)
	if err != nil {
		t.Fatal(err)
	}
	if head, frames := web.ErrorText(made.(*goja.Object)); head != "Error: fwrun: no (fwrun:sql.js)" || frames != "    at list (users.js:7:8)" {
		t.Errorf("got %q and %q", head, frames)
	}
}
