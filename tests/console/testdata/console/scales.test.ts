import { expect, it } from "fwrun/test";
import { label, Scales } from "./scales";

it("weighs", () => expect(new Scales(2000).weigh(252)).toBe(250));
it("has labels", () => expect(label(250, "Darjeeling")).toBe("Darjeeling, 250 g"));
