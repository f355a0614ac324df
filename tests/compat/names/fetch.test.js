// names: fetch, Headers, Request, Response
import { test, expect } from "fwrun/test";

test("headers, requests, responses", async () => {
	const headers = new Headers([["A", "1"], ["a", "2"], ["Set-Cookie", "x"], ["set-cookie", "y"]]);
	expect([headers.get("a"), headers.getSetCookie(), [...headers.keys()]]).toEqual(["1, 2", ["x", "y"], ["a", "set-cookie", "set-cookie"]]);
	const request = new Request("https://example.com/", { method: "post", body: "x", headers: { "X-A": "1" } });
	expect([request.method, await request.clone().text(), request.headers.get("content-type")]).toEqual(["POST", "x", "text/plain;charset=UTF-8"]);
	expect([await Response.json({ a: 1 }).json(), Response.redirect("https://example.com/", 307).status, Response.error().type]).toEqual([{ a: 1 }, 307, "error"]);
	expect(await (await fetch("data:text/plain;base64,aGk=")).text()).toBe("hi");
});
