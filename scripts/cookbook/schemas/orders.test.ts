import { app, expect, it } from "fwrun/test";

const add = (body: unknown) => app.post("/orders", { json: body });

it("takes what fits, with the defaults of the schema", async () => {
  const answer = await add({ email: "ada@example.com", lines: [{ sku: "pen-1" }], more: 1 });
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({ email: "ada@example.com", lines: [{ sku: "pen-1", quantity: 1 }] });
});

it.each([
  [{ email: "ada", lines: [{ sku: "pen-1", quantity: 0 }] }, ["email", "lines[0].quantity"]],
  [{ email: "ada@example.com", lines: [{ sku: "pen-1" }, { sku: "pen-1" }] }, ["lines"]],
  [{}, ["email", "lines"]],
])("says what does not fit in %j", async (body, names) => {
  const answer = await add(body);
  expect(answer.status).toBe(400);
  expect(answer.json.errors.map((error: { name: string }) => error.name)).toEqual(names);
  expect(answer.json.errors.every((error: { in: string; code: string }) => error.in === "body" && error.code === "schema")).toBe(true);
});

it("reads the configuration and texts by schemas", async () => {
  const lines = ["a-1", "a-2", "a-3", "a-4"].map((sku) => ({ sku }));
  expect((await add({ email: "ada@example.com", lines })).status).toBe(422);
  expect((await app.get("/orders?page=2")).json).toEqual([]);
  expect((await app.get("/orders?page=0")).status).toBe(400);
});
