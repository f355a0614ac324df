import { app, expect, it } from "fwrun/test";

it("leads on, and counts", async () => {
  const created = await app.post("/links", { json: { target: "https://example.com/a?b=c" } });
  expect(created).toHaveStatus(201);
  const path = created.headers.get("Location") ?? "";
  for (let i = 0; i < 2; i++) {
    const followed = await app.get(path);
    expect([followed.status, followed.headers.get("Location")]).toEqual([302, "https://example.com/a?b=c"]);
  }
  expect((await app.get(path.replace("/to/", "/links/"))).json.visits).toBe(2);
});

it("leads nowhere else", async () => {
  for (const target of ["javascript:alert(1)", "//example.com", "example.com", ""]) {
    expect(await app.post("/links", { json: { target } })).toHaveStatus(400);
  }
  expect(await app.get("/to/12345678")).toHaveStatus(404);
});
