import { app, describe, expect, it } from "fwrun/test";

describe("what is not there", () => {
  it("is JSON for programs", async () => {
    const response = await app.get("/no/such/page", { headers: { Accept: "*/*" } });
    expect(response).toHaveStatus(404);
    expect(response.json).toEqual({ status: 404, title: "Not Found" });
  });

  it("is 404 for browsers, too", async () => {
    const response = await app.get("/no/such/page", { headers: { Accept: "text/html,*/*;q=0.8" } });
    expect(response).toHaveStatus(404);
  });
});

it("sends the policy that the pages state", async () => {
  const response = await app.get("/");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
});
