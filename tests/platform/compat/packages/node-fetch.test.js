// package: node-fetch
import { test, expect } from "fwrun/test";
import fetch from "node-fetch";

test("sends", async () => {
	expect(typeof fetch).toBe("function");
	expect(await (await fetch("data:text/plain,hi")).text()).toBe("hi");
});
