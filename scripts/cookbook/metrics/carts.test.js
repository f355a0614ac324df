import { app, expect, it } from "fwrun/test";

async function metrics() {
  const { text } = await app.get("/actuator/prometheus");
  return (name) => Number(text.split("\n").find((line) => line.startsWith(`${name} `))?.slice(name.length));
}

it("counts carts and money", async () => {
  for (const cents of [1200, 300, 500]) await app.post("/carts", { json: { cents } });
  expect(await app.post("/carts/1/pay/card")).toHaveStatus(200);
  expect(await app.post("/carts/2/pay/cash")).toHaveStatus(200);
  expect(await app.post("/carts/2/pay/cash")).toHaveStatus(404);
  expect(await app.post("/carts/3/pay/shells")).toHaveStatus(400);

  const value = await metrics();
  expect(value("carts_open")).toBe(1);
  expect(value('carts_paid_total{how="card"}')).toBe(1);
  expect(value('carts_revenue_cents_total{how="card"}')).toBe(1200);
  expect(value('carts_revenue_cents_total{how="cash"}')).toBe(300);
  expect(value("carts_size_cents_sum")).toBe(1500);
});
