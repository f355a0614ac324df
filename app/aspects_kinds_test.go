package app_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fwrun/fwrun/app"
)

// TestAround tests locks, retries, limits, async methods, and an application's own aspects, one case after
// the other on one worker.
func TestAround(t *testing.T) {
	sandbox := startSandbox(t, arounds, app.TestOptions{})
	for _, c := range []struct{ name, want string }{
		{"reentrant", "inner 3"},
		{"reentrantLater", "inner"},
		{"heldByAnother", "the lock is held by another request; try again 409"},
		{"waits", "first,second"},
		{"syncCannotWait", "the lock is held by another request; try again 409"},
		{"syncCannotWaitForOneThatAsks", "the lock is held by another request; try again 409"},
		{"tryLockCannotWait", "null, then true"},
		{"waitsInVain", "the lock is held by another request; try again 409"},
		{"releasedAfterFailure", "no, then free"},
		{"releasedAfterRejection", "no, then free"},
		{"locksByHand", "true null true taken again"},
		{"extended", "still held"},
		{"endsWithItsTime", "another has it, and the first is done"},
		{"withLock", "in it true, and 5 true"},
		{"tokensGrow", "true"},

		{"retries", "3 after 3"},
		{"retriesLater", "3 after 3"},
		{"givesUp", "try 2 after 2"},
		{"onlySome", "TypeError 1, RangeError after 3"},
		{"exceptSome", "after 1"},
		{"waitsBetween", "true"},
		{"waitsBetweenLater", "true"},

		{"limited", "1,2,429 Too Many Requests true"},
		{"limitedByKey", "a,b,429"},
		{"limitedWaits", "1,2,3"},
		{"limitedAtOnce", "1,429"},

		{"wraps", "[sum(1, 2) = 3 {\"level\":7}] 3"},
		{"changesArguments", "30"},
		{"replaces", "instead"},
		{"tooLate", "proceed was called after around had returned; call it earlier, or make around async"},
		{"inTime", "later 3"},
		{"hooks", "before 1,returned 2,after,before 1,thrown no,after"},
		{"hooksLater", "before 1,returned 2,after,before 1,thrown no,after"},
		{"classAspect", "one,two,(self) two"},
		{"order", "outer,inner"},
		{"inherited", "base 1 before 1,returned base 1,after"},
		{"keepsNameAndLength", "sum 2"},
	} {
		if got := get(t, sandbox, "/"+c.name); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

const arounds = `
-- config/application.yml --
jobs: { tries: 2 }
-- api.js --
import {
  Around, Aspect, Autowired, Component, GetMapping, Lockable, LockManager, PathVariable, RateLimited, RestController, Retryable, Service,
} from "fwrun";

let told = [];

@Component export class Tells extends Aspect {
  around(call) {
    const result = call.proceed();
    told.push("[" + call.method + "(" + call.args.join(", ") + ") = " + result + " " + JSON.stringify(call.options) + "]");
    return result;
  }
}
@Component export class Tenfold extends Aspect { around(call) { call.args = call.args.map((n) => n * 10); return call.proceed(); } }
@Component export class Instead extends Aspect { around() { return "instead"; } }
let kept;
@Component export class Keeps extends Aspect { around(call) { kept = call; return "kept"; } }
@Component export class Waits extends Aspect { async around(call) { await null; return "later " + call.proceed(); } }
@Component export class Hooks extends Aspect {
  before(call) { told.push("before " + call.args[0]); }
  afterReturning(call, result) { told.push("returned " + result); }
  afterThrowing(call, error) { told.push("thrown " + error.message); }
  after(call) { told.push("after"); }
}
@Component export class Names extends Aspect { around(call) { told.push(call.options ?? call.method); return call.proceed(); } }

export class Base { @Around(Tells) sum(a, b) { return a + b; } @Around(Hooks) based(n) { return "base " + n; } }

@Service export class Work extends Base {
  n = 0;
  @Lockable("l-#{id}") outer(id) { return this.inner(id); }
  @Lockable("l-#{id}") inner(id) { return "inner " + id; }
  @Lockable("a") async outerLater() { await null; return await this.innerLater(); }
  @Lockable("a") async innerLater() { await null; return "inner"; }
  @Lockable("held") async holds(until) { await until; return "held"; }
  @Lockable("held") tries() { return "free"; }
  @Lockable("held", { wait: "5s" }) async waits(out, name) { out.push(name); await null; }
  @Lockable("held", { wait: "5s" }) waitsSync() { return "free"; }
  @Lockable("held", { wait: "1h" }) waitsLongSync() { return "free"; }
  @Lockable("held", { wait: "1ms" }) async waitsInVain() { return "free"; }
  @Lockable("short", { ttl: "20ms" }) async short(until) { await until; return "the first is done"; }
  @Lockable("fails") fails(no) { if (no) throw new Error("no"); return "free"; }
  @Lockable("fails") async failsLater(no) { await null; if (no) throw new Error("no"); return "free"; }

  @Retryable({ delay: "1ms" }) retries() { if (++this.n < 3) throw new Error("try " + this.n); return this.n; }
  @Retryable({ delay: "1ms" }) async retriesLater() { await null; if (++this.n < 3) throw new Error("try " + this.n); return this.n; }
  @Retryable("${jobs.tries}", { delay: "1ms" }) givesUp() { throw new Error("try " + ++this.n); }
  @Retryable({ on: [RangeError], delay: "1ms" }) some(kind) { this.n++; throw new kind("x"); }
  @Retryable({ except: "RangeError", delay: "1ms" }) exceptSome() { this.n++; throw new RangeError("x"); }

  // Between the tries is half of the delay at least, which is far more than that of who states none.
  at = [];
  @Retryable({ attempts: 2, delay: "300ms" }) paced() { this.at.push(performance.now()); throw new Error("no"); }
  @Retryable({ attempts: 2, delay: "300ms" }) async pacedLater() { await null; this.at.push(performance.now()); throw new Error("no"); }

  @RateLimited({ limit: 2, per: "1h", burst: 1 }) atOnce() { return ++this.n; }
  @RateLimited(2, "1h") limited() { return ++this.n; }
  @RateLimited({ limit: 1, per: "1h", key: "#{who}" }) byKey(who) { return who; }
  @RateLimited({ limit: 1000, burst: 1, wait: "5s" }) slow() { return ++this.n; }

  @Around(Tells, { level: 7 }) sum(a, b) { return a + b; }
  @Around(Tenfold) add(a, b) { return a + b; }
  @Around(Instead) replaced() { return "never"; }
  @Around(Keeps) keeps(a) { return a; }
  @Around(Waits) waited(a, b) { return a + b; }
  @Around(Hooks) hooked(n) { if (n > 1) throw new Error("no"); return 2; }
  @Around(Hooks) async hookedLater(n) { await null; if (this.n++ > 0) throw new Error("no"); return 2; }
  @Around(Names, "outer") @Around(Names, "inner") ordered() {}
}

@Around(Names) @Service export class Named {
  one() {}
  two() {}
  both() { told.length = 0; this.two(); told.unshift("(self)"); return told.join(" "); }
}

@RestController export class Api {
  /** @type {Work} */ @Autowired work;
  /** @type {Named} */ @Autowired named;
  /** @type {LockManager} */ @Autowired locks;

  @GetMapping("/{name}") async run(@PathVariable name) {
    const w = this.work;
    w.n = 0;
    told = [];
    const attempt = async (f) => { try { return await f(); } catch (error) { return error.message; } };
    const refused = async (f) => { try { return await f(); } catch (error) { return error.message + " " + error.status; } };
    switch (name) {
      case "reentrant": return w.outer(3);
      case "reentrantLater": return await w.outerLater();
      case "heldByAnother": {
        let release; const held = w.holds(new Promise((done) => { release = done; }));
        const told = await refused(() => w.tries());
        release(); await held;
        return w.tries() === "free" ? told : "still held";
      }
      case "waits": {
        let release; const out = []; const held = w.holds(new Promise((done) => { release = done; })).then(() => out.push("first"));
        const second = w.waits(out, "second");
        release(); await held; await second;
        return out.join();
      }
      case "syncCannotWait": {
        let release; const held = w.holds(new Promise((done) => { release = done; }));
        const told = await refused(() => w.waitsSync());
        release(); await held;
        return told;
      }
      case "syncCannotWaitForOneThatAsks": {
        for (let told;;) {
          const waits = w.waits([], ""); // it has the lock in a moment, and goes on when the worker is free
          for (const until = Date.now() + 20; Date.now() < until;);
          try { w.waitsLongSync(); } catch { told = await refused(() => w.waitsLongSync()); }
          await waits;
          if (told) return told;
        }
      }
      case "tryLockCannotWait": {
        let release; const held = w.holds(new Promise((done) => { release = done; }));
        const got = this.locks.tryLock("held", { wait: "1h" });
        release(); await held;
        const lock = this.locks.tryLock("held", { wait: "1h" });
        try { return got + ", then " + (lock !== null); } finally { lock?.release(); }
      }
      case "waitsInVain": {
        let release; const held = w.holds(new Promise((done) => { release = done; }));
        const told = await refused(() => w.waitsInVain());
        release(); await held;
        return told;
      }
      case "releasedAfterFailure": return await attempt(() => w.fails(true)) + ", then " + w.fails(false);
      case "releasedAfterRejection": return await attempt(() => w.failsLater(true)) + ", then " + await w.failsLater(false);
      case "locksByHand": {
        const lock = this.locks.tryLock("hand");
        const out = [lock !== null, this.locks.tryLock("hand")];
        lock.extend("1m"); lock.release();
        const again = this.locks.tryLock("hand", { wait: "1s", ttl: "10s" });
        out.push(again !== null); again.release();
        return [...out, "taken again"].map(String).join(" ");
      }
      case "extended": { // which is too late when the machine was away for the whole of its time
        for (;;) {
          const lock = this.locks.tryLock("extended", { wait: "5s", ttl: "50ms" }), end = performance.now() + 60;
          try { lock.extend("1h"); } catch { continue; }
          while (performance.now() < end) await new Promise((done) => setTimeout(done, 5));
          return this.locks.tryLock("extended") === null ? "still held" : "lost";
        }
      }
      case "endsWithItsTime": {
        let release, lock; const held = w.short(new Promise((done) => { release = done; }));
        while (!(lock = this.locks.tryLock("short"))) await new Promise((done) => setTimeout(done, 1));
        release();
        return "another has it, and " + await held;
      }
      case "withLock": return this.locks.withLock("with", () => "in it " + (this.locks.tryLock("with") === null))
        + ", and " + await this.locks.withLock("with", async () => { await null; return "5 " + (this.locks.tryLock("with") === null); });
      case "tokensGrow": { const a = this.locks.tryLock("t"); a.release(); const b = this.locks.tryLock("t"); b.release();
        return String(b.token > a.token); }

      case "retries": return w.retries() + " after " + w.n;
      case "retriesLater": return await w.retriesLater() + " after " + w.n;
      case "givesUp": return await attempt(() => w.givesUp()) + " after " + w.n;
      case "onlySome": { await attempt(() => w.some(TypeError)); const first = w.n; w.n = 0; await attempt(() => w.some(RangeError));
        return "TypeError " + first + ", RangeError after " + w.n; }
      case "exceptSome": await attempt(() => w.exceptSome()); return "after " + w.n;

      case "waitsBetween": w.at = []; await attempt(() => w.paced()); return String(w.at[1] - w.at[0] > 149);
      case "waitsBetweenLater": w.at = []; await attempt(() => w.pacedLater()); return String(w.at[1] - w.at[0] > 149);

      case "limitedAtOnce": { const out = [w.atOnce()]; try { w.atOnce(); } catch (error) { out.push(error.status); } return out.join(); }
      case "limited": {
        const out = [w.limited(), w.limited()];
        try { w.limited(); } catch (error) { out.push(error.status + " " + error.message + " " + (Number(error.getHeaders()[0][1]) > 60)); }
        return out.join();
      }
      case "limitedByKey": { const out = [w.byKey("a"), w.byKey("b")]; try { w.byKey("a"); } catch (error) { out.push(error.status);
        } return out.join(); }
      case "limitedWaits": return [w.slow(), w.slow(), w.slow()].join();

      case "wraps": { const sum = w.sum(1, 2); return told.join() + " " + sum; }
      case "changesArguments": return String(w.add(1, 2));
      case "replaces": return w.replaced();
      case "tooLate": w.keeps(1); return await attempt(() => kept.proceed());
      case "inTime": return await w.waited(1, 2);
      case "hooks": w.hooked(1); await attempt(() => w.hooked(1 + 1)); return told.join().replace("before 2", "before 1");
      case "hooksLater": await w.hookedLater(1); await attempt(() => w.hookedLater(1)); return told.join();
      case "classAspect": { this.named.one(); this.named.two(); const first = told.join();
        return first + "," + this.named.both().replace("both ", ""); }
      case "order": w.ordered(); return told.join();
      case "inherited": { const based = w.based(1); return based + " " + told.join(); }
      case "keepsNameAndLength": return w.sum.name + " " + w.sum.length;
    }
  }
}
`

// TestLockOnSeveralWorkers makes calls on several workers, each of which reads, waits and writes.
func TestLockOnSeveralWorkers(t *testing.T) {
	url := serve(t, locked)
	for _, path := range []string{"/sync", "/later"} {
		var answers []string
		var mu sync.Mutex
		var all sync.WaitGroup
		for range 16 {
			all.Go(func() {
				status, body := fetch(t, url+path)
				mu.Lock()
				defer mu.Unlock()
				answers = append(answers, fmt.Sprintf("%d %2s", status, body))
			})
		}
		all.Wait()
		slices.Sort(answers)
		for i, got := range answers {
			if want := fmt.Sprintf("200 %2d", i+1); got != want {
				t.Fatalf("%s: the counter went %s", path, strings.Join(answers, ", "))
			}
		}
	}
}

const locked = `
-- config/application.yml --
server: { workers: { min: 4 } }
datasource: [{ name: main, url: "sqlite::memory:" }]
-- api.js --
import { Autowired, GetMapping, Lockable, PostConstruct, RestController, Service, SqlTemplate } from "fwrun";

@Service export class Counter {
  /** @type {SqlTemplate} */ @Autowired sql;
  @PostConstruct start() {
    this.sql.execute("CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, n INTEGER);" +
      "INSERT OR IGNORE INTO counters VALUES ('sync', 0), ('later', 0)");
  }
  get(name) { return this.sql.queryForValue("SELECT n FROM counters WHERE name = ?", name); }
  set(name, n) { this.sql.update("UPDATE counters SET n = ? WHERE name = ?", [n, name]); return n; }
  @Lockable("sync", { wait: "20s" }) sync() { return this.set("sync", this.get("sync") + 1); }
  @Lockable("later", { wait: "20s" }) async later() {
    const n = this.get("later");
    await new Promise((done) => setTimeout(done, 1));
    return this.set("later", n + 1);
  }
}

@RestController export class Api {
  /** @type {Counter} */ @Autowired counter;
  @GetMapping("/sync") sync() { return String(this.counter.sync()); }
  @GetMapping("/later") async later() { return String(await this.counter.later()); }
}
`
