package app_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/inproc"
)

// advised is an application with trivial methods, with and without aspects.
const advised = `
-- config/application.yml --
datasource: [{ name: main, url: "sqlite::memory:" }]
server: { cpu-timeout: 10m, handler-timeout: 10m }
-- api.js --
import { Around, Aspect, Autowired, Cacheable, Component, GetMapping, Lockable, PathVariable, RateLimited, RestController, Retryable, Service,
  Transactional } from "fwrun";

@Component
export class Nothing extends Aspect { around(call) { return call.proceed(); } }

export class User { constructor(id, name, email) { this.id = id; this.name = name; this.email = email; } }

@Service
export class Work {
  plain(a, b) { return a + b; }
  @Around(Nothing) around(a, b) { return a + b; }
  @Transactional({ propagation: "SUPPORTS" }) supports(a, b) { return a + b; }
  @Transactional joins(a, b) { return a + b; }
  @Transactional run(kind, n) { return this.loop(kind, n); }
  @RateLimited(1e9, "1s") rate(a, b) { return a + b; }
  @Retryable retry(a, b) { return a + b; }
  @Lockable("a") lock(a, b) { return a + b; }
  @Cacheable("sums") number(a) { return a; }
  @Cacheable("users") user(id) { return new User(id, "Ada", "ada@example.com"); }
  made(id) { return new User(id, "Ada", "ada@example.com"); }
  loop(kind, n) {
    const work = this;
    switch (kind) {
      case "plain": for (let i = 0; i < n; i++) work.plain(i, 1); break;
      case "around": for (let i = 0; i < n; i++) work.around(i, 1); break;
      case "supports": for (let i = 0; i < n; i++) work.supports(i, 1); break;
      case "joins": for (let i = 0; i < n; i++) work.joins(i, 1); break;
      case "rate": for (let i = 0; i < n; i++) work.rate(i, 1); break;
      case "retry": for (let i = 0; i < n; i++) work.retry(i, 1); break;
      case "lock": for (let i = 0; i < n; i++) work.lock(i, 1); break;
      case "number": for (let i = 0; i < n; i++) work.number(7); break;
      case "user": for (let i = 0; i < n; i++) work.user(7); break;
      case "made": for (let i = 0; i < n; i++) work.made(7); break;
    }
  }
}

@RestController
export class Api {
  /** @type {Work} */ @Autowired work;
  /** @param {int} n */
  @GetMapping("/{kind}/{n}") run(@PathVariable kind, @PathVariable n) {
    if (kind === "joins") this.work.run(kind, n); else this.work.loop(kind, n);
  }
}
`

// BenchmarkAspect measures calls of methods with one aspect, in a loop of the script; the cost of an aspect
// is the difference to plain, and for a cache hit that returns an object, the difference to made.
func BenchmarkAspect(b *testing.B) {
	sandbox := startSandbox(b, advised, app.TestOptions{})
	for _, kind := range []string{"plain", "around", "supports", "joins", "rate", "retry", "lock", "number", "made", "user"} {
		b.Run(kind, func(b *testing.B) {
			get(b, sandbox, "/"+kind+"/"+fmt.Sprint(b.N))
		})
	}
}

func startSandbox(tb testing.TB, archive string, how app.TestOptions) *app.Sandbox {
	tb.Helper()
	how.Console, how.Stray = slog.New(slog.DiscardHandler), func(_ context.Context, err error) { tb.Error(err) }
	sandbox, err := app.StartTest(tb.Context(), app.Options{Folder: unpack(tb, archive), Logger: silent}, how)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = sandbox.Close(context.Background()) })
	return sandbox
}

func get(tb testing.TB, sandbox *app.Sandbox, path string) string {
	tb.Helper()
	return getQuery(tb, sandbox, path, "")
}

func getQuery(tb testing.TB, sandbox *app.Sandbox, path, query string) string {
	tb.Helper()
	target := (&url.URL{Path: path, RawQuery: query}).RequestURI()
	response, err := sandbox.Send(tb.Context(), inproc.Request{Method: "GET", Target: target})
	if err != nil || response.Status != 200 {
		tb.Fatalf("%s: %d %s %v %v", target, response.Status, response.Body, err, sandbox.TakeFailures())
	}
	return string(response.Body)
}
