// package: mobx
import { test, expect } from "fwrun/test";
import { makeAutoObservable, autorun } from "mobx";

test("observes", async () => {
	class C { n = 1; constructor() { makeAutoObservable(this); } get twice() { return this.n * 2; } inc() { this.n++; } }
	const c = new C();
	const seen = [];
	autorun(() => seen.push(c.twice));
	c.inc();
	expect(seen).toEqual([2, 4]);
});
