import { SqlTemplate } from "fwrun";
import { app, bean, beforeEach, expect, it, spyOn } from "fwrun/test";

const statuses = { good: [200], shaky: [503, 429, 500, 200], gone: [404], broken: [500] };
let asked = [];
beforeEach(() => {
  asked = [];
  spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const url = String(input);
    asked.push(url);
    const answers = statuses[new URL(url).pathname.slice(1)];
    return new Response("12345", { status: answers.length > 1 ? answers.shift() : answers[0] });
  });
});
async function run(name) {
  expect(await app.post("/imports", { json: { url: `https://example.com/${name}` } })).toHaveStatus(202);
  await app.queues.drain();
}
const imported = () => bean(SqlTemplate).queryForValue("SELECT count(*) FROM imports");

it("imports, at the fourth attempt if it has to be", async () => {
  await run("good");
  await run("shaky");
  expect(imported()).toBe(2);
  expect(asked).toHaveLength(5);
});

it("gives up at once where that is certain, and otherwise after five attempts", async () => {
  await run("gone");
  expect(asked).toHaveLength(1);
  await run("broken");
  expect(asked).toHaveLength(6);
  expect((await app.get("/problems")).json).toEqual([
    { url: "https://example.com/gone", reason: expect.stringContaining("nothing at this address"), attempts: 1 },
    { url: "https://example.com/broken", reason: expect.stringContaining("status 500 in attempt 5"), attempts: 5 },
  ]);
});

it("does not begin twice", async () => {
  await Promise.all([1, 2].map(() => app.post("/imports", { json: { url: "https://example.com/good" } })));
  await app.queues.drain();
  expect(asked).toHaveLength(1);
});
