import { HttpClientError } from "fwrun";
import { app, expect, fake, fn, it } from "fwrun/test";

const service = fake("mail-client", { post: fn() });
const create = (email: string, name = "Ada") => app.post("/accounts", { json: { email, name } });
const refuses = (status: number) => () => Promise.reject(Object.assign(Object.create(HttpClientError.prototype), { status }));

it("welcomes, once", async () => {
  expect(await create("ada@example.com", "<b>Ada</b>")).toHaveStatus(201);
  expect(service.post).not.toHaveBeenCalled();
  await app.queues.drain();
  expect(service.post).toHaveBeenCalledOnce();
  const [path, { json, headers }] = service.post.mock.lastCall!;
  expect([path, json.to, json.html]).toEqual(["/messages", "ada@example.com", "<p>Good day, &lt;b&gt;Ada&lt;/b&gt;!</p>"]);
  expect(headers["Idempotency-Key"]).toBe("welcome-1");
});

it("sends nothing for an account that there is not", async () => {
  expect(await create("ada@example.com")).toHaveStatus(409);
  expect(app.queues.sent("mails")).toEqual([]);
});

it("tries again while the service is away, and not what it has refused", async () => {
  service.post.mockImplementationOnce(refuses(503)).mockImplementationOnce(refuses(429));
  await create("eve@example.com");
  await app.queues.drain();
  expect(service.post).toHaveBeenCalledTimes(3);

  service.post.mockClear().mockImplementationOnce(refuses(422));
  await create("bob@example.com");
  await app.queues.drain();
  expect(service.post).toHaveBeenCalledOnce();
});
