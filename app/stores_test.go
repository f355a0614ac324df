package app_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestStores: two applications share cached values and locks, as two processes do.
func TestStores(t *testing.T) {
	redis := datatest.Redis(t)
	for name, url := range map[string]string{"Redis": redis.URL, "PostgreSQL": datatest.Postgres(t)} {
		t.Run(name, func(t *testing.T) {
			archive := strings.ReplaceAll(sharing, "STORE", url)
			one, other := serve(t, archive), serve(t, archive)
			for _, step := range []struct{ url, want string }{
				{one + "/find", "Ada 1 hello"},
				{other + "/find", "Ada 1 hello"}, // would be 1 if it had a cache of its own
				{one + "/calls", "1"},
				{other + "/calls", "0"},
				{other + "/evict", "gone"},
				{one + "/find", "Ada 2 hello"},
				{other + "/find", "Ada 2 hello"},
				{one + "/take", "true"},
				{other + "/take", "false"},
				{other + "/locked", "the lock is held by another request; try again"},
				{one + "/release", "released"},
				{other + "/locked", "in"},
				{other + "/take", "true"},
			} {
				if status, body := fetch(t, step.url); status != 200 || body != step.want {
					t.Errorf("%s: got %d %q, want %q", step.url, status, body, step.want)
				}
			}
		})
	}
	t.Run("without the store", func(t *testing.T) {
		url := serve(t, strings.ReplaceAll(sharing, "STORE", redis.URL))
		redis.Kill()
		for range 2 { // values are computed again, locks cannot be acquired
			if status, body := fetch(t, url+"/find"); status != 200 || !strings.HasPrefix(body, "Ada") {
				t.Errorf("a value without its cache: %d %q", status, body)
			}
		}
		if status, _ := fetch(t, url+"/lockedBare"); status != 503 {
			t.Errorf("a lock without its store: %d", status)
		}
		redis.Restart()
		if status, body := fetch(t, url+"/lockedBare"); status != 200 || body != "in" {
			t.Errorf("a lock after the store is back: %d %q", status, body)
		}
	})
	t.Run("not there", func(t *testing.T) {
		archive := strings.ReplaceAll(sharing, "STORE", "redis://:secret@127.0.0.1:1")
		_, err := app.Start(t.Context(), app.Options{Folder: unpack(t, archive), Logger: silent})
		list := fault.Diagnose(err)
		if len(list) != 2 || list[0].Place.Line != 1 || list[1].Place.Line != 2 || strings.Contains(err.Error(), "secret") {
			t.Errorf("got %+v", list)
		}
	})
}

const sharing = `
-- config/application.yml --
cache: { url: "STORE", prefix: "app" }
locks: { url: "STORE", prefix: "app" }
-- api.js --
import { Autowired, CacheEvict, Cacheable, GetMapping, Lockable, LockManager, PathVariable, RestController, Service } from "fwrun";

export class User { constructor(name, n) { this.name = name; this.n = n; } hello() { return "hello"; } }
let calls = 0, held;

@Service export class Users {
  @Cacheable("users") find(id) { return new User("Ada", ++calls + (globalThis.evicted ?? 0)); }
  @CacheEvict("users") evict(id) {}
  @Lockable("job") locked() { return "in"; }
}
@RestController export class Api {
  /** @type {Users} */ @Autowired users;
  /** @type {LockManager} */ @Autowired locks;
  @GetMapping("/lockedBare") bare() { return this.users.locked(); }
  @GetMapping("/{what}") run(@PathVariable what) {
    switch (what) {
      case "find": { const user = this.users.find(7); return user.name + " " + user.n + " " + user.hello(); }
      case "calls": return String(calls);
      case "evict": this.users.evict(7); return "gone";
      case "take": held = this.locks.tryLock("job", { ttl: "1m" }); return String(held !== null);
      case "release": held.release(); return "released";
      case "locked": try { return this.users.locked(); } catch (error) { return error.message; }
    }
  }
}
`

// TestScheduledOnce: two processes have the same schedule, and the one whose clock is late does not run it,
// although the first one's run has long ended.
func TestScheduledOnce(t *testing.T) {
	redis := datatest.Redis(t)
	archive := strings.ReplaceAll(scheduledOnce, "STORE", redis.URL)
	first, second := start(t, archive), start(t, archive)
	first.serve(t)
	if state := first.ran(t); state.Status != "ok" || state.Runs != 1 {
		t.Fatalf("the first: %+v", state)
	}
	second.serve(t)
	if state := second.ran(t); state.Status != "skipped" || state.Runs != 0 || state.Skipped != 1 || state.Error != "" {
		t.Errorf("the second: %+v", state)
	}
}

const scheduledOnce = `
-- config/application.yml --
locks: { url: "STORE" }
-- api.js --
import { Lockable, Scheduled, Service } from "fwrun";
@Service export class Jobs { @Scheduled({ fixedRate: "1h" }) @Lockable("sweep") sweep() {} }
`
