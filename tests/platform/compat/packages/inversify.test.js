// package: inversify
import { test, expect } from "fwrun/test";
import "reflect-metadata";
import { Container, decorate, inject, injectable } from "inversify";

test("injects what is bound", () => {
  class Engine { power = 90; }
  class Car { constructor(engine) { this.engine = engine; } }
  decorate(injectable(), Engine);
  decorate(injectable(), Car);
  decorate(inject(Engine), Car, 0);
  const container = new Container();
  container.bind(Engine).toSelf().inSingletonScope();
  container.bind(Car).toSelf();
  expect(container.get(Car).engine).toBe(container.get(Engine));
  expect(() => container.get("nothing")).toThrow(/nothing/);
});
