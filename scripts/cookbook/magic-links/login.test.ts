import { SqlTemplate } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";

const ask = (email: string) => app.post("/login/link", { json: { email } });
const logIn = (token: string) => app.post("/login", { json: { token } });
const token = () => app.queues.sent("mails")[0].body.text.split("#")[1];

it("logs in by a mail, once", async () => {
  expect(await ask("Ada@example.com")).toHaveStatus(200);
  const link = token();
  const answer = await logIn(link);
  expect(answer).toHaveStatus(200);
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  expect((await app.get("/login", { headers: { Cookie: cookie } })).text).toBe("ada@example.com");
  expect(await logIn(link)).toHaveStatus(401);
});

it("tells nobody who is known", async () => {
  const [known, unknown] = [await ask("ada@example.com"), await ask("eve@example.com")];
  expect(unknown.text).toBe(known.text);
  expect(app.queues.sent("mails")).toHaveLength(1);
  expect(await app.get("/login")).toHaveStatus(401);
});

it("takes no old links, and sends few", async () => {
  await ask("ada@example.com");
  bean(SqlTemplate).update("UPDATE links SET ends = ?", Date.now() - 1);
  expect(await logIn(token())).toHaveStatus(401);
  expect(bean(SqlTemplate).queryForValue("SELECT count(*) FROM links")).toBe(0);
  expect(await ask("ada@example.com")).toHaveStatus(429);
});
