import { app, describe, expect, it } from "fwrun/test";

// Each test file has an application of its own, with an empty database in memory.
describe("tasks", () => {
  it("are created, and done", async () => {
    const created = await app.post("/tasks", { json: { title: "write a test" } });
    expect(created.status).toBe(201);
    expect(created.headers.get("Location")).toBe("/tasks/1");
    expect(created.json).toEqual({ id: 1, title: "write a test", done: false });

    const done = await app.put("/tasks/1/done");
    expect(done.json.done).toBe(true);

    const all = await app.get("/tasks");
    expect(all.json).toEqual([done.json]);
  });

  it("need a title", async () => {
    for (const body of [{}, { title: "" }, { title: " " }, { title: "x".repeat(201) }]) {
      const refused = await app.post("/tasks", { json: body });
      expect(refused.status).toBe(400);
    }
  });

  it("must exist to be found", async () => {
    const missing = await app.get("/tasks/7");
    expect(missing.status).toBe(404);
    expect(missing.json.detail).toBe("there is no task 7");
  });
});
