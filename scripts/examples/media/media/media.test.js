import { ImageError } from "fwrun";
import { afterAll, app, bean, describe, expect, fake, fn, it, spyOn } from "fwrun/test";
import { MediaJobs } from "./media-jobs.js";
import { MediaSettings } from "./media-settings.js";
import { MediaSweeper } from "./media-sweeper.js";

// No image is decoded. Messages are delivered when a test asks for it.
const images = fake("images", { resize: fn() });

const FAILURE = "the file could not be processed";

/** Sends a form with files, each given by the name of its field and its content. */
function upload(...files) {
  const boundary = "----boundary";
  const parts = files.map(([field, content = "bytes"]) => {
    return `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="photo.jpg"\r\n\r\n${content}\r\n`;
  });
  const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  return app.post("/media/upload", { headers, body: `${parts.join("")}--${boundary}--\r\n` });
}

/** Sends a file, and returns the id of its job. */
async function accepted() {
  const { json } = await upload(["image"]);
  return json.data.jobId;
}

async function job(id) {
  const { json } = await app.get(`/media/${id}`);
  return json.data;
}

describe("an upload", () => {
  it("becomes a job", async () => {
    const response = await upload(["image"]);
    expect(response).toHaveStatus(202);
    const jobId = response.json.data.jobId;
    expect(response.json).toEqual({ success: true, data: { jobId } });
    expect(app.queues.sent("media-jobs").map((message) => message.body)).toEqual([{ jobId }]);
    expect(await job(jobId)).toEqual({ jobId, status: "pending", variants: [], error: null });
  });

  it.each([
    ["without a file", []],
    ["of another field", [["photo"]]],
    ["of two files", [["image"], ["image"]]],
    ["of a list", [["image[]"]]],
    ["of two fields", [["image"], ["photo"]]],
    ["that is too large", [["image", "x".repeat(1001)]]],
  ])("%s is refused", async (what, fields) => {
    const response = await upload(...fields);
    expect(response).toHaveStatus(400);
    expect(response.json).toEqual({ error: expect.any(String) });
    expect(app.queues.sent("media-jobs")).toEqual([]);
  });

  it("that is no form is refused", async () => {
    expect(await app.post("/media/upload", { json: {} })).toHaveStatus(400);
  });

  it("that is nobody's is not found", async () => {
    const response = await app.get("/media/1000");
    expect(response).toHaveStatus(404);
    expect(response.text).toBe("");
  });
});

describe("the worker", () => {
  it("makes three variants, once", async () => {
    images.resize.mockResolvedValue([]);
    const id = await accepted();
    await app.queues.drain();
    await bean("queues").send("media-jobs", { jobId: id });
    await app.queues.drain();
    expect(images.resize).toHaveBeenCalledTimes(1);
    expect(await job(id)).toMatchObject({ status: "done", error: null, variants: [/-large\.jpg$/, /-medium\.jpg$/, /-small\.jpg$/].map((name) => expect.stringMatching(name)) });
  });

  it("rejects a bad file for good", async () => {
    images.resize.mockRejectedValue(new ImageError("the image is damaged", { reason: "broken" }));
    const id = await accepted();
    await app.queues.drain();
    expect(images.resize).toHaveBeenCalledTimes(1);
    expect(await job(id)).toEqual({ jobId: id, status: "failed", variants: [], error: FAILURE });
    await bean(MediaSweeper).retry();
    await app.queues.drain(); // what the other tests have left, and not this one
    expect((await job(id)).status).toBe("failed");
  });

  it("tries again when something else is wrong", async () => {
    images.resize.mockRejectedValue(new Error("the disk is full"));
    const id = await accepted();
    await app.queues.drain();
    expect(images.resize).toHaveBeenCalledTimes(3);
    expect(await job(id)).toMatchObject({ status: "failed", error: FAILURE });
  });
});

describe("the sweeper", () => {
  it("sends what is not done again, and gives up in the end", async () => {
    images.resize.mockRejectedValue(new Error("the disk is full"));
    const id = await accepted();
    for (let i = 0; i < 4; i++) {
      await app.queues.drain();
      expect((await job(id)).status).toBe("failed");
      await bean(MediaSweeper).retry();
    }
    expect(app.queues.sent("media-jobs").filter(({ body }) => body.jobId === id)).toHaveLength(3);
    expect(await job(id)).toMatchObject({ status: "failed", error: FAILURE });
  });

  it("deletes files without a job, and no others", async () => {
    const { inbox } = bean(MediaSettings);
    const before = await bean("files").list(inbox);
    spyOn(bean(MediaJobs), "accept").mockRejectedValueOnce(new Error("the database is gone"));
    expect(await upload(["image"])).toHaveStatus(500);
    expect(await bean("files").list(inbox)).toHaveLength(before.length + 1);
    await bean(MediaSweeper).clean();
    expect(await bean("files").list(inbox)).toEqual(before);
  });

  afterAll(async () => {
    const { inbox } = bean(MediaSettings);
    for (const { name } of await bean("files").list(inbox)) await bean("files").delete(`${inbox}/${name}`);
  });
});
