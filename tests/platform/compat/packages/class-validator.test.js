// package: class-validator
import { test, expect } from "fwrun/test";
import { IsEmail, Length, validate } from "class-validator";

test("holds objects against rules", async () => {
  class User { name = "A"; mail = "nobody"; }
  Length(2, 10)(User.prototype, "name");
  IsEmail()(User.prototype, "mail");
  const mistakes = await validate(new User());
  expect(mistakes.map((m) => [m.property, Object.keys(m.constraints)])).toEqual([["name", ["isLength"]], ["mail", ["isEmail"]]]);
  expect(await validate(Object.assign(new User(), { name: "Ann", mail: "ann@example.com" }))).toEqual([]);
});
