import { HttpClientError } from "fwrun";
import { app, expect, fake, fn, it } from "fwrun/test";

const upstream = fake("weather-client", { get: fn() });
const says = (body: unknown) => () => ({ json: async () => body });
const fails = (error: unknown) => () => ({ json: () => Promise.reject(error) });

it("asks once, and tells what clients need", async () => {
  upstream.get.mockImplementationOnce(says({ now: { celsius: 21.5, station: "internal-7" } }));
  for (let i = 0; i < 2; i++) expect((await app.get("/weather/Bonn")).json).toEqual({ city: "Bonn", celsius: 21.5 });
  expect(upstream.get).toHaveBeenCalledOnce();
});

it("hides what went wrong there", async () => {
  upstream.get.mockImplementation(fails(new TypeError("fetch failed: weather.internal refused")));
  const answer = await app.get("/weather/Rome");
  expect(answer).toHaveStatus(502);
  expect(answer.headers.get("Retry-After")).toBe("30");
  expect(answer.text).not.toContain("internal");
});

it("passes maps through", async () => {
  upstream.get.mockImplementation(async () => new Response("bytes", { status: 203, headers: { "content-type": "image/png" } }));
  const map = await app.get("/maps/europe.png");
  expect([map.status, map.text, map.headers.get("content-type")]).toEqual([203, "bytes", "image/png"]);
  expect(await app.get("/maps/..%2Fkeys.png")).toHaveStatus(400);
});
