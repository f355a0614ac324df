import { app, bean, beforeAll, expect, it } from "fwrun/test";
import { Recipes } from "./recipes.js";

beforeAll(() => {
  bean(Recipes).saveAll([
    { title: "Crème brûlée", text: "Baking custard slowly, with burnt sugar." },
    { title: "Bread", text: "Baked with flour, water and salt. No custard." },
    { title: "Custard", text: "Milk, eggs and sugar." },
  ]);
});
const titles = async (q) => (await app.get("/recipes", { query: { q } })).json.map((found) => found.title);

it("finds words in whatever form, the title first", async () => {
  expect(await titles("custards")).toEqual(["Custard", "Crème brûlée", "Bread"]);
  expect(await titles("creme bru")).toEqual(["Crème brûlée"]);
  expect(await titles("bake water")).toEqual(["Bread"]);
});

it("shows where", async () => {
  const { json } = await app.get("/recipes", { query: { q: "flour" } });
  expect(json).toEqual([{ id: 2, title: "Bread", found: "Baked with [flour], water and salt. No custard." }]);
});

it("has no language of its own", async () => {
  expect(await titles('"custard OR (NEAR* -title:')).toEqual([]);
  expect(await titles('!!')).toEqual([]);
  expect(await app.get("/recipes", { query: { q: "" } })).toHaveStatus(400);
});

it("follows changes", async () => {
  const recipes = bean(Recipes);
  recipes.save({ ...recipes.findById(2), title: "Rye bread" });
  recipes.delete(3);
  expect(await titles("rye")).toEqual(["Rye bread"]);
  expect(await titles("eggs")).toEqual([]);
});
