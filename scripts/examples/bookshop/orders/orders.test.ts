import { app, bean, beforeAll, expect, it } from "fwrun/test";
import { Books } from "../books/book";

const as = <T>(name: string, body: () => T) => app.as({ name, roles: ["CUSTOMER"] }, body);
const order = (count: int) => as("eve", () => app.post("/orders", { json: { book: 1, count } }));

beforeAll(() => bean(Books).insert({ isbn: "9780141439587", title: "Emma", cents: 900, stock: 3 }));

it("packs what was ordered", async () => {
  expect((await order(2)).json).toEqual({ id: 1, book: 1, count: 2, state: "placed" });
  await app.queues.drain();
  expect((await as("eve", () => app.get("/orders/1"))).json.state).toBe("packed");
  expect(bean(Books).findById(1)?.stock).toBe(1);
});

it("neither sells nor packs what is not there", async () => {
  expect(await order(2)).toHaveStatus(409);
  expect(app.queues.sent("packing")).toEqual([]);
});

it("shows nobody the orders of others", async () => {
  expect(await as("bob", () => app.get("/orders/1"))).toHaveStatus(404);
});
