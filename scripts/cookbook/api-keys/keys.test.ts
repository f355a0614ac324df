import { SqlTemplate } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";

const as = <T>(name: string, body: () => T) => app.as({ name, roles: ["USER"] }, body);
const create = (name: string, json: object) => as(name, () => app.post("/keys", { json }));
let reader: typeof app;

it("makes keys for what they say", async () => {
  const created = await create("ada", { label: "reports", scopes: ["orders:read"] });
  expect(created).toHaveStatus(201);
  reader = app.with({ headers: { "X-Api-Key": created.json.key } });
  expect((await reader.get("/orders")).text).toBe("orders of ada");
  expect(await reader.post("/orders")).toHaveStatus(403);
  expect(await reader.get("/keys")).toHaveStatus(403);
  expect(await create("ada", { label: "all", scopes: ["everything"] })).toHaveStatus(400);
});

it("keeps no keys", async () => {
  const [row] = (await as("ada", () => app.get("/keys"))).json;
  expect(row).toEqual({ id: 1, label: "reports", begins: expect.stringMatching(/^shop_.{5}$/), scopes: "orders:read", used: expect.any(String) });
  expect(bean(SqlTemplate).queryForValue("SELECT digest FROM keys")).toMatch(/^[\da-f]{64}$/);
});

it("knows no other keys, and none of others", async () => {
  expect(await app.get("/orders", { headers: { "X-Api-Key": "shop_guessed" } })).toHaveStatus(401);
  expect((await as("eve", () => app.get("/keys"))).json).toEqual([]);
  expect(await as("eve", () => app.delete("/keys/1"))).toHaveStatus(404);
  expect(await as("ada", () => app.delete("/keys/1"))).toHaveStatus(204);
});
