import { app, expect, test } from "fwrun/test";

test("greets", async () => {
  const response = await app.get("/users/1");
  expect(response.status).toBe(200);
  expect(response.json).toEqual({ greeting: "Hello, Bob" });
});
