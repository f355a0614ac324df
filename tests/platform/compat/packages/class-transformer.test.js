// package: class-transformer
import { test, expect } from "fwrun/test";
import "reflect-metadata";
import { plainToInstance } from "class-transformer";

test("makes instances", async () => {
	class User { name() { return this.first; } }
	expect(plainToInstance(User, { first: "a" }).name()).toBe("a");
});
