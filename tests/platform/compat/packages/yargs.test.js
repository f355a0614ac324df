// package: yargs
import { test, expect } from "fwrun/test";
import yargs from "yargs";

test("parses arguments", () => {
  const argv = yargs(["--size", "3", "--deep.name=x", "rest"]).option("size", { type: "number" }).parse();
  expect({ size: argv.size, deep: argv.deep, rest: argv._ }).toEqual({ size: 3, deep: { name: "x" }, rest: ["rest"] });
});
