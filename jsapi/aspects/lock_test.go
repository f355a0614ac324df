package aspects_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/manifest"
)

func lockOptions(wait, ttl time.Duration) manifest.Options {
	return manifest.Options{
		"name": &manifest.Template{Text: "job-#{0}", Parts: []manifest.TemplatePart{{Literal: "job-", Param: -1}, {Param: 0}}}, "wait": wait, "ttl": ttl,
	}
}

func TestLockable(t *testing.T) {
	p := newPage(t)
	p.method(t, "run", `function (id) { if (id === "bad") throw new Error("no"); return this.name + Object.keys(held()).join() }`, "Lockable",
		lockOptions(0, time.Minute), values{})
	p.method(t, "inner", `function (id) { return id }`, "Lockable", lockOptions(0, time.Minute), values{})
	p.method(t, "outer", `function (id) { return service.inner(id) + service.inner("other") + service.inner(id) }`, "Lockable",
		lockOptions(0, 0), values{})
	p.method(t, "later", `async function (id) { await null; if (id === "bad") throw new Error("no"); return id }`, "Lockable",
		lockOptions(0, time.Minute), values{})
	p.Set("held", func() map[string]bool {
		names := map[string]bool{}
		for name := range p.locks.held {
			names[name] = true
		}
		return names
	})
	p.cases(t, &p.locks.said, [][3]string{
		{`service.run("a")`, "itjob-a", "acquire job-a 1m0s, release job-a"},
		{`service.run("bad")`, "throws Error: no", "acquire job-bad 1m0s, release job-bad"},
		{`service.outer("a")`, "aothera", "acquire job-a 1h0m0s, acquire job-other 1m0s, release job-other, release job-a"},
		{`service.later("a")`, "a", "acquire job-a 1m0s, release job-a"},
		{`service.later("bad")`, "throws Error: no", "acquire job-bad 1m0s, release job-bad"},
	})
	p.locks.held["job-a"] = make(chan struct{})
	p.cases(t, &p.locks.said, [][3]string{
		{`service.run("a")`, "throws HttpRestException: it is held", ""},
		{`try { service.run("a") } catch (e) { e.status }`, "409", ""},
		{`service.later("a").catch((e) => e.status)`, "409", ""},
	})
	p.locks.fail = errors.New("it is away")
	p.cases(t, &p.locks.said, [][3]string{
		{`service.run("b")`, "throws Error: it is away", ""},
		{`lockManager.tryLock("b")`, "throws Error: it is away", ""},
	})
}

// TestLockableWaits: an async call waits without blocking the VM for the call that holds the lock, and has its arguments
// then; a sync call gets an error.
func TestLockableWaits(t *testing.T) {
	p := newPage(t)
	p.locks.waiting = make(chan struct{}, 10)
	p.method(t, "later", `async function (id, mark) { calls++; await gate; return calls + mark }`, "Lockable",
		lockOptions(time.Hour, time.Minute), values{})
	p.method(t, "now", `function (id) { return "now" }`, "Lockable", lockOptions(time.Hour, time.Minute), values{})
	p.Set("waits", func() { <-p.locks.waiting })
	p.Set("noise", func(...string) {})
	p.Cases([][2]string{
		{`var open, gate; function close() { gate = new Promise((done) => { open = done }) } close(); 1`, "1"},
		{`(async () => {
			const one = service.later("a", " one");
			while (calls < 1) await new Promise((done) => setTimeout(done));
			const two = service.later("a", " two");
			noise("x", "y", "z");
			waits();
			const between = calls;
			let refused; try { service.now("a") } catch (e) { refused = e.status }
			open();
			return [await one, between, refused, await two].join();
		})()`, "1 one,1,409,2 two"},
	})
	if got := p.Eval(`service.now("a")`); got != "now" {
		t.Errorf("when nobody holds it any more: %s", got)
	}
	if len(p.locks.held) > 0 {
		t.Error("a lock is held for ever")
	}
}

// TestLockableLasts: a lock without a ttl is extended as long as the call lasts; a lost lock is logged as a warning.
func TestLockableLasts(t *testing.T) {
	p := newPage(t)
	p.locks.ttl, p.locks.extends = 3*time.Millisecond, make(chan struct{})
	p.method(t, "long", `async function (id) { await extended(); return "done" }`, "Lockable", lockOptions(0, 0), values{})
	p.Set("extended", func() { <-p.locks.extends; <-p.locks.extends })
	p.Cases([][2]string{{`service.long("a")`, "done"}})
	asked := p.locks.take()
	if !strings.HasPrefix(asked, "acquire job-a 3ms, extend job-a 3ms, extend job-a 3ms") || !strings.Contains(asked, "release job-a") {
		t.Error(asked)
	}
	p.locks.lose(errors.New("it was lost"))
	p.Cases([][2]string{{`service.long("a")`, "done"}})
	for _, want := range []string{"a lock cannot be extended", "a lock ended before its call"} {
		if !strings.Contains(p.log.String(), want) {
			t.Errorf("the log does not say %q:\n%s", want, p.log)
		}
	}
}

