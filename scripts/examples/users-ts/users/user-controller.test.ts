import { app, beforeAll, describe, expect, it } from "fwrun/test";

// Every file has a database of its own, which is empty. The tests in it share that.
describe("users over HTTP", () => {
  const ada = { name: "Ada", email: "ada@example.com" };

  beforeAll(async () => {
    const response = await app.post("/users", { json: ada });
    expect(response.json).toMatchObject({ success: true, data: { id: 1 } });
  });

  it("finds a user", async () => {
    const response = await app.get("/users/1");
    expect(response.json).toEqual({ success: true, data: { id: 1, ...ada } });
  });

  it("finds a user by email", async () => {
    const response = await app.get("/users/search", { query: { email: ada.email } });
    expect(response.json.data.name).toBe("Ada");
  });

  it("refuses an email twice", async () => {
    const response = await app.post("/users", { json: { name: "Eve", email: ada.email } });
    expect(response.json).toEqual({ success: false, message: "Email already exists" });
  });

  it("updates a user", async () => {
    await app.put("/users/1", { json: { ...ada, name: "Ada Lovelace" } });
    const response = await app.get("/users");
    expect(response.json.data).toEqual([{ id: 1, name: "Ada Lovelace", email: ada.email }]);
  });

  it("deletes a user", async () => {
    expect((await app.delete("/users/1")).json.success).toBe(true);
    expect((await app.get("/users/1")).json).toEqual({ success: false, message: "User not found" });
  });

  it.each([
    ["a body without a name", { email: "eve@example.com" }],
    ["a body that is no user", ["Eve"]],
  ])("answers 400 to %s", async (what, json) => {
    expect(await app.post("/users", { json })).toHaveStatus(400);
  });
});
