import * as module from "fwrun/test";
import { thing } from "./walk.js";

module.it("says what tests have", async () => {
  const { app, expect, fn, it } = module;
  const made = { Expected: expect(1), NotExpected: expect.not, Only: it.only, Answer: await app.get("/"), Mock: fn(), Calls: fn().mock };
  const things = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, thing(value)]));
  console.log(`said ${JSON.stringify({ "fwrun/test": things(module), made: things(made) })}`);
});
