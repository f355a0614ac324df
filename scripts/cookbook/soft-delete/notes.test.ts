import { SqlTemplate } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";
import { type Note, Notes } from "./notes";

const create = (slug: string) => app.post("/notes", { json: { slug, text: "hello" } });
const slugs = async () => (await app.get("/notes")).json.map((note: Note) => note.slug);

it("deletes, and brings back", async () => {
  expect(await create("a")).toHaveStatus(201);
  expect(await app.delete("/notes/1")).toHaveStatus(204);
  expect(await slugs()).toEqual([]);
  expect(await app.delete("/notes/1")).toHaveStatus(404);
  expect((await app.post("/notes/1/restore")).json).toEqual({ id: 1, slug: "a", text: "hello" });
  expect(await slugs()).toEqual(["a"]);
});

it("frees a slug", async () => {
  expect(await create("a")).toHaveStatus(409);
  await app.delete("/notes/1");
  expect(await create("a")).toHaveStatus(201);
  expect(await app.post("/notes/1/restore")).toHaveStatus(409);
});

it("purges after a month", () => {
  expect(bean(Notes).purge()).toBe(0);
  bean(SqlTemplate).update("UPDATE all_notes SET deleted_at = '2020-01-01 00:00:00' WHERE id = 1");
  expect(bean(Notes).purge()).toBe(1);
});
