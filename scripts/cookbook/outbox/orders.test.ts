import { SqlTemplate } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";

const order = (sku: string, count: int) => app.post("/orders", { json: { sku, count } });
const invoices = () => bean(SqlTemplate).queryForValue("SELECT count(*) FROM invoices");

it("sends a message with the order", async () => {
  expect(await order("tea", 3)).toHaveStatus(201);
  expect(app.queues.sent("invoices").map((m) => [m.body, m.key])).toEqual([[{ order: 1 }, "tea"]]);
  await app.queues.drain();
  expect(invoices()).toBe(1);
});

it("sends none for an order that came to nothing", async () => {
  expect(await order("tea", 3)).toHaveStatus(409);
  expect(await order("milk", 1)).toHaveStatus(409); // of the foreign key
  expect(app.queues.sent("invoices")).toEqual([]);
  expect(bean(SqlTemplate).queryForValue("SELECT count(*) FROM orders")).toBe(1);
});