func TestRetryable(t *testing.T) {
	p := newPage(t)
	options := func(attempts int) manifest.Options {
		return manifest.Options{"attempts": float64(attempts), "delay": time.Microsecond, "maxDelay": time.Millisecond, "multiplier": 2.0}
	}
	p.Cases([][2]string{{`class Own extends Error {} class Closer extends Own {} function failing(times, make) { return () => { if (calls++ < times) ` +
		`throw make(); return "ok" } } 1`, "1"}})
	sync, async := `function (work) { return work() }`, `async function (work) { await null; return work() }`
	p.method(t, "now", sync, "Retryable", options(3), values{})
	p.method(t, "later", async, "Retryable", options(3), values{})
	p.method(t, "keeps", `async function (work, mark) { await null; work(); return mark }`, "Retryable", options(3), values{})
	p.Set("noise", func(...string) {})
	p.method(t, "only", sync, "Retryable", options(3), values{scripts: map[string]string{"on": `Own`, "except": `["RangeError", Closer]`}})
	p.method(t, "once", sync, "Retryable", options(1), values{})
	for _, c := range [][2]string{
		{`service.now(failing(2, () => new Error("no"))) + calls`, "ok3"},
		{`service.now(failing(3, () => new Error("no")))`, "throws Error: no"},
		{`try { service.now(failing(9, () => new Error("no"))) } catch { calls }`, "3"},
		{`service.later(failing(2, () => new Error("no"))).then((r) => r + calls)`, "ok3"},
		{`service.later(failing(9, () => new Error("no"))).catch(() => calls)`, "3"},
		{`(async () => { const kept = service.keeps(failing(2, () => new Error("no")), "mark"); noise("x", "y", "z"); return kept })()`, "mark"},
		{`service.only(failing(2, () => new Own("no"))) + calls`, "ok3"},
		{`try { service.only(failing(2, () => new Closer("no"))) } catch { calls }`, "1"},
		{`try { service.only(failing(2, () => new RangeError("no"))) } catch { calls }`, "1"},
		{`try { service.only(failing(2, () => new Error("no"))) } catch { calls }`, "1"},
		{`try { service.only(failing(2, () => "a text")) } catch { calls }`, "1"},
		{`try { service.once(failing(2, () => new Error("no"))) } catch { calls }`, "1"},
	} {
		p.Cases([][2]string{{`calls = 0; 1`, "1"}, c})
	}
}

func TestRateLimited(t *testing.T) {
	p := newPage(t)
	limited := func(burst, wait any, key *manifest.Template) manifest.Options {
		o := manifest.Options{"limit": 1.0, "per": time.Hour, "burst": burst, "wait": wait}
		if key != nil {
			o["key"] = key
		}
		return o
	}
	body := `function (id) { return "in" }`
	p.method(t, "two", body, "RateLimited", limited(2.0, time.Duration(0), nil), values{})
	p.method(t, "keyed", body, "RateLimited",
		limited(1.0, time.Duration(0), &manifest.Template{Text: "#{0}", Parts: []manifest.TemplatePart{{Param: 0}}}), values{})
	p.method(t, "made", body, "RateLimited", limited(0.0, time.Duration(0), nil), values{scripts: map[string]string{"key": `(id) => id`}})
	p.method(t, "none", body, "RateLimited", limited(1.0, time.Duration(0), nil),
		values{scripts: map[string]string{"key": `() => { throw new Error("no key") }`}})
	refused := `{"status":429,"after":"3600"}`
	p.Cases([][2]string{
		{`function refused(f) { try { return f() } catch (e) { return JSON.stringify({ status: e.status, after: e.getHeaders()[0][1] }) } } 1`, "1"},
		{`service.two() + service.two()`, "inin"},
		{`refused(() => service.two())`, refused},
		{`service.keyed("a") + service.keyed("b")`, "inin"},
		{`refused(() => service.keyed("a"))`, refused},
		{`service.made(1) + service.made("1")`, "inin"},
		{`refused(() => service.made(1))`, refused},
		{`service.none()`, "throws Error: no key"},
	})
	for _, async := range []string{"", "async "} {
		p := newPage(t)
		p.method(t, "waits", async+body, "RateLimited",
			manifest.Options{"limit": 1.0, "per": 5 * time.Millisecond, "burst": 1.0, "wait": time.Hour}, values{})
		begin := time.Now()
		p.Cases([][2]string{{`(async () => { for (let i = 0; i < 4; i++) await service.waits(i); return service.waits(9) })()`, "in"}})
		if took := time.Since(begin); took < 20*time.Millisecond-time.Millisecond {
			t.Errorf("%sfive calls at 5 ms each took %v", async, took)
		}
	}
}
