package app_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/listing"
)

// TestCaching tests the decorators of caches, one case after the other on one worker.
func TestCaching(t *testing.T) {
	sandbox := startSandbox(t, caching, app.TestOptions{})
	for _, c := range []struct{ name, want string }{
		{"keeps", "1 1 2"},
		{"keepsNothings", "null null undefined undefined 2"},
		{"tellsKeysApart", "1 2 3 4 5 1"},
		{"template", "1 1 2"},
		{"function", "1 1 2"},
		{"condition", "1 1 2 3"},
		{"unless", "1 2 2"},
		{"twoNames", "1 1 1 1 2"},
		{"failureIsNotKept", "no 1"},
		{"evicts", "1 1 2 3"},
		{"evictsOnlyAfterSuccess", "1 1 2"},
		{"evictsByKey", "1 1 2"},
		{"evictsAll", "1 2 3 4"},
		{"puts", "1 2 2"},
		{"ends", "1 1 2"},
		{"endsByItself", "1 1 2"},
		{"isACopy", "1 7 2"},
		{"hasItsClass", "Ada 2 true true 3 10n AQI= x"},
		{"refuses", "the result cannot be stored in the cache \"refuses\": its list[1].then is a function, which cannot be serialized"},
		{"refusesResponses", "the result cannot be stored in the cache \"responses\": it is a ResponseEntity of the host, which cannot be serialized"},
		{"later", "1 1 true 2"},
		{"rejectionIsNotKept", "no 1"},
		{"syncBehindOneThatJoins", "1 1"},
		{"selfCall", "1 1"},
		{"recursive", "55"},
		{"byHand", "undefined 7 7 made made undefined undefined"},
		{"byHandLater", "made 1"},
		{"notBeforeCommit", "1 2 2"},
		{"evictedOnceMoreAtCommit", "fresh"},
	} {
		if got := get(t, sandbox, "/"+c.name); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

const caching = `
-- config/application.yml --
datasource: [{ name: main, url: "sqlite::memory:" }]
cache: { ttl: 1h, caches: { short: { ttl: 30ms } } }
-- api.js --
import { Autowired, CacheEvict, CacheManager, CachePut, Cacheable, GetMapping, PathVariable, ResponseEntity, RestController, Service,
  Transactional } from "fwrun";

export class Address { constructor(street) { this.street = street; } }
export class Person {
  constructor(name, address) { this.name = name; this.address = address; this.tags = new Set(["a", "b"]); this.since = new Date(0);
    this.extra = new Map([["n", 10n]]); this.bytes = new Uint8Array([1, 2]); this.self = this; }
  hello() { return "x"; }
}

@Service
export class Work {
  n = 0;
  /** @type {CacheManager} */ @Autowired caches;

  @Cacheable("keeps") keeps(id) { return ++this.n; }
  @Cacheable("nothings") nothing(id) { this.n++; return id === 1 ? null : undefined; }
  @Cacheable("apart") apart(...args) { return ++this.n; }
  @Cacheable("template", { key: "#{order.customer.id}" }) template(order) { return ++this.n; }
  @Cacheable("function", { key: (a, b) => [b] }) function(a, b) { return ++this.n; }
  @Cacheable("condition", { condition: (id) => id > 0 }) condition(id) { return ++this.n; }
  @Cacheable("unless", { unless: (result, id) => result === 1 }) unless(id) { return ++this.n; }
  @Cacheable(["one", "two"]) both(id) { return ++this.n; }
  @Cacheable("one") first(id) { return ++this.n; }
  @Cacheable("two") second(id) { return ++this.n; }
  @CacheEvict("one") forgetFirst(id) {}
  @CacheEvict("template", { key: "#{order.customer.id}" }) evictTemplate(order, why) {}
  @Cacheable("ending", { ttl: "30ms" }) ending(id) { return ++this.n; }
  @Cacheable("fails") fails(id) { if (this.n++ === 0) throw new Error("no"); return this.n - 1; }
  @CacheEvict("keeps") evict(id) {}
  @CacheEvict("keeps") evictFails(id) { throw new Error("no"); }
  @CacheEvict("keeps", { beforeInvocation: true }) evictBefore(id) { throw new Error("no"); }
  @CacheEvict("keeps", { allEntries: true }) evictAll() {}
  @CachePut("keeps") put(id) { return ++this.n; }
  @Cacheable("short") short(id) { return ++this.n; }
  @Cacheable("list") list(id) { return [++this.n, { a: 7 }]; }
  @Cacheable("person") person(id) { return new Person("Ada", new Address("x")); }
  @Cacheable("refuses") refused() { return { list: [1, { then: () => 1 }] }; }
  @Cacheable("responses") response() { return ResponseEntity.ok(1); }
  @Cacheable("later") async later(id) { await null; return ++this.n; }
  @Cacheable("rejects") async rejects(id) { await null; if (this.n++ === 0) throw new Error("no"); return this.n - 1; }
  @Cacheable("mixed", { key: "#{id}" }) async mixed(id, until) { await until; return ++this.n; }
  @Cacheable("mixed", { key: "#{id}" }) mixedSync(id) { return ++this.n; }
  @Cacheable("fib") fib(n) { return n < 2 ? n : this.fib(n - 1) + this.fib(n - 2); }
  inner(id) { return this.keeps(id); }
  @Transactional fillsAndFails(id) { this.keeps(id); throw new Error("no"); }
  @Transactional fills(id) { return this.keeps(id); }
  @Transactional evictsWithin(id) { this.evict(id); this.caches.getCache("keeps").get(id); this.stale(id); }
  stale(id) { this.caches.getCache("other"); }
}

@RestController
export class Api {
  /** @type {Work} */ @Autowired work;
  /** @type {CacheManager} */ @Autowired caches;

  @GetMapping("/{name}") async run(@PathVariable name) {
    const w = this.work;
    w.n = 0;
    w.evictAll();
    const attempt = (f) => { try { return f(); } catch (error) { return error.message; } };
    switch (name) {
      case "keeps": return [w.keeps(1), w.keeps(1), w.keeps(2)].join(" ");
      case "keepsNothings": return [w.nothing(1), w.nothing(1), w.nothing(2), w.nothing(2), w.n].map(String).join(" ");
      case "tellsKeysApart": return [w.apart(1), w.apart("1"), w.apart(), w.apart(1, 2), w.apart([1, 2]), w.apart(1)].join(" ");
      case "template": return [w.template({ customer: { id: 1 }, a: 1 }), w.template({ customer: { id: 1 } }),
        w.template({ customer: { id: 2 } })].join(" ");
      case "function": return [w.function(1, 1), w.function(2, 1), w.function(1, 2)].join(" ");
      case "condition": return [w.condition(1), w.condition(1), w.condition(0), w.condition(0)].join(" ");
      case "unless": return [w.unless(1), w.unless(1), w.unless(1)].join(" ");
      case "twoNames": {
        const out = [w.both(1), w.first(1), w.second(1)];
        w.forgetFirst(1);
        return [...out, w.both(1), w.first(2)].join(" ");
      }
      case "evictsByKey": {
        w.evictTemplate({ customer: { id: 7 } }, "to begin with");
        const order = { customer: { id: 7 } }, out = [w.template(order), w.template(order)];
        w.evictTemplate({ customer: { id: 7 }, a: 1 }, "it is old");
        return [...out, w.template(order)].join(" ");
      }
      case "failureIsNotKept": return [attempt(() => w.fails(1)), w.fails(1)].join(" ");
      case "evicts": { const out = [w.keeps(1), w.keeps(1)]; w.evict(1); out.push(w.keeps(1)); attempt(() => w.evictBefore(1)); out.push(w.keeps(1));
        return out.join(" "); }
      case "evictsOnlyAfterSuccess": { const out = [w.keeps(1)]; attempt(() => w.evictFails(1)); out.push(w.keeps(1)); w.evict(1);
        out.push(w.keeps(1)); return out.join(" "); }
      case "evictsAll": { const out = [w.keeps(1), w.keeps(2)]; w.evictAll(); out.push(w.keeps(1), w.keeps(2)); return out.join(" "); }
      case "puts": return [w.keeps(1), w.put(1), w.keeps(1)].join(" ");
      case "ends": { const out = [w.short(1), w.short(1)]; const end = performance.now() + 5000; let next = w.short(1);
        while (next === 1 && performance.now() < end) { await new Promise((done) => setTimeout(done, 5)); next = w.short(1); } out.push(next);
          return out.join(" "); }
      case "endsByItself": {
        const out = [w.ending(1), w.ending(1)], end = performance.now() + 5000;
        let next = w.ending(1);
        while (next === 1 && performance.now() < end) { await new Promise((done) => setTimeout(done, 5)); next = w.ending(1); }
        return [...out, next].join(" ");
      }
      case "isACopy": { const one = w.list(1); one[1].a = 8; one.push(3); const two = w.list(1); return [two[0], two[1].a, two.length].join(" "); }
      case "hasItsClass": { w.person(1); const p = w.person(1); return [p.name, p.tags.size, p instanceof Person && p.address instanceof Address,
        p.self === p, [...p.tags, p.since.getTime()].length, p.extra.get("n") + "n", btoa(String.fromCharCode(...p.bytes)), p.hello()].join(" "); }
      case "refuses": return attempt(() => w.refused());
      case "refusesResponses": return attempt(() => w.response());
      case "later": { const hit = (await w.later(1), w.later(1)); return [await w.later(1), await hit, hit instanceof Promise,
        await w.later(2)].join(" "); }
      case "rejectionIsNotKept": { let told; try { await w.rejects(1); } catch (error) { told = error.message;
        } return [told, await w.rejects(1)].join(" "); }
      case "syncBehindOneThatJoins": {
        let fail; const first = w.mixed(1, new Promise((_, no) => { fail = no; })), second = w.mixed(1, null);
        fail(new Error("no"));
        await first.catch(() => {});
        for (const until = Date.now() + 20; Date.now() < until;); // it is the second's turn, which goes on when the worker is free
        const third = w.mixedSync(1);
        return [await second, await third].join(" ");
      }
      case "selfCall": return [w.inner(1), w.inner(1)].join(" ");
      case "recursive": return String(w.fib(10));
      case "byHand": {
        const cache = this.caches.getCache("hand");
        const out = [cache.get(1)];
        cache.put(1, 7);
        out.push(cache.get(1), cache.get(1, () => 8), cache.get(2, () => "made"), cache.get(2));
        cache.evict(2);
        out.push(cache.get(2));
        cache.clear();
        return [...out, cache.get(1)].map(String).join(" ");
      }
      case "byHandLater": {
        const cache = this.caches.getCache("handLater");
        let n = 0;
        const make = async () => { await null; n++; return "made"; };
        const [a, b] = await Promise.all([cache.get(1, make), cache.get(1, make)]);
        return [a === b ? a : "different", n].join(" ");
      }
      case "notBeforeCommit": { const out = []; attempt(() => w.fillsAndFails(1)); out.push(w.n); out.push(w.fills(1), w.keeps(1));
        return out.join(" "); }
      case "evictedOnceMoreAtCommit": { w.keeps(5); const cache = this.caches.getCache("keeps"); w.stale = () => cache.put(5, "stale");
        w.evictsWithin(5); delete w.stale; return cache.get(5) === undefined || cache.get(5) === "stale" ? "fresh" : "old"; }
    }
  }
}
`

// TestOneMakesTheValue: many clients miss the same entry on several workers, and one of them computes it.
func TestOneMakesTheValue(t *testing.T) {
	var made atomic.Int32
	var fails atomic.Bool
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n := made.Add(1)
		if fails.Load() && n == 1 {
			w.WriteHeader(http.StatusTeapot)
		}
		_, _ = fmt.Fprint(w, n)
	}))
	defer upstream.Close()
	url := serve(t, strings.ReplaceAll(manyMiss, "UPSTREAM", upstream.URL))
	for _, c := range []struct {
		path  string
		fails bool
	}{{"/later/1", false}, {"/sync/1", false}, {"/later/2", true}} {
		made.Store(0)
		fails.Store(c.fails)
		answers := map[string]int{}
		var mu sync.Mutex
		var all sync.WaitGroup
		for range 24 {
			all.Go(func() {
				status, body := fetch(t, url+c.path)
				mu.Lock()
				defer mu.Unlock()
				answers[strings.TrimSpace(fmt.Sprintln(status, body))]++
			})
		}
		all.Wait()
		want := map[string]int{"200 1": 24}
		if c.fails { // only the first one gets the failure; the next one makes the value
			want = map[string]int{"200 2": 23, "500": 1}
		}
		if fmt.Sprint(answers) != fmt.Sprint(want) {
			t.Errorf("%s: got %v, want %v", c.path, answers, want)
		}
	}
}

