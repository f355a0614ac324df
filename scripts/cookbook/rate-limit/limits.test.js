import { app, expect, it } from "fwrun/test";

const ask = (key) => app.get("/geocode", { query: { place: "Berlin" }, headers: { "X-Api-Key": key } });

it("limits each key by itself", async () => {
  for (let i = 0; i < 3; i++) expect(await ask("k-free")).toHaveStatus(200);
  const refused = await ask("k-free");
  expect(refused).toHaveStatus(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await ask("k-paid")).toHaveStatus(200);
});

it("lets nobody in without a key", async () => {
  expect(await ask("k-none")).toHaveStatus(401);
});
