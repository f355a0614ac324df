import { app, beforeAll, describe, expect, it } from "fwrun/test";

/**
 * What an agent does that has a token: sends one message, and takes the answer.
 * @param {string} token
 */
function agent(token) {
  const client = app.with({ headers: { Authorization: `Bearer ${token}` } });
  /** @param {string} method  @param {object} [params] */
  const send = async (method, params) => (await client.post("/mcp", { json: { jsonrpc: "2.0", id: 1, method, params } })).json;
  return {
    send,
    /** @param {string} name  @param {object} [args] */
    call: async (name, args) => (await send("tools/call", { name, arguments: args })).result,
    tools: async () => (await send("tools/list")).result.tools.map((/** @type {{ name: string }} */ tool) => tool.name),
  };
}

const clerk = agent("clerk-token");
const manager = agent("manager-token");
const order = { customer: "eve@example.com", lines: [{ sku: "tea-1", quantity: 2 }], due: "2027-03-01T12:00:00Z" };

describe("an agent", () => {
  beforeAll(async () => {
    expect(await clerk.call("order_place", { order })).toMatchObject({ structuredContent: { id: 1, status: "open", cents: 1400 } });
  });

  it("needs a token", async () => {
    expect(await app.post("/mcp", { json: { jsonrpc: "2.0", id: 1, method: "tools/list" } })).toHaveStatus(401);
  });

  it("sees the tools of its role", async () => {
    const everybodys = ["order_due", "order_list", "order_find", "order_place", "order_cancel"];
    expect((await clerk.tools()).sort()).toEqual(everybodys.toSorted());
    expect((await manager.tools()).sort()).toEqual([...everybodys, "order_refund"].sort());
  });

  it("finds orders", async () => {
    expect((await clerk.call("order_find", { id: 1 })).structuredContent).toMatchObject({ customer: "eve@example.com" });
    expect((await clerk.call("order_list", { status: "open" })).structuredContent.items).toHaveLength(1);
    expect((await clerk.call("order_due", { by: "2027-03-02T00:00:00Z" })).structuredContent.items).toHaveLength(1);
    expect((await clerk.call("order_due", { by: "2027-02-01T00:00:00Z" })).structuredContent.items).toHaveLength(0);
  });

  it.each([
    ["a wrong type", { ...order, lines: [{ sku: "tea-1", quantity: "two" }] }, "order.lines[0].quantity: expected integer"],
    ["too much", { ...order, lines: [{ sku: "tea-1", quantity: 100 }] }, "order.lines[0].quantity: must be <= 99"],
    ["too little", { customer: "eve@example.com" }, "order.lines: is required"],
  ])("is told of %s", async (what, wrong, text) => {
    expect(await clerk.call("order_place", { order: wrong })).toEqual({ isError: true, content: [{ type: "text", text }] });
  });

  it("is told what an endpoint answers", async () => {
    const { content } = await clerk.call("order_find", { id: 7 });
    expect(content[0].text).toMatch(/^404 Not Found\n.*there is no order 7/);
  });

  it("cannot pay back without the role", async () => {
    const answer = await clerk.send("tools/call", { name: "order_refund", arguments: { id: 1, cents: 100 } });
    expect(answer.error).toEqual({ code: -32602, message: "Unknown tool: order_refund" });
  });

  it("pays back no more than it may, and than was paid", async () => {
    expect((await manager.call("order_refund", { id: 1, cents: 1000 })).structuredContent).toEqual({ refunded: 1000, left: 400 });
    const tooMuch = await manager.call("order_refund", { id: 1, cents: 401 });
    expect(tooMuch.content[0].text).toBe("cents: no more than 400 can be paid back for order 1");
    expect((await manager.call("order_refund", { id: 1, cents: 10_001 })).content[0].text).toBe("not permitted");
  });

  it("reads what can be ordered", async () => {
    const { resources } = (await clerk.send("resources/list")).result;
    expect(resources).toContainEqual({ uri: "desk://articles/tea-1", name: "tea-1", title: "Assam, 100 g", mimeType: "application/json" });
    const { contents } = (await clerk.send("resources/read", { uri: "desk://articles/tea-1" })).result;
    expect(JSON.parse(contents[0].text)).toEqual({ sku: "tea-1", name: "Assam, 100 g", cents: 700 });
  });

  it("is given a prompt", async () => {
    const { messages } = (await clerk.send("prompts/get", { name: "write_to_customer", arguments: { id: "1" } })).result;
    expect(messages[0].content.text).toContain("order 1");
  });

  it("cannot cancel what the warehouse has shipped", async () => {
    const warehouse = app.with({ headers: { Authorization: "Bearer clerk-token" } });
    expect(await warehouse.put("/orders/1/shipped")).toHaveStatus(200);
    expect((await clerk.call("order_cancel", { id: 1 })).content[0].text).toContain("order 1 is shipped, and cannot be cancelled");
  });
});
