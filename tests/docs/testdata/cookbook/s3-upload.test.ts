import { app, expect, it } from "fwrun/test";

// S3_URL and its like name a server that checks signatures: see startBucket.
it("stores, and reads what was stored", async () => {
  const { json } = await app.post("/files/a-1_b.txt", { body: new TextEncoder().encode("some bytes") });
  expect(await (await fetch(json.get)).text()).toBe("some bytes");
  const refused = [json.get.replace("inbox", "other"), json.get.replace("Expires=3600", "Expires=9999"), json.get.slice(0, -1)];
  for (const address of refused) expect((await fetch(address)).status).toBe(403);
  expect((await fetch(json.get, { method: "PUT", body: "others" })).status).toBe(403);
});

it("gives browsers addresses of their own", async () => {
  const { put, get } = (await app.post("/files/photo.jpg/address")).json;
  expect((await fetch(get)).status).toBe(404);
  expect((await fetch(put, { method: "PUT", body: "a photo" })).status).toBe(200);
  expect(await (await fetch(get)).text()).toBe("a photo");
});
