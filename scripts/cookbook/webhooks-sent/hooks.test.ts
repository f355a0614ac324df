import { Hmac, SqlTemplate } from "fwrun";
import { app, bean, beforeEach, expect, it, spyOn } from "fwrun/test";
import { Webhooks } from "./hooks";

let answers: (() => Response)[] = [];
let sent: { url: string; body: string; signature: string }[] = [];
beforeEach(() => {
  sent = [];
  spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    sent.push({ url: String(url), body: String(init?.body), signature: new Headers(init?.headers).get("X-Signature")! });
    return answers.shift()?.() ?? new Response("thanks");
  });
});
const hooks = () => bean(SqlTemplate).query("SELECT id, failed_at IS NOT NULL AS failed FROM hooks");
let secret = "";

it("delivers what is signed", async () => {
  const hook = await app.post("/hooks", { json: { url: "https://customer.example.com/hook" } });
  secret = hook.json.secret;
  await bean(Webhooks).tell("order.paid", { order: 7 });
  await app.queues.drain();
  const [, t, v1] = /^t=(\d+),v1=(.+)$/.exec(sent[0].signature)!;
  expect(bean(Hmac).verify(`${t}.${sent[0].body}`, v1, secret)).toBe(true);
  expect(JSON.parse(sent[0].body)).toEqual({ id: expect.any(String), type: "order.paid", data: { order: 7 } });
});

it("tries again, with the same id", async () => {
  answers = [() => new Response("", { status: 500 }), () => { throw new TypeError("fetch failed"); }];
  await bean(Webhooks).tell("order.paid", { order: 8 });
  await app.queues.drain();
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
});

it("gives up who is away for long, and forgets who is gone", async () => {
  answers = Array(10).fill(() => new Response("", { status: 503 }));
  await bean(Webhooks).tell("order.paid", { order: 9 });
  await app.queues.drain();
  expect(sent).toHaveLength(10);
  expect(hooks()).toMatchObject([{ failed: 1 }]);

  await app.post("/hooks", { json: { url: "https://other.example.com/hook" } });
  answers = [() => new Response("", { status: 410 })];
  await bean(Webhooks).tell("order.paid", { order: 10 });
  await app.queues.drain();
  expect(sent.slice(10).map(({ url }) => url)).toEqual(["https://other.example.com/hook"]);
  expect(hooks()).toHaveLength(1);
});

it("takes public addresses only", async () => {
  for (const url of ["http://customer.example.com/", "file:///etc/passwd", "customer"]) expect(await app.post("/hooks", { json: { url } })).toHaveStatus(400);
});
