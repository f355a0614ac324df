import { PasswordEncoder, SqlTemplate, Totp } from "fwrun";
import { app, bean, beforeAll, expect, it } from "fwrun/test";

let hash = "";
beforeAll(async () => {
  hash = await bean(PasswordEncoder).encode("correct horse");
  bean(SqlTemplate).batchUpdate("INSERT INTO accounts (name, hash) VALUES (?, ?)", [["ada", hash], ["eve", hash]]);
});
const logIn = (name: string, code?: string, password = "correct horse") => app.post("/login", { json: { name, password, code } });
const as = <T>(name: string, body: () => T) => app.as({ name, roles: ["USER"] }, body);
const code = (qr: string, at = Date.now()) => bean(Totp).code(new URL(qr).searchParams.get("secret")!, { at });

it("asks for a code once there is a second factor", async () => {
  expect(await logIn("ada")).toHaveStatus(200);
  const { qr } = (await as("ada", () => app.post("/factor"))).json;
  expect(await logIn("ada"), "not confirmed yet").toHaveStatus(200);
  expect(await as("ada", () => app.post("/factor/confirm", { json: { code: "12345" } }))).toHaveStatus(403);
  expect(await as("ada", () => app.post("/factor/confirm", { json: { code: code(qr, Date.now() - 30_000) } }))).toHaveStatus(200);

  expect((await logIn("ada")).json.detail).toBe("a code is needed");
  expect(await logIn("ada", code(qr))).toHaveStatus(200);
  expect((await logIn("ada", code(qr))).json.detail).toBe("the code is wrong"); // it was used
  expect(await as("ada", () => app.post("/factor"))).toHaveStatus(409);
});

it("tells nothing of the factor without the password", async () => {
  for (const given of [undefined, "123456"]) expect((await logIn("ada", given, "wrong")).json.detail).toBe("the name or the password is wrong");
});

it("limits how many codes are tried", async () => {
  const { qr } = (await as("eve", () => app.post("/factor"))).json;
  await as("eve", () => app.post("/factor/confirm", { json: { code: code(qr) } }));
  const statuses: int[] = [];
  for (let i = 0; i < 12; i++) statuses.push((await logIn("eve", "00000x")).status);
  expect(statuses).toContain(429);
});
