import { SqlTemplate } from "fwrun";
import { app, bean, beforeAll, expect, it } from "fwrun/test";

const add = (text: string, parent: int | null = null) => app.post("/comments", { json: { text, parent } });

beforeAll(async () => {
  for (const [text, parent] of [["tea?", null], ["yes", 1], ["no", 1], ["why?", 3], ["milk?", null]] as const) await add(text, parent);
});

it("shows a thread", async () => {
  expect((await app.get("/comments/1")).json).toEqual({
    id: 1, text: "tea?", replies: [
      { id: 2, text: "yes", replies: [] },
      { id: 3, text: "no", replies: [{ id: 4, text: "why?", replies: [] }] },
    ],
  });
  expect((await app.get("/comments/3")).json.replies).toHaveLength(1);
  expect(await app.get("/comments/9")).toHaveStatus(404);
});

it("goes as deep as the table allows", async () => {
  let parent = 5;
  for (let depth = 1; depth < 50; depth++) parent = (await add("deeper", parent)).json.id;
  expect(await add("too deep", parent)).toHaveStatus(422);
  expect(await add("to nobody", 999)).toHaveStatus(422);
});

it("removes a thread", async () => {
  expect(await app.delete("/comments/1")).toHaveStatus(204);
  expect(await app.delete("/comments/1")).toHaveStatus(404);
  expect(bean(SqlTemplate).queryForValue("SELECT count(*) FROM comments WHERE id < 5")).toBe(0);
});
