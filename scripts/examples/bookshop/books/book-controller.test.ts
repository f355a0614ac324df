import { app, expect, it } from "fwrun/test";

const emma = { isbn: "9780141439587", title: "Emma", cents: 900, stock: 3 };
const create = (json: object) => app.as({ name: "ada", roles: ["STAFF"] }, () => app.post("/books", { json }));

it("keeps books", async () => {
  const created = await create(emma);
  expect(created).toHaveStatus(201);
  expect((await app.get("/books/1")).json).toEqual({ id: 1, ...emma });
});

it("answers as it did", async () => {
  expect(await app.get("/books/1")).toMatchSnapshot();
  expect(await app.get("/books/99")).toMatchSnapshot("a book that is not there");
});

it.each([{ isbn: "123" }, { title: " " }, { cents: -1 }, { stock: 0.5 }])("refuses %j", async (wrong) => {
  expect(await create({ ...emma, ...wrong })).toHaveStatus(400);
});

it("takes books of the staff alone", async () => {
  expect(await app.post("/books", { json: emma })).toHaveStatus(401);
  expect(await app.as({ name: "eve", roles: ["CUSTOMER"] }, () => app.post("/books", { json: emma }))).toHaveStatus(403);
});
