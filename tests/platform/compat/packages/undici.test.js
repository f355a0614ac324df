// package: undici
import { test, expect } from "fwrun/test";
import { parseMIMEType, Headers, MockAgent, request } from "undici";

test("has headers, and answers by a mock", async () => {
  expect(new Headers({ a: "1" }).get("A")).toBe("1");
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent.get("http://example.com").intercept({ path: "/a" }).reply(200, { a: 1 });
  const { statusCode, body } = await request("http://example.com/a", { dispatcher: agent });
  expect([statusCode, await body.json()]).toEqual([200, { a: 1 }]);
});
