import { app, bean, beforeAll, expect, it } from "fwrun/test";
import { Articles } from "./articles.js";

beforeAll(() => bean(Articles).insert({ title: "first" }));

it("sends what has not changed once", async () => {
  const first = await app.get("/articles/1");
  const tag = first.headers.get("ETag");
  expect(first.json.title).toBe("first");

  const again = await app.get("/articles/1", { headers: { "If-None-Match": `"other", W/${tag}` } });
  expect(again).toHaveStatus(304);
  expect(again.text).toBe("");
  expect(await app.get("/articles/1", { headers: { "If-None-Match": '"other"' } })).toHaveStatus(200);
});

it("writes only over the version that was read", async () => {
  const tag = (await app.get("/articles/1")).headers.get("ETag") ?? "";
  expect(await app.put("/articles/1", { json: { title: "blind" } })).toHaveStatus(428);
  const written = await app.put("/articles/1", { json: { title: "second" }, headers: { "If-Match": tag } });
  expect(written.json.title).toBe("second");
  expect(written.headers.get("ETag")).not.toBe(tag);
  expect(await app.put("/articles/1", { json: { title: "third" }, headers: { "If-Match": tag } })).toHaveStatus(412);
});
