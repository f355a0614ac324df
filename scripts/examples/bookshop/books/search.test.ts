import { app, bean, expect, it } from "fwrun/test";
import { Books } from "./book";

it("finds books by a word, and lists them", async () => {
  const emma = bean(Books).insert({ isbn: "9780141439587", title: "Emma", cents: 900, stock: 1 });
  const persuasion = bean(Books).insert({ isbn: "9780141439662", title: "Persuasion", cents: 1200, stock: 1 });
  expect((await app.get("/books/search?word=EMM")).json).toEqual([emma]);
  expect((await app.get("/books")).json).toMatchObject({ items: [emma, persuasion], total: 2 });
});
