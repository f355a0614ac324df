// package: semver
import { test, expect } from "fwrun/test";
import semver from "semver";

test("compares", async () => {
	expect(semver.satisfies("1.2.3", "^1.1.0")).toBe(true);
	expect(semver.inc("1.2.3", "minor")).toBe("1.3.0");
});
