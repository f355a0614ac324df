import { JwtService } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";
import { TenantSql } from "./tenants";

async function of(tenant?: string) {
  const token = await bean(JwtService).sign({ sub: "ada", tenant }, { expiresIn: "1m" });
  return app.with({ headers: { Authorization: `Bearer ${token}` } });
}

it("keeps tenants apart, each with numbers of its own", async () => {
  const tea = await of("tea"), milk = await of("milk");
  expect((await tea.post("/invoices", { json: { text: "green" } })).json).toEqual({ number: 1, text: "green" });
  expect((await tea.post("/invoices", { json: { text: "black" } })).json.number).toBe(2);
  expect((await milk.post("/invoices", { json: { text: "fresh" } })).json.number).toBe(1);
  expect((await milk.get("/invoices")).json).toEqual([{ number: 1, text: "fresh" }]);
  expect(await milk.get("/invoices/2")).toHaveStatus(404);
});

it("knows no tenant by anything but the token", async () => {
  expect(await app.get("/invoices")).toHaveStatus(401);
  expect(await (await of()).get("/invoices?tenant=tea", { headers: { "X-Tenant": "tea" } })).toHaveStatus(403);
});

it("refuses statements for all", () => {
  expect(() => bean(TenantSql).query("SELECT * FROM invoices")).toThrow("for all tenants");
});
