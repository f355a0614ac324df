// package: rxjs
import { test, expect } from "fwrun/test";
import { of, map, lastValueFrom, timer, take, toArray } from "rxjs";

test("observes", async () => {
	expect(await lastValueFrom(of(1, 2, 3).pipe(map(n => n * 2), toArray()))).toEqual([2, 4, 6]);
	expect(await lastValueFrom(timer(0, 2).pipe(take(3)))).toBe(2);
});
