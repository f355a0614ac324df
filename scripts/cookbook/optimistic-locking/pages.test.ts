import { app, bean, beforeAll, expect, it } from "fwrun/test";
import { Pages } from "./pages";

beforeAll(() => bean(Pages).insert({ text: "first" }));

it("takes the first of two changes, and shows the other one what there is", async () => {
  const { json: read } = await app.get("/pages/1");
  expect((await app.put("/pages/1", { json: { ...read, text: "by Ada" } })).json).toEqual({ id: 1, text: "by Ada", version: read.version + 1 });

  const late = await app.put("/pages/1", { json: { ...read, text: "by Eve" } });
  expect(late).toHaveStatus(409);
  expect(late.json.present.text).toBe("by Ada");
  expect(await app.put("/pages/1", { json: { ...late.json.present, text: "by both" } })).toHaveStatus(200);
});

it("makes no pages", async () => expect(await app.put("/pages/7", { json: { text: "new" } })).toHaveStatus(404));
