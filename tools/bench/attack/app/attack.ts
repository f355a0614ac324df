// What the honest client asks, and handlers that misbehave. The memory bombs are those of the tests, in a file beside this one.
import { GetMapping, PathVariable, PostMapping, RequestBody, RequestParam, RestController } from "fwrun";

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const spin = (ms) => { for (const until = Date.now() + ms; Date.now() < until;); };
const after = (start) => (...words) => { start(...words); return "left"; };

// They compute until somebody stops them.
const endless = {
  counting() { for (let i = 0;; i++); },
  jobs() { const next = () => Promise.resolve().then(next); return next(); },
  async later() { await pause(1); for (;;); },
  finallyAgain() { for (;;) { try { for (;;); } finally { continue; } } },
  backtracking() { return /^(\w+\s?)*\1$/.test("word ".repeat(40) + "!"); },
  comparing() { return Array.from({ length: 20 }, (_, i) => i).sort(() => { for (;;); }); },
  getter() { return { get n() { for (;;); } }; },
  reviver() { return JSON.parse("[1]", () => { for (;;); }); },
};

// They call themselves without end.
const recursive = {
  plain() { const f = () => f() + 1; return f(); },
  text() { const o = { toString() { return "" + o; } }; return "" + o; },
  json() { const o = { toJSON() { return JSON.stringify(o); } }; return JSON.stringify(o); },
  proxy() { const p = new Proxy({}, { get: (_, name, self) => self[name] }); return p.n; },
  replaced() { const f = (s) => s.replace("a", f); return f("a"); },
};

// They answer, and go on.
const lasting = {
  interval: after(() => setInterval(() => spin(20), 1)),
  doubling: after(() => { const twice = () => { setTimeout(twice, 1); setTimeout(twice, 1); }; twice(); }),
  sleeping: after(async () => { for (;;) await pause(1); }),
  fetching: after((url) => { const next = () => fetch(url).then(next, next); next(); }),
  logging: after(() => setInterval(() => console.log("still here"), 1)),
};

@RestController
export class Attacked {
  @GetMapping("/honest/{n}") honest(@PathVariable n: int) { return { n, text: `answer ${n}` }; }
  @PostMapping("/honest") echo(@RequestBody() text: string) { return text; }

  @GetMapping("/endless/{name}") endless(@PathVariable name) { return endless[name](); }
  @GetMapping("/recursive/{name}") recursive(@PathVariable name) { return recursive[name](); }
  @GetMapping("/lasting/{name}") lasting(@PathVariable name, @RequestParam({ defaultValue: "" }) url) { return lasting[name](url); }
  @GetMapping("/itself") async itself(@RequestParam url) { return (await fetch(`${url}?url=${encodeURIComponent(url)}`)).text(); }
  @GetMapping("/lines") lines() { for (let i = 0; i < 20_000; i++) console.log({ i, text: "x".repeat(5000) }); return "done"; }

  @PostMapping("/any") any(@RequestBody body: any) { return Array.isArray(body) ? body.length : Object.keys(body).length; }
  @GetMapping("/work/{n}") work(@PathVariable n: int) { let x = 0; for (let i = 0; i < n; i++) x += i % 7; return x; }
  @GetMapping("/wait") async wait() { await pause(20); return "hello"; }

  @GetMapping("/large") large() { return "x".repeat(4e6); }
  @GetMapping("/stream") async *stream() { for (;;) yield "x".repeat(1e5); }
  @GetMapping({ path: "/events", produces: "text/event-stream" }) async *events() { for (let n = 0;; n++) { yield { n }; await pause(3_600_000); } }
}
