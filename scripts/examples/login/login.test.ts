import { app, beforeAll, describe, expect, it } from "fwrun/test";

const ada = { name: "ada", password: "correct horse" };
const bob = { name: "bob", password: "battery staple" };

/** Returns a client with a token, as programs and agents send it. */
async function program(user: typeof ada) {
  const { token } = (await app.post("/token", { json: user })).json;
  return app.with({ headers: { Authorization: `Bearer ${token}` } });
}

/** Returns a client with the cookie of a session, as browsers send it. */
async function browser(user: typeof ada) {
  const [cookie] = (await app.post("/session", { json: user })).headers.getSetCookie();
  return app.with({ headers: { Cookie: cookie.split(";")[0] } });
}

describe("logging in", () => {
  beforeAll(async () => {
    for (const user of [ada, bob]) expect(await app.post("/sign-up", { json: user })).toHaveStatus(200);
  });

  it("needs the right password", async () => {
    const wrong = await app.post("/token", { json: { ...ada, password: "wrong horse" } });
    const nobody = await app.post("/token", { json: { ...ada, name: "eve" } });
    expect(wrong).toHaveStatus(401);
    expect(nobody.json.detail).toBe(wrong.json.detail);
    expect(await app.post("/sign-up", { json: ada })).toHaveStatus(409);
  });

  it("locks out who guesses", async () => {
    const guess = (password: string) => app.post("/token", { json: { name: "mallory", password } });
    for (let i = 0; i < 10; i++) expect(await guess("wrong horse")).toHaveStatus(401);
    expect(await guess("another horse")).toHaveStatus(429);
    expect(await app.post("/token", { json: ada })).toHaveStatus(200);
  });

  it("gives the first user all roles", async () => {
    expect((await (await program(ada)).get("/me")).json).toEqual({ name: "ada", roles: ["ADMIN"] });
    expect((await (await browser(bob)).get("/me")).json).toEqual({ name: "bob", roles: ["USER"] });
    expect((await app.get("/me")).json).toEqual({ name: null, roles: [] });
  });

  it("keeps notes apart", async () => {
    const bobs = await browser(bob);
    expect(await app.get("/notes")).toHaveStatus(401);
    expect(await bobs.post("/notes", { json: { text: "buy tea" } })).toHaveStatus(200);
    expect((await bobs.get("/notes")).json).toEqual([{ id: 1, text: "buy tea" }]);
    expect((await (await program(ada)).get("/notes")).json).toEqual([]);
  });

  it("lets administrators delete", async () => {
    expect(await (await browser(bob)).delete("/notes/1")).toHaveStatus(403);
    expect((await (await browser(ada)).delete("/notes/1")).json).toEqual({ deleted: 1 });
  });

  it("offers agents what their user may do", async () => {
    const list = { json: { jsonrpc: "2.0", id: 1, method: "tools/list" } };
    const names = async (user: typeof ada) => (await (await program(user)).post("/mcp", list)).json.result.tools.map((tool: { name: string }) => tool.name).sort();
    expect(await names(bob)).toEqual(["notes_list"]);
    expect(await names(ada)).toEqual(["notes_list", "notes_remove"]);
  });

  it("refuses what other sites send", async () => {
    const forged = { json: { text: "forged" }, headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example.com" } };
    expect(await (await browser(bob)).post("/notes", forged)).toHaveStatus(403);
  });

  it("ends", async () => {
    const one = await browser(bob);
    const other = await browser(bob);
    expect(await one.delete("/session")).toHaveStatus(200);
    expect((await one.get("/me")).json.name).toBe(null);
    expect((await other.delete("/sessions")).json.ended).toBeGreaterThan(0);
    expect((await other.get("/me")).json.name).toBe(null);
  });
});
