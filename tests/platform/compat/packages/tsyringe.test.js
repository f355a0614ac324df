// package: tsyringe
import { test, expect } from "fwrun/test";
import "reflect-metadata";
import { container } from "tsyringe";

test("resolves what is registered", () => {
  class Engine { power = 90; }
  container.register("Engine", { useClass: Engine });
  expect(container.resolve("Engine").power).toBe(90);
});
