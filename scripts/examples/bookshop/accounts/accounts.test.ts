import { app, expect, it, vi } from "fwrun/test";

const ada = { name: "ada", password: "correct horse battery" };
const emma = { isbn: "9780141439587", title: "Emma", cents: 900 };

it("lets the first one in as the staff, for an hour", async () => {
  vi.useFakeTimers();
  expect(await app.post("/log-in", { json: ada })).toHaveStatus(401);
  await app.post("/sign-up", { json: ada });
  const { text } = await app.post("/log-in", { json: ada });
  const add = () => app.post("/books", { headers: { authorization: `Bearer ${text}` }, json: emma });
  expect(await add()).toHaveStatus(201);
  vi.advanceTimersByTime("2h");
  expect(await add()).toHaveStatus(401);
});
