import { app, describe, expect, it } from "fwrun/test";

describe("functions", () => {
  it("says hello", async () => {
    const response = await app.get("/hello/World");
    expect(response).toHaveStatus(200);
    expect(response.text).toBe("Hello, World!");
  });

  it.each([
    [2, 40, 42],
    [-1, 1, 0],
  ])("adds %d and %d", async (a, b, sum) => {
    const response = await app.get("/add", { query: { a, b } });
    expect(response.json).toEqual({ sum });
  });

  it("refuses what is no number", async () => {
    const response = await app.get("/add?a=2&b=x");
    expect(response).toHaveStatus(400);
    expect(response.json.detail).toBe("query b: expected integer");
  });
});

describe("GreetingController", () => {
  it("greets", async () => {
    const response = await app.get("/greetings/Ada");
    expect(response.json).toEqual({ greeting: "Good day, Ada!", loud: false });
  });

  it("greets loudly", async () => {
    const response = await app.get("/greetings/Ada", { query: { loud: true } });
    expect(response.json.greeting).toBe("GOOD DAY, ADA!");
  });
});
