import { SqlTemplate } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";
import { Answers } from "./payments";

const pay = (key: string | null, cents = 500) =>
  app.post("/payments", { json: { account: "ada", cents }, headers: key ? { "Idempotency-Key": key } : {} });
const count = () => bean(SqlTemplate).queryForValue("SELECT count(*) FROM payments");

it("pays once, however often it is asked", async () => {
  const first = await pay("order-4711");
  expect(first).toHaveStatus(201);
  const [second, third] = await Promise.all([pay("order-4711"), pay("order-4711")]);
  for (const again of [second, third]) {
    expect(again).toHaveStatus(201);
    expect(again.json).toEqual(first.json);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  }
  expect(count()).toBe(1);
});

it("refuses a key for another request, and a request without one", async () => {
  expect(await pay("order-4711", 501)).toHaveStatus(422);
  expect(await pay(null)).toHaveStatus(400);
  expect(count()).toBe(1);
});

it("forgets keys after a day", async () => {
  expect(bean(Answers).forget()).toBe(0);
  bean(SqlTemplate).update("UPDATE answers SET at = datetime('now', '-2 days')");
  expect(bean(Answers).forget()).toBe(1);
});
