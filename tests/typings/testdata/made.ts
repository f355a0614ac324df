// The types of what the functions of "fwrun/test" return, by the names under which walk/walk.test.js makes such objects.
import { app, expect, fn, it } from "fwrun/test";

export type Expected = ReturnType<typeof expect>;
export type NotExpected = typeof expect.not;
export type Only = typeof it.only;
export type Answer = Awaited<ReturnType<typeof app.get>>;
export type Mock = ReturnType<typeof fn>;
export type Calls = ReturnType<typeof fn>["mock"];
