// package: bcryptjs
// instead: the bean PasswordEncoder, which is a hundred times faster
import { test, expect } from "fwrun/test";
import bcrypt from "bcryptjs";

test("hashes (slowly: use the bean PasswordEncoder)", async () => {
	const hash = await bcrypt.hash("secret", 4);
	expect(await bcrypt.compare("secret", hash)).toBe(true);
	expect(await bcrypt.compare("other", hash)).toBe(false);
});
