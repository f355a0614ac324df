import { Hmac, SqlTemplate } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";

const event = { id: "e1", type: "payment.succeeded", order: "o7", cents: 500 };
const now = () => Math.floor(Date.now() / 1000);

function post(event: object, { at = now(), secret = "for development only", body = JSON.stringify(event) } = {}) {
  const v1 = bean(Hmac).sign(`${at}.${JSON.stringify(event)}`, secret);
  return app.post("/hooks/payments", { body, headers: { "X-Signature": `t=${at},v1=${v1}`, "Content-Type": "application/json" } });
}
const paid = () => bean(SqlTemplate).query("SELECT * FROM paid");

it("keeps an event, once", async () => {
  expect(await post(event)).toHaveStatus(200);
  expect(await post(event)).toHaveStatus(200);
  expect(app.queues.sent("payment-events")).toHaveLength(1);
  await app.queues.drain();
  expect(paid()).toEqual([{ order_id: "o7", cents: 500 }]);
});

it("believes nobody else", async () => {
  expect(await post(event, { secret: "guessed" })).toHaveStatus(401);
  expect(await post(event, { at: now() - 301 })).toHaveStatus(401);
  expect(await post(event, { at: now() + 301 })).toHaveStatus(401);
  expect(await post(event, { body: JSON.stringify({ ...event, cents: 1 }) })).toHaveStatus(401);
  expect(await app.post("/hooks/payments", { json: event })).toHaveStatus(401);
  expect(await app.post("/hooks/payments", { json: event, headers: { "X-Signature": "t=,v1=" } })).toHaveStatus(401);
});

it("leaves alone what it does not know", async () => {
  await post({ ...event, id: "e2", type: "payment.disputed" });
  await app.queues.drain();
  expect(paid()).toHaveLength(1);
});
