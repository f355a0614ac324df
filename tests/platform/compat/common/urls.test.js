// common: URL and URLPattern
import { test, expect } from "fwrun/test";

test("URL: parses, resolves, changes", () => {
	const url = new URL("../b?x=1&y=%20#h", "https://user@example.com:8443/a/c/d");
	expect([url.href, url.origin, url.port, url.searchParams.get("y")]).toEqual(["https://user@example.com:8443/a/b?x=1&y=%20#h", "https://example.com:8443", "8443", " "]);
	url.searchParams.set("x", "ä");
	url.port = "443";
	expect([url.search, url.host]).toEqual(["?x=%C3%A4&y=+", "example.com"]);
	expect([URL.canParse("no"), URL.parse("no"), new URL("http://EXÄMPLE.com").hostname]).toEqual([false, null, "xn--exmple-cua.com"]);
	expect(() => new URL("no")).toThrow(TypeError);
});

test("URLSearchParams: sorts, adds, deletes", () => {
	const params = new URLSearchParams("b=2&a=1&b=3");
	params.sort();
	expect([String(params), params.getAll("b"), params.has("b", "3"), params.size]).toEqual(["a=1&b=2&b=3", ["2", "3"], true, 3]);
	params.delete("b", "2");
	params.append("c d", "&");
	expect([String(params), [...params]]).toEqual(["a=1&b=3&c+d=%26", [["a", "1"], ["b", "3"], ["c d", "&"]]]);
});

test("URLPattern: matches and takes apart", () => {
	const pattern = new URLPattern({ pathname: "/users/:id(\\d+)" });
	expect([pattern.exec("https://example.com/users/5").pathname.groups.id, pattern.test("https://example.com/users/x")]).toEqual(["5", false]);
});
