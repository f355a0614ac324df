import { SqlTemplate } from "fwrun";
import { app, bean, beforeAll, expect, it } from "fwrun/test";

const reprice = (id: int) => app.as({ name: "ada", roles: ["CLERK"] }, () => app.put(`/articles/${id}/price`, { json: { price: 120 } }));
const audit = () => app.as({ name: "eve", roles: ["AUDITOR"] }, () => app.get("/audit"));

beforeAll(() => bean(SqlTemplate).update("INSERT INTO articles (name, price) VALUES ('tea', 100)"));

it("tells who has done what", async () => {
  expect(await reprice(1)).toHaveStatus(200);
  expect((await audit()).json).toEqual([{ at: expect.any(String), who: "ada", action: "Stock.reprice", detail: "[1,120]" }]);
});

it("tells nothing of what was undone", async () => {
  expect(await reprice(7)).toHaveStatus(404);
  expect((await audit()).json).toHaveLength(1);
});

it("cannot be changed", () => {
  for (const change of ["UPDATE audit SET who = 'eve'", "DELETE FROM audit"]) {
    expect(() => bean(SqlTemplate).update(change)).toThrow("only added to");
  }
});

it("is for auditors", async () => {
  expect(await app.get("/audit")).toHaveStatus(401);
  expect(await app.as({ name: "ada", roles: ["CLERK"] }, () => app.get("/audit"))).toHaveStatus(403);
});