const manyMiss = `
-- config/application.yml --
server: { workers: { min: 4 } }
datasource: [{ name: main, url: "sqlite::memory:" }]
-- api.js --
import { Autowired, Cacheable, GetMapping, PathVariable, PostConstruct, RestController, Service, SqlTemplate } from "fwrun";

@Service
export class Work {
  /** @type {SqlTemplate} */ @Autowired sql;
  @PostConstruct start() { this.sql.execute("CREATE TABLE IF NOT EXISTS made (n INTEGER PRIMARY KEY)"); }

  @Cacheable("later")
  async later(id) {
    const response = await fetch("UPSTREAM");
    if (!response.ok) throw new Error("teapot");
    return await response.text();
  }

  @Cacheable("sync") sync(id) { return String(this.sql.update("INSERT INTO made DEFAULT VALUES").generatedKey); }
}

@RestController
export class Api {
  /** @type {Work} */ @Autowired work;
  @GetMapping("/later/{id}") later(@PathVariable id) { return this.work.later(id); }
  @GetMapping("/sync/{id}") sync(@PathVariable id) { return this.work.sync(id); }
}
`

// started is an application under test.
type started struct{ *app.App }

// serve starts an application on a free port, and returns its URL.
func serve(t *testing.T, archive string) string {
	t.Helper()
	return start(t, archive).serve(t)
}

func start(t testing.TB, archive string) started {
	t.Helper()
	a, err := app.Start(t.Context(), app.Options{Folder: unpack(t, archive), Logger: silent})
	if err != nil {
		t.Fatal(err)
	}
	return started{a}
}

// serve answers until the test ends, and returns the URL.
func (s started) serve(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Error(err)
		}
		<-served
	})
	return "http://" + listener.Addr().String()
}

// ran waits for the first run of the only schedule.
func (s started) ran(t *testing.T) listing.ScheduleState {
	t.Helper()
	for {
		state := s.Serving().Schedules()[0]
		if state.Status != "" && state.Status != "running" {
			return state
		}
		select {
		case <-t.Context().Done():
			t.Fatal("it never ran")
		case <-time.After(time.Millisecond):
		}
	}
}

// fetch returns the status and, on success, the body.
func fetch(t *testing.T, url string) (status int, body string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	if response.StatusCode != http.StatusOK {
		return response.StatusCode, ""
	}
	return response.StatusCode, string(content)
}
