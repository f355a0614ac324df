// package: hono
import { test, expect } from "fwrun/test";
import { page } from "../elements/hono.tsx";

test("renders on the server", async () => expect(await page()).toBe("<ul><li>&lt;</li></ul>"));
