package aspects_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/manifest"
)

func cacheOptions(names ...string) manifest.Options {
	return manifest.Options{"names": names, "ttl": time.Minute}
}

func TestCacheable(t *testing.T) {
	p := newPage(t)
	p.method(t, "find", `function (id) { calls++; return { id, by: this.name } }`, "Cacheable", cacheOptions("users", "old"), values{})
	p.cases(t, &p.caches.said, [][3]string{
		{
			`JSON.stringify(service.find("a"))`, `{"id":"a","by":"it"}`,
			`get users/"a, get old/"a, get users/"a, get old/"a, land users/"a true, put users/"a 1m0s, put old/"a 1m0s`,
		},
		{`JSON.stringify(service.find("a")) + calls`, `{"id":"a","by":"it"}1`, `get users/"a`},
		{`service.find("a") === service.find("a")`, "false", `get users/"a, get users/"a`},
	})
	delete(p.caches.values, `users/"a`)
	p.cases(t, &p.caches.said, [][3]string{{`service.find("a").id + calls`, "a1", `get users/"a, get old/"a`}})
	p.caches.values[`users/"a`] = []byte{99}
	p.cases(t, &p.caches.said, [][3]string{{`service.find("a").id + calls`, "a1", `get users/"a, get old/"a`}})
}

// TestCacheKeys: different arguments have different keys.
func TestCacheKeys(t *testing.T) {
	p := newPage(t)
	p.method(t, "find", `function (...args) { return ++calls }`, "Cacheable", cacheOptions("c"), values{})
	for _, args := range []string{
		`1`, `"1"`, `true`, `"true"`, `null`, `"null"`, `undefined`, ``, `1, 2`, `"1", 2`, `{ a: 1 }`, `[1]`, `1n`,
		`"x".repeat(300)`, `"x".repeat(301)`,
	} {
		first := p.Eval("service.find(" + args + ")")
		if again := p.Eval("service.find(" + args + ")"); again != first {
			t.Errorf("find(%s) gave %s, and then %s", args, first, again)
		}
	}
	distinct := map[string]string{}
	for _, args := range []string{
		`1`, `"1"`, `true`, `"true"`, `null`, `"null"`, `1, 2`, `"1", 2`, `{ a: 1 }`, `[1]`, `"x".repeat(300)`,
		`"x".repeat(301)`,
	} {
		got := p.Eval("service.find(" + args + ")")
		if other, taken := distinct[got]; taken {
			t.Errorf("find(%s) has the key of find(%s)", args, other)
		}
		distinct[got] = args
	}
	for key := range p.caches.values {
		if len(key) > 300 {
			t.Errorf("a key has %d bytes", len(key))
		}
	}
	if got := p.Eval(`service.find(() => {}, 1)`); !strings.Contains(got, "argument 1 cannot be part of a key") {
		t.Errorf("a function became a key: %s", got)
	}
}

func TestCacheTemplates(t *testing.T) {
	p := newPage(t)
	template := func(parts ...manifest.TemplatePart) manifest.Options {
		o := cacheOptions("c")
		o["key"] = &manifest.Template{Text: "the template", Parts: parts}
		return o
	}
	literal := func(text string) manifest.TemplatePart { return manifest.TemplatePart{Literal: text, Param: -1} }
	p.method(t, "all", `function () { return 1 }`, "Cacheable", template(literal("all")), values{})
	p.method(t, "one", `function (a, b) { return 1 }`, "Cacheable",
		template(literal("u-"), manifest.TemplatePart{Param: 1, Path: []string{"id"}}, literal("!"), manifest.TemplatePart{Param: 0}), values{})
	p.method(t, "made", `function (a, b) { return 1 }`, "Cacheable", cacheOptions("c"),
		values{scripts: map[string]string{"key": `(function (a, b) { return this.name + a + b })`}})
	p.method(t, "bad", `function (a) { return 1 }`, "Cacheable", cacheOptions("c"),
		values{scripts: map[string]string{"key": `(a) => { throw new Error("no key") }`}})
	p.cases(t, &p.caches.said, [][3]string{
		{`service.all(5)`, "1", "get c/all, get c/all, land c/all true, put c/all 1m0s"},
		{`service.all(6)`, "1", "get c/all"},
		{`service.one("x", { id: 7 })`, "1", "get c/u-7!x, get c/u-7!x, land c/u-7!x true, put c/u-7!x 1m0s"},
		{`service.one("x", {})`, "1", "get c/u-undefined!x, get c/u-undefined!x, land c/u-undefined!x true, put c/u-undefined!x 1m0s"},
		{`service.one("x")`, "throws Error: the template: cannot read id of null or undefined", ""},
		{`service.one("x", null)`, "throws Error: the template: cannot read id of null or undefined", ""},
		{`service.made("x", 2)`, "1", `get c/"itx2, get c/"itx2, land c/"itx2 true, put c/"itx2 1m0s`},
		{`service.bad(1)`, "throws Error: no key", ""},
	})
	if got := p.Eval(`service.one({ a: 1 }, { id: new Date(0) })`); got != "1" || strings.Contains(p.caches.take(), "object") {
		t.Error(got)
	}
}

