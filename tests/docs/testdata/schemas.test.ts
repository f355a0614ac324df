import { app, bean, expect, it } from "fwrun/test";

import { Desk } from "./members";

it("takes a body with its defaults, and refuses what does not fit", async () => {
  expect((await app.post("/members", { json: { name: "Ada", tags: [{ id: "a" }] } })).json).toEqual({ name: "Ada", age: 18, tags: [{ id: "a" }] });
  const refused = await app.post("/members", { json: { name: "Ada", tags: [{ id: 1 }] } });
  expect(refused.status).toBe(400);
  expect(refused.json.errors).toEqual([{ name: "tags[0].id", in: "body", code: "schema", message: "Invalid input: expected string, received number" }]);
});

it("reads parameters", async () => {
  expect((await app.get("/members?page=2")).text).toBe("page 2");
  expect((await app.get("/members?page=0")).status).toBe(400);
});

it("is called as a tool", async () => {
  const call = async (args: object) => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "desk_renew", arguments: args } };
    return (await app.post("/mcp", { json: body, headers: { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18" } })).json.result;
  };
  expect((await call({ id: 7 })).content[0].text).toBe("7 for 1");
  expect((await call({ id: 7, years: 9 })).isError).toBe(true);
});

it("has the configuration", () => expect((bean(Desk) as any).club.label).toBe("The club"));
