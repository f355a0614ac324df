import { Images } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";

const dot = Uint8Array.fromBase64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"); // a GIF of one pixel

function upload(bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.append("image", new File([bytes], "../../etc/passwd.jpg", { type: "image/jpeg" }));
  return app.fetch("/photos", { method: "POST", body: form });
}

it("makes two sizes of what is uploaded", async () => {
  const { bytes } = await bean(Images).resize(dot, { width: 2000, height: 1000, fit: "fill", enlarge: true, format: "png" });
  const answer = await upload(bytes as Uint8Array<ArrayBuffer>);
  expect(answer.status).toBe(201);
  const photo = await answer.json();
  expect(photo).toMatchObject({ width: 1600, height: 800, large: expect.stringMatching(/^\/photos\/[\da-f-]{36}-large\.jpg$/) });

  const small = await app.get(photo.small);
  expect(small.headers.get("Content-Type")).toBe("image/jpeg");
  expect(small.headers.get("Cache-Control")).toContain("immutable");
  expect(await bean(Images).probe(small.bytes)).toMatchObject({ format: "jpeg", width: 200, height: 200 });
});

it("takes nothing but images", async () => {
  expect((await upload(new TextEncoder().encode("<script>"))).status).toBe(415);
  expect(await app.get("/photos/..%2F..%2Fphotos.ts")).not.toHaveStatus(200);
});
