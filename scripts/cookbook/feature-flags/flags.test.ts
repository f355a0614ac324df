import { app, expect, it } from "fwrun/test";

const users = Array.from({ length: 100 }, (_, i) => `user-${i}`);
const roll = (percent: int, users: string[] = []) => app.put("/flags/new-checkout", { json: { percent, users } });
async function lucky() {
  const answers = await Promise.all(users.map((user) => app.get("/checkout", { query: { user } })));
  return users.filter((user, i) => answers[i].text === "the new one");
}

it("is off at first", async () => expect(await lucky()).toEqual([]));

it("reaches some, and more of them with a higher percentage", async () => {
  expect(await roll(25, ["user-0"])).toHaveStatus(200);
  const some = await lucky();
  expect(some).toContain("user-0");
  expect(some.length).toBeGreaterThan(10);
  expect(some.length).toBeLessThan(50);

  await roll(50, ["user-0"]);
  const more = await lucky();
  expect(more.length).toBeGreaterThan(some.length);
  for (const user of some) expect(more).toContain(user);
});

it("reaches all with 100 percent", async () => {
  await roll(100);
  expect(await lucky()).toHaveLength(100);
  expect(await roll(101)).toHaveStatus(400);
  expect(await app.put("/flags/other", { json: { percent: 1 } })).toHaveStatus(404);
});
