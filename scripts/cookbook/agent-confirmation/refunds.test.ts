import { JwtService } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";

async function call(name: string, args: object) {
  const token = await bean(JwtService).sign({ sub: "helper", roles: ["AGENT"] }, { expiresIn: "1m" });
  const headers = { Authorization: `Bearer ${token}` };
  const { json } = await app.post("/mcp", { headers, json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } } });
  return json.result ?? json.error;
}
const clerk = <T>(body: () => T) => app.as({ name: "ada", roles: ["CLERK"] }, body);
const proposal = { orderId: 7, cents: 1200, reason: "it came broken" };

it("waits for a person", async () => {
  expect((await call("refund_propose", { proposal })).structuredContent).toEqual({ id: 1, state: "waiting" });
  expect((await clerk(() => app.get("/refunds"))).json).toEqual([{ id: 1, order_id: 7, cents: 1200, reason: "it came broken", asked_by: "helper" }]);
  expect((await call("refund_state", { id: 1 })).structuredContent.state).toBe("waiting");

  expect((await clerk(() => app.post("/refunds/1/pay"))).json).toEqual({ id: 1, state: "paid" });
  expect(await clerk(() => app.post("/refunds/1/refuse"))).toHaveStatus(409);
  expect((await call("refund_state", { id: 1 })).structuredContent.state).toBe("paid");
});

it("gives agents no way around", async () => {
  expect((await call("refunds_decide", { id: 1, decision: "pay" })).message).toContain("Unknown tool");
  expect(await app.as({ name: "helper", roles: ["AGENT"] }, () => app.post("/refunds/1/pay"))).toHaveStatus(403);
  expect((await call("refund_propose", { proposal: { ...proposal, cents: 50_001 } })).isError).toBe(true);
});
