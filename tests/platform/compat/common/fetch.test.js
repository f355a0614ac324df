// common: Fetch and XMLHttpRequest
import { test, expect } from "fwrun/test";

test("Headers: join, sort, and keep cookies apart", () => {
	const headers = new Headers([["B", "1"], ["b", "2"], ["Set-Cookie", "x"], ["set-cookie", "y"]]);
	headers.append("a", " z ");
	expect([headers.get("b"), headers.getSetCookie(), [...headers.keys()], headers.get("a"), headers.has("C")]).toEqual(["1, 2", ["x", "y"], ["a", "b", "set-cookie", "set-cookie"], "z", false]);
	expect(() => headers.set("a b", "1")).toThrow(TypeError);
});

test("Request: has a method, headers and a body, and can be cloned", async () => {
	const request = new Request("https://example.com/a", { method: "post", body: "x", headers: { "X-A": "1" } });
	expect([request.method, request.url, request.headers.get("content-type"), request.headers.get("x-a")]).toEqual(["POST", "https://example.com/a", "text/plain;charset=UTF-8", "1"]);
	expect([await request.clone().text(), await new Request(request).text(), request.bodyUsed]).toEqual(["x", "x", true]);
	expect(() => new Request("https://example.com/", { body: "x" })).toThrow(TypeError);
});

test("Response: json, redirect, error, and bodies of every kind", async () => {
	expect([await Response.json({ a: 1 }).json(), Response.redirect("https://example.com/", 307).status, Response.error().type]).toEqual([{ a: 1 }, 307, "error"]);
	expect([await new Response("é").text(), [...await new Response("é").bytes()], (await new Response("é").arrayBuffer()).byteLength, (await new Response("é").blob()).size]).toEqual(["é", [195, 169], 2, 2]);
	expect((await new Response(new URLSearchParams("a=1&a=2")).formData()).getAll("a")).toEqual(["1", "2"]);
	const response = new Response("once");
	await response.text();
	await expect(response.text()).rejects.toThrow(TypeError);
});

test("fetch(): data URLs, aborts and what is no URL", async () => {
	const response = await fetch("data:text/plain;base64,aGk=");
	expect([response.ok, response.headers.get("content-type"), await response.text()]).toEqual([true, "text/plain", "hi"]);
	await expect(fetch("data:,x", { signal: AbortSignal.abort() })).rejects.toThrow("abort");
	await expect(fetch("no url")).rejects.toThrow(TypeError);
});

test("FormData: texts and files, and back from a body", async () => {
	const form = new FormData();
	form.append("a", "1");
	form.append("a", "2");
	form.append("f", new File(["hi"], "f.txt", { type: "text/plain" }));
	const back = await new Response(form).formData();
	expect([back.getAll("a"), back.get("f").name, back.get("f").type, await back.get("f").text(), [...back.keys()]]).toEqual([["1", "2"], "f.txt", "text/plain", "hi", ["a", "a", "f"]]);
});
