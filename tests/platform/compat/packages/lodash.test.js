// package: lodash
import { test, expect } from "fwrun/test";
import _ from "lodash";

test("groups, clones, templates", async () => {
	expect(_.groupBy([1, 2, 3], n => n % 2 ? "odd" : "even")).toEqual({ odd: [1, 3], even: [2] });
	expect(_.cloneDeep({ a: [new Date(0), /x/g] }).a[0].getTime()).toBe(0);
	expect(_.template("Hi <%= n %>")({ n: "x" })).toBe("Hi x");
	expect(_.words("fooBar héllo wörld")).toEqual(["foo", "Bar", "héllo", "wörld"]);
});
