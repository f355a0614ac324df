// names: URLPattern
import { test, expect } from "fwrun/test";

test("matches", () => {
	expect(new URLPattern({ pathname: "/users/:id" }).exec("https://example.com/users/5").pathname.groups.id).toBe("5");
});
