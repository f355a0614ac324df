import { app, bean, beforeAll, expect, it } from "fwrun/test";
import { type Product, Products } from "./products";

beforeAll(() => {
  bean(Products).saveAll([5, 3, 3, 9, 1].map((price, i) => ({ name: `p${i}`, price })));
});

it("pages by number", async () => {
  const { json } = await app.get("/products", { query: { page: 1, size: 2, sort: "price desc" } });
  expect(json).toMatchObject({ total: 5, page: 1, size: 2, pages: 3 });
  expect(json.items.map((p: Product) => p.price)).toEqual([3, 3]);
});

it("takes no page that would be too large, and no column that nobody should sort by", async () => {
  expect(await app.get("/products", { query: { size: 101 } })).toHaveStatus(400);
  expect(await app.get("/products", { query: { sort: "id; drop table products" } })).toHaveStatus(400);
});

it("goes on where a cursor says, also between rows of the same price", async () => {
  const seen: int[] = [];
  let cursor: string | null = null;
  do {
    const { json } = await app.get("/products/by-price", { query: { limit: 2, cursor } });
    seen.push(...json.items.map((p: Product) => p.id));
    cursor = json.next;
    if (seen.length === 2) bean(Products).insert({ name: "cheaper", price: 0 }); // before the place: moves nothing
  } while (cursor);
  expect(seen).toEqual([5, 2, 3, 1, 4]);
});

it("refuses cursors that it has not made", async () => {
  for (const cursor of ["x", "e30", "WyIxIiwyXQ"]) {
    expect(await app.get("/products/by-price", { query: { cursor } })).toHaveStatus(400);
  }
});
