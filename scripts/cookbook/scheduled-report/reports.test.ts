import { SqlTemplate } from "fwrun";
import { app, bean, beforeAll, expect, it } from "fwrun/test";
import { Reports } from "./reports";

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

beforeAll(() => {
  bean(SqlTemplate).batchUpdate("INSERT INTO orders (at, article, cents) VALUES (?, ?, ?)", [
    ["2026-03-01T00:00:00Z", "tea", 350], ["2026-03-01T23:59:59Z", "tea", 350], ["2026-03-01T12:00:00Z", "pot", 120000],
    ["2026-02-28T23:59:59Z", "old", 1], ["2026-03-02T00:00:00Z", "new", 1],
  ]);
});

it("sums up a day", async () => {
  await bean(Reports).of("2026-03-01");
  expect((await app.get("/reports/2026-03-01")).text).toBe("Sales of 2026-03-01: €1,207.00\npot: 1, €1,200.00\ntea: 2, €7.00");
  expect(app.queues.sent("mails")[0].body).toMatchObject({ to: "desk@example.com", subject: "Sales of 2026-03-01" });
});

it("is sent once, also if it runs twice", async () => {
  await bean(Reports).daily();
  await bean(Reports).daily();
  expect(app.queues.sent("mails")).toHaveLength(1);
  expect(await app.get(`/reports/${yesterday}`)).toHaveStatus(200);
  expect(await app.get("/reports/2020-01-01")).toHaveStatus(404);
});
