// What a generated client does, in whatever runs this: Node, Bun, Deno, a page. Each check is named; those that fail are returned.
import { type CallOptions, type ClientOptions, createClient, Download, Problem } from "./client.ts";

export interface Report {
  passed: string[];
  failed: { [check: string]: string };
}

function same(got: unknown, want: unknown): void {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a !== b) throw new Error(`it is ${a}, not ${b}`);
}

async function failureOf(promise: Promise<unknown>): Promise<any> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Runs all checks against the application at an address. */
export async function run(baseUrl: string | undefined, isPage: boolean): Promise<Report> {
  const report: Report = { passed: [], failed: {} };
  const client = (options: ClientOptions = {}) => createClient({ baseUrl, ...options });
  const api = client();
  const checks: { [name: string]: () => Promise<void> } = {
    async "an object, typed"() {
      const ada = await api.users.find({ id: 7 });
      same([ada.id, ada.name, ada.born.slice(0, 10), ada.friends[0]?.name], [7, "Ada", "1990-01-01", "Grace"]);
    },
    async "an object or null"() {
      same([(await api.users.best({ id: 1 }))?.name, await api.users.best({ id: 2 })], ["Grace", null]);
    },
    async "a body"() {
      const user = await api.users.create({ body: { name: "Zoë", role: "ADMIN" } });
      same([user.id, user.name, user.role, user.email], [3, "Zoë", "ADMIN", null]);
    },
    async "lists and numbers in the query"() {
      const page = await api.users.list({ page: 3, roles: ["USER", "ADMIN"] });
      same([page.total, page.items.map((user) => user.role)], [3, ["USER", "ADMIN"]]);
      same((await api.users.list()).items, []);
    },
    async "nothing"() {
      same([await api.users.delete({ id: 1 })], [undefined]);
    },
    async "an answer with its headers"() {
      let location: string | null = "";
      const raw = await api.users.raw({ id: 4 }, { onResponse: (response) => void (location = response.headers.get("Location")) });
      same([raw, location], [{ id: 4 }, "/users/4"]);
    },
    async "numbers and texts that are sent as text"() {
      same(await api.values.count(), 42);
      same([await api.values.maybe({ there: true }), await api.values.maybe({ there: false })], ["null", null]);
    },
    async "any text in a path"() {
      for (const name of ["a b", "ü", "%41", "{name}", "$&", "a?b#c", "..."]) same(await api.values.text({ name }), name);
    },
    async "a path cannot lead elsewhere"() {
      for (const name of [".", "..", ""]) same((await failureOf(api.values.text({ name }))).constructor.name, "TypeError");
      same((await failureOf(api.values.rest({ path: "a/../../users/1" }))).constructor.name, "TypeError");
      same((await failureOf(api.values.text({ name: "../../users/1" }))).status, 400);
    },
    async "the rest of a path"() {
      same(await api.values.rest({ path: "a/b c/d" }), { path: "a/b c/d" });
      same(await api.values.rest({ path: "" }), { path: "" });
    },
    async "headers and cookies"() {
      same(await api.values.header({ "X-Tenant": "acme" }), { tenant: "acme" });
      if (!isPage) same(await api.values.cookie({ theme: "dark; x=1" }), { theme: "dark; x=1" });
    },
    async "an argument with a name that all objects have"() {
      same([await api.values.named(), await api.values.named({ constructor: "x" })], [{ given: "none" }, { given: "x" }]);
    },
    async "a form"() {
      const order = { title: "a&b", address: { city: "Köln", lines: ["x", "y"] }, tags: ["1"] };
      const got = await api.values.form({ body: order });
      same([got.title, got.address.city, got.address.lines, got.tags], ["a&b", "Köln", ["x", "y"], ["1"]]);
      same((await api.values.form({ body: new URLSearchParams("title=t&address[city]=c") })).address.city, "c");
    },
    async "files"() {
      const files = [new File(["one"], "1.txt"), new File(["two"], "zwölf.txt", { type: "text/plain" })];
      same(await api.values.upload({ body: { title: "T", files } }), { title: "T", files: ["1.txt: one", "zwölf.txt: two"] });
      const form = new FormData();
      form.append("title", "F");
      form.append("files", files[0]!);
      same(await api.values.upload({ body: form }), { title: "F", files: ["1.txt: one"] });
    },
    async "bytes and texts as they are"() {
      same(await api.values.bytes({ body: new Uint8Array(70_000) }), 70_000);
      same(await api.values.note({ body: "straße" }), "STRASSE");
    },
    async "a download"() {
      const file = await api.values.download();
      same([file instanceof Download, file.name, file.size, await file.text()], [true, "report.txt", 12, "all is well\n"]);
      let bytes = 0;
      for await (const piece of await api.values.download()) bytes += piece.length;
      same([bytes, (await (await api.values.download()).bytes()).length], [12, 12]);
    },
    async "a problem"() {
      const error = await failureOf(api.users.find({ id: 10 }));
      same([error instanceof Problem, error instanceof Error, error.name, error.status, error.title, error.detail], [true, true, "Problem", 404, "Not Found", "there is no user 10"]);
      same([error.message, error.operation, error.code, error.errors], ["Users_find: 404 Not Found: there is no user 10", "Users_find", undefined, []]);
      same(error.traceId.length, 32);
    },
    async "a problem with its errors"() {
      const error: Problem = await failureOf(api.users.create({ body: { name: "", email: "nobody" } }));
      same([error.status, error.code, error.errors.length], [400, error.errors[0]?.code, 2]);
      same(error.errors.map((one) => one.name).sort(), ["email", "name"]);
    },
    async "a failure of the application"() {
      same((await failureOf(api.values.fails())).status, 500);
    },
    async "a token of a function, and headers"() {
      let n = 0;
      const mine = client({ token: async () => `t${++n}`, headers: () => ({ "X-More": "client" }) });
      same((await mine.values.sent()).authorization, "Bearer t1");
      const sent = await mine.values.sent({}, { headers: { "X-More": "call" } });
      same([sent.authorization, sent.more], ["Bearer t2", "call"]);
      same((await mine.values.sent({}, { token: null })).authorization ?? null, null);
      same((await client({ token: "fixed" }).values.sent()).authorization, "Bearer fixed");
    },
    async "a timeout"() {
      same((await failureOf(client({ timeout: 50 }).values.slow())).name, "TimeoutError");
      same(await client({ timeout: 10_000 }).values.count(), 42);
    },
    async "an abort"() {
      const ended = new AbortController();
      const promise = failureOf(api.values.slow({}, { signal: ended.signal, timeout: 10_000 }));
      ended.abort();
      same((await promise).name, "AbortError");
      same((await failureOf(api.values.count({}, { signal: ended.signal }))).name, "AbortError");
    },
    async "no retries, unless asked for"() {
      let n = 0;
      const attempts: ClientOptions = { headers: () => ({ "X-Attempt": String(++n) }) };
      same([(await failureOf(client(attempts).values.flaky())).status, n], [503, 1]);
      n = 0;
      same([await client({ ...attempts, retries: 5 }).values.flaky(), n], [{ attempt: 3 }, 3]);
      n = 0;
      same([(await failureOf(client({ ...attempts, retries: 1 }).values.flaky())).status, n], [503, 2]);
      n = 0;
      same([(await failureOf(client({ ...attempts, retries: 5 }).values.flakyPost())).status, n], [503, 1]);
    },
    async "retries after failures of the network"() {
      let n = 0;
      const broken = async (url: string, init: RequestInit) => {
        if (++n < 3) throw new TypeError("no network");
        return fetch(url, init);
      };
      same([await client({ fetch: broken, retries: 2 }).values.count(), n], [42, 3]);
      n = 0;
      same([(await failureOf(client({ fetch: broken }).values.count())).message, n], ["no network", 1]);
      n = 0;
      same([(await failureOf(client({ fetch: broken, retries: 2 }).users.create({ body: { name: "x" } }))).message, n], ["no network", 1]);
    },
    async "events"() {
      const events = await all(api.streams.ticks());
      same(events.map((event) => [event.event, event.id, event.data.n]), [1, 2, 3, 4].map((n) => ["tick", String(n), n]));
      same(events[0]?.data.text, "line\r\nanother");
      same((await all(api.streams.words())).map((event) => [event.event, event.data]), [["message", "one\ntwo"], ["message", "3"]]);
    },
    async "events go on after the last one"() {
      const broken = await failureOf(all(api.streams.ticks({ breaks: true })));
      same(broken instanceof Problem, false);
      // What has arrived and was not read yet is lost with its connection; here the first one breaks after two events that were read.
      const sent: (string | null)[] = [];
      const breaking = async (url: string, init: RequestInit) => {
        sent.push(new Headers(init.headers).get("Last-Event-ID"));
        if (sent.length > 1) return fetch(url, init);
        const texts = [1, 2].map((n) => `id: ${n}\ndata: {"n":${n},"text":""}\n\n`);
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            const text = texts.shift();
            text === undefined ? controller.error(new TypeError("the connection is lost")) : controller.enqueue(new TextEncoder().encode(text));
          },
        }, { highWaterMark: 0 });
        return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
      };
      const events = await all(client({ retries: 1, fetch: breaking }).streams.ticks());
      same([events.map((event) => event.data.n), sent], [[1, 2, 3, 4], [null, "2"]]);
      sent.length = 0;
      same((await failureOf(all(client({ fetch: breaking }).streams.ticks()))).message, "the connection is lost");
    },
    async "a stream that is left is closed"() {
      let seen = 0;
      for await (const event of api.streams.endless()) if ((seen = event.data) === 3) break;
      same(seen, 3);
      const ended = new AbortController();
      const error = await failureOf((async () => {
        for await (const event of api.streams.endless({}, { signal: ended.signal })) if (event.data === 2) ended.abort();
      })());
      same(error.name, "AbortError");
    },
    async "a stream that fails"() {
      const missing = createClient({ baseUrl: `${baseUrl ?? ""}/nowhere` });
      const error = await failureOf(all(missing.streams.ticks()));
      same([error instanceof Problem, error.status], [true, 404]);
    },
    async "lines"() {
      same(await all(api.streams.rows()), [1, 2, 3].map((n) => ({ n, text: "ü\u2028" })));
    },
  };
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check();
      report.passed.push(name);
    } catch (error) {
      report.failed[name] = String(error);
    }
  }
  return report;
}

export type { CallOptions };