func TestCacheConditions(t *testing.T) {
	p := newPage(t)
	p.method(t, "find", `function (id) { calls++; return id }`, "Cacheable", cacheOptions("c"), values{scripts: map[string]string{
		"condition": `(function (id) { if (id === "bad") throw new Error("no condition"); return this.name === "it" && id !== "skip" })`,
		"unless": `(function (result, id) { if (result !== id) throw 1; if (id === "worse") throw new Error("no unless"); ` +
			`return this.name === "it" && id === "not" })`,
	}})
	p.cases(t, &p.caches.said, [][3]string{
		{`service.find("skip") + service.find("skip") + calls`, "skipskip2", ""},
		{`service.find("not")`, "not", `get c/"not, get c/"not, land c/"not false`},
		{`service.find("a")`, "a", `get c/"a, get c/"a, land c/"a true, put c/"a 1m0s`},
		{`service.find("bad")`, "throws Error: no condition", ""},
		{`service.find("worse")`, "throws Error: no unless", `get c/"worse, get c/"worse, fail c/"worse`},
	})
}

func TestCacheableFails(t *testing.T) {
	p := newPage(t)
	p.method(t, "find", `function (id) { throw new Error("none") }`, "Cacheable", cacheOptions("c"), values{})
	p.method(t, "later", `async function (id) { await null; throw new Error("none") }`, "Cacheable", cacheOptions("c"), values{})
	p.method(t, "function", `function (id) { return () => {} }`, "Cacheable", cacheOptions("c"), values{})
	p.cases(t, &p.caches.said, [][3]string{
		{`service.find("a")`, "throws Error: none", `get c/"a, get c/"a, fail c/"a`},
		{`service.later("a")`, "throws Error: none", `get c/"a, get c/"a, fail c/"a`},
	})
	if got := p.Eval(`service.function("a")`); !strings.HasPrefix(got, `throws Error: the result cannot be stored in the cache "c": `) {
		t.Error(got)
	}
	if got := p.caches.take(); got != `get c/"a, get c/"a, fail c/"a` {
		t.Error(got)
	}
}

// TestCacheableJoins: when several async callers miss the same entry, the value is made once.
func TestCacheableJoins(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{`(async () => { let go; gate = new Promise((done) => { go = done }); const all = [service.find("a"), service.find("a"), service.find("a")]; ` +
			`go(); return (await Promise.all(all)).join() + calls })()`, "a,a,a1"},
		{`(async () => { let go; gate = new Promise((done, fail) => { go = fail }); const all = [service.find("a"), service.find("a")];
			go(new Error("no")); gate = null;
			return (await Promise.allSettled(all)).map((one) => one.value ?? one.reason.message).join() + calls })()`, "no,a2"},
	} {
		p := newPage(t)
		p.method(t, "find", `async function (id) { calls++; await gate; return id }`, "Cacheable", cacheOptions("c"), values{})
		p.Cases([][2]string{{`var gate = null; 1`, "1"}, {c.script, c.want}})
		if len(p.caches.leads) > 0 {
			t.Error("a duty has not ended")
		}
	}
}

// TestCacheableWithin: a call that already makes a value, or is in a transaction, does not wait for another call's
// value.
func TestCacheableWithin(t *testing.T) {
	p := newPage(t)
	p.method(t, "inner", `function (id) { calls++; return id }`, "Cacheable", cacheOptions("c"), values{})
	p.method(t, "outer", `function (id) { return service.inner("in") + id }`, "Cacheable", cacheOptions("c"), values{})
	p.cases(t, &p.caches.said, [][3]string{
		{`service.outer("a")`, "ina", `get c/"a, get c/"a, get c/"in, put c/"in 1m0s, land c/"a true, put c/"a 1m0s`},
	})
	p.transactions.open = true
	p.cases(t, &p.caches.said, [][3]string{{`service.inner("b")`, "b", `get c/"b`}})
	p.transactions.commit()
	if got := p.caches.take(); got != `put c/"b 1m0s` {
		t.Errorf("after the commit: %s", got)
	}
}

// TestRemoteCache: a cache that fails counts as empty, and the calls succeed.
func TestRemoteCache(t *testing.T) {
	p := newPage(t)
	p.caches.remote = true
	p.method(t, "find", `function (id) { calls++; return id }`, "Cacheable", cacheOptions("c"), values{})
	p.Cases([][2]string{{`service.find("a") + service.find("a") + calls`, "aa1"}})
	p.caches.fail = errors.New("it is away")
	p.Cases([][2]string{{`service.find("b") + calls`, "b2"}})
	for _, want := range []string{"a cache cannot be read", "a cache cannot be written", "it is away"} {
		if !strings.Contains(p.log.String(), want) {
			t.Errorf("the log does not say %q:\n%s", want, p.log)
		}
	}
}

