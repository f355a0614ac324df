import { describe, expect, fn, it, spyOn } from "fwrun/test";

describe("inline", () => {
  it("short ones", () => {
    expect("a `b` ${c} \\ d").toMatchInlineSnapshot();
    expect({}).toMatchInlineSnapshot(  );
    expect(1)
      .toMatchInlineSnapshot();
    expect("é😀").toMatchInlineSnapshot(); expect("beside").toMatchInlineSnapshot();
  });
	it("several lines", () => {
		expect({ a: [1, "x\n\n  y"], b: { c: {} } }).toMatchInlineSnapshot();
	});
  if (true) {
      it("deep and odd indent", async () => {
       expect([1]).toMatchInlineSnapshot();
        await expect(Promise.resolve([2])).resolves.toMatchInlineSnapshot();
        await expect(Promise.reject(new Error("r"))).rejects.toMatchInlineSnapshot();
      });
  }
  it("properties", () => {
    expect({ id: 4, name: "Ada" }).toMatchInlineSnapshot({ id: expect.any(Number) });
    expect({ id: 4, name: "Ada" }).toMatchInlineSnapshot({
      id: expect.any(Number),
    });
    expect({ id: 5, name: "Eve" }).toMatchInlineSnapshot({ id: expect.any(Number) }, `
      {
        "id": Any<Number>,
        "name": "Eve",
      }
    `);
  });
  it("throws", () => {
    expect(() => { throw new RangeError("a \"b\""); }).toThrowErrorMatchingInlineSnapshot();
    expect(() => { throw new Error("two\nlines"); }).toThrowErrorMatchingInlineSnapshot();
  });
  it("known ones", () => {
    expect({ a: 1 }).toMatchInlineSnapshot(`
      {
        "a": 1,
      }
    `);
    expect("x").toMatchInlineSnapshot(`"x"`);
    expect("y").toMatchInlineSnapshot('"y"');
    expect("z").toMatchInlineSnapshot("\"z\"");
  });
  it("in a loop", () => {
    for (let i = 0; i < 3; i++) expect("same").toMatchInlineSnapshot();
  });
  it("beside the file", () => {
    expect("file").toMatchSnapshot();
    expect("inline").toMatchInlineSnapshot();
    expect("file again").toMatchSnapshot();
  });
});
