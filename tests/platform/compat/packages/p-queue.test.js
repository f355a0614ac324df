// package: p-queue
import { test, expect } from "fwrun/test";
import PQueue from "p-queue";

test("queues", async () => {
	const q = new PQueue({ concurrency: 1 });
	const out = [];
	q.add(async () => { await new Promise(r => setTimeout(r, 2)); out.push(1); });
	q.add(() => { out.push(2); });
	await q.onIdle();
	expect(out).toEqual([1, 2]);
});