func TestCachePut(t *testing.T) {
	p := newPage(t)
	p.method(t, "save", `function (id) { if (id === "bad") throw new Error("no"); return id + ++calls }`, "CachePut", cacheOptions("c"), values{})
	p.method(t, "later", `async function (id) { await null; return id }`, "CachePut", cacheOptions("c"),
		values{scripts: map[string]string{"unless": `(r) => r === "not"`}})
	p.cases(t, &p.caches.said, [][3]string{
		{`service.save("a")`, "a1", `put c/"a 1m0s`},
		{`service.save("a")`, "a2", `put c/"a 1m0s`},
		{`service.save("bad")`, "throws Error: no", ""},
		{`service.later("b")`, "b", `put c/"b 1m0s`},
		{`service.later("not")`, "not", ""},
	})
	p.transactions.open = true
	p.cases(t, &p.caches.said, [][3]string{{`service.save("c")`, "c3", ""}})
	p.transactions.commit()
	if got := p.caches.take(); got != `put c/"c 1m0s` {
		t.Errorf("after the commit: %s", got)
	}
}

func TestCacheEvict(t *testing.T) {
	p := newPage(t)
	body := `function (id) { if (id === "bad") throw new Error("no"); return id }`
	p.method(t, "remove", body, "CacheEvict", cacheOptions("c", "d"), values{})
	all := cacheOptions("c")
	all["allEntries"] = true
	p.method(t, "clear", body, "CacheEvict", all, values{})
	before := cacheOptions("c")
	before["beforeInvocation"] = true
	p.method(t, "before", body, "CacheEvict", before, values{})
	p.method(t, "later", "async "+body, "CacheEvict", cacheOptions("c"), values{})
	p.cases(t, &p.caches.said, [][3]string{
		{`service.remove("a")`, "a", `evict c/"a, evict d/"a`},
		{`service.remove("bad")`, "throws Error: no", ""},
		{`service.clear("a")`, "a", "clear c"},
		{`service.before("bad")`, "throws Error: no", `evict c/"bad`},
		{`service.later("a")`, "a", `evict c/"a`},
		{`service.later("bad")`, "throws Error: no", ""},
		{`service.remove(() => {})`, p.Eval(`service.before(() => {})`), ""},
	})
	p.transactions.open = true
	p.cases(t, &p.caches.said, [][3]string{{`service.remove("t")`, "t", `evict c/"t, evict d/"t`}})
	p.transactions.commit()
	if got := p.caches.take(); got != `evict c/"t, evict d/"t` {
		t.Errorf("after the commit: %s", got)
	}
	p.caches.fail = errors.New("it is away")
	p.Cases([][2]string{
		{`service.remove("a")`, "throws Error: it is away"},
		{`service.before("a")`, "throws Error: it is away"},
	})
	p.transactions.open = true
	p.Cases([][2]string{{`service.remove("a")`, "throws Error: it is away"}})
	p.transactions.commit()
	if !strings.Contains(p.log.String(), "a cache cannot be written") {
		t.Error("nobody hears of what could not be removed after the commit")
	}
}

// TestCacheableWaits: a sync call gets the value that another VM makes, and makes it itself if that VM fails.
func TestCacheableWaits(t *testing.T) {
	for _, fails := range []bool{false, true} {
		p := newPage(t)
		p.method(t, "find", `function (id) { calls++; return id }`, "Cacheable", cacheOptions("c"), values{})
		p.Cases([][2]string{{`service.find("b") + calls`, "b1"}})
		lead := p.caches.TryLead(t.Context(), "c", `"a`)
		p.caches.joining = make(chan struct{}, 1)
		go func() {
			<-p.caches.joining
			if fails {
				lead.Fail()
			} else {
				_ = lead.Land(context.Background(), p.caches.values[`c/"b`], false, 0)
			}
		}()
		want := "b1"
		if fails {
			want = "a2"
		}
		p.Cases([][2]string{{`service.find("a") + calls`, want}})
	}
}

// TestCacheableIsLedOnce: a call that has made a value waits like any other call for the same value when another VM makes
// it the next time.
func TestCacheableIsLedOnce(t *testing.T) {
	p := newPage(t)
	p.method(t, "find", `function (id) { calls++; return id }`, "Cacheable", cacheOptions("c"), values{})
	p.Set("leadElsewhere", func() {
		value := p.caches.values[`c/"a`]
		delete(p.caches.values, `c/"a`)
		lead := p.caches.TryLead(context.Background(), "c", `"a`)
		p.caches.joining = make(chan struct{}, 1)
		go func() {
			<-p.caches.joining
			_ = lead.Land(context.Background(), value, false, 0)
		}()
	})
	newPool(t, p).run(t, `service.find("a"); leadElsewhere()
		const found = service.find("a")
		if (found !== "a" || calls !== 1) throw new Error(`+"`${calls} calls, and ${typeof found} ${found}`"+`)`)
}
