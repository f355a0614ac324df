package aspects_test

import (
	"testing"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/aspects"
)

func TestCacheByHand(t *testing.T) {
	p := newPage(t)
	p.Cases([][2]string{{`var cache = cacheManager.getCache("c"); cache.name`, "c"}})
	p.cases(t, &p.caches.said, [][3]string{
		{`cache.get("a")`, "undefined", "get c/a"},
		{`cache.put("a", { n: 1 }, { ttl: "5s" })`, "undefined", "put c/a 5s"},
		{`cache.get("a").n`, "1", "get c/a"},
		{`cache.get("b", (key) => key + "!", { ttl: 2 })`, "b!", "get c/b, get c/b, land c/b true, put c/b 2s"},
		{`cache.get("b", () => 5)`, "b!", "get c/b"},
		{`cache.get("x", () => { throw new Error("no") })`, "throws Error: no", "get c/x, get c/x, fail c/x"},
		{`cache.put(7, 1)`, "undefined", "put c/7 0s"},
		{`cache.evict("a")`, "undefined", "evict c/a"},
		{`cache.clear()`, "undefined", "clear c"},
		{`cache.get("a", null, { ttl: "soon" })`, `throws Error: ttl takes a number of seconds, or a text such as "5s"`, ""},
		{`cache.put("a", 1, { ttl: -1 })`, `throws Error: ttl takes a number of seconds, or a text such as "5s"`, ""},
	})
	p.Cases([][2]string{{`cache.put({ a: 1 }, "object"); cache.put({ a: 2 }, "other"); cache.get({ a: 1 }) + cache.get({ a: 2 })`, "objectother"}})
	if got := p.Eval(`cache.put(() => {}, 1)`); got == "undefined" {
		t.Error("a function became a key")
	}
	if got := p.Eval(`cache.evict(() => {})`); got == "undefined" {
		t.Error("a function became a key")
	}
}

func TestLocksByHand(t *testing.T) {
	p := newPage(t)
	p.cases(t, &p.locks.said, [][3]string{
		{`var lock = lockManager.tryLock("a"); lock.token`, "42", "acquire a 1h0m0s"},
		{`lockManager.tryLock("a")`, "null", ""},
		{`lock.extend(90)`, "undefined", "extend a 1m30s"},
		{`lock.release()`, "undefined", "release a"},
		{`lockManager.tryLock("a", { ttl: "2s" }).release()`, "undefined", "acquire a 2s, release a"},
		{`lockManager.withLock("b", () => lockManager.withLock("b", () => 5), { ttl: 3 })`, "5", "acquire b 3s, release b"},
		{`lockManager.withLock("b", () => { throw new Error("no") })`, "throws Error: no", "acquire b 1h0m0s, release b"},
		{`lockManager.withLock("b", async () => { await null; return 6 }, { wait: "1s" })`, "6", "acquire b 1h0m0s, release b"},
		{`lockManager.tryLock("a", { wait: "x" })`, `throws Error: wait takes a number of seconds, or a text such as "5s"`, ""},
		{`lockManager.withLock("a", () => 1, { ttl: "x" })`, `throws Error: ttl takes a number of seconds, or a text such as "5s"`, ""},
	})
	p.locks.held["a"] = make(chan struct{})
	p.Cases([][2]string{{`try { lockManager.withLock("a", () => 1) } catch (e) { e.status }`, "409"}})
}

func TestDuration(t *testing.T) {
	rt := goja.New()
	for script, want := range map[string]time.Duration{
		`undefined`: 0, `null`: 0, `0`: 0, `2`: 2 * time.Second, `0.5`: 500 * time.Millisecond, `"90s"`: 90 * time.Second, `"1h30m"`: 90 * time.Minute,
		`-1`: -1, `"soon"`: -1, `true`: -1, `({})`: -1, `"-5s"`: -1,
	} {
		value, err := rt.RunString(script)
		if err != nil {
			t.Fatal(err)
		}
		got, err := aspects.Duration("it", value)
		if (err != nil) != (want < 0) || err == nil && got != want {
			t.Errorf("%s: %v, %v", script, got, err)
		}
		if limit, err := aspects.Limit("it", value); (err != nil) != (want < 0 || script == "0") || limit != got {
			t.Errorf("a limit of %s: %v, %v", script, limit, err)
		}
	}
}
