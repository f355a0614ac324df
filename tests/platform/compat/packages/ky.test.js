// package: ky
import { test, expect } from "fwrun/test";
import ky from "ky";

test("sends", async () => {
	expect(await ky.get("http://example.com", { fetch: async request => new Response(JSON.stringify({ m: request.method })) }).json()).toEqual({ m: "GET" });
});
