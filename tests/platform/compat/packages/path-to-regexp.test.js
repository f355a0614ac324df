// package: path-to-regexp
import { test, expect } from "fwrun/test";
import { match, compile } from "path-to-regexp";

test("matches and makes paths", async () => {
	expect(match("/users/:id")("/users/7").params.id).toBe("7");
	expect(compile("/users/:id")({ id: "a b" })).toBe("/users/a%20b");
});
