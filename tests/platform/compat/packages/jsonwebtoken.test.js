// package: jsonwebtoken
// instead: the bean JwtService
import { test, expect } from "fwrun/test";
import jwt from "jsonwebtoken";

test("signs and verifies", async () => {
	const token = jwt.sign({ a: 1 }, "0123456789abcdef0123456789abcdef", { expiresIn: "1h" });
	expect(jwt.verify(token, "0123456789abcdef0123456789abcdef").a).toBe(1);
	expect(() => jwt.verify(token, "other-secret-other-secret-other!")).toThrow("invalid signature");
});
