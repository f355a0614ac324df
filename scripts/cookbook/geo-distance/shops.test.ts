import { SqlTemplate } from "fwrun";
import { app, bean, beforeAll, expect, it } from "fwrun/test";
import { distance } from "./shops";

beforeAll(() => {
  bean(SqlTemplate).batchUpdate("INSERT INTO shops (name, lat, lon) VALUES (?, ?, ?)", [
    ["Alexanderplatz", 52.5219, 13.4132], ["Zoo", 52.5072, 13.3325], ["Potsdam", 52.3917, 13.0667], ["Taveuni", -16.8, -179.95], ["Pole", 89.99, 0],
  ]);
});
const names = async (query: object) => (await app.get("/shops", { query: { ...query } })).json.map((shop: { name: string }) => shop.name);

it("measures", () => {
  expect(distance(52.5, 13.4, 48.8567, 2.3508)).toBeCloseTo(876.4, 0); // Berlin to Paris
  expect(distance(0, 0, 0, 180)).toBeCloseTo(20015.1, 0);
});

it("finds the nearest first", async () => {
  expect(await names({ lat: 52.52, lon: 13.405, km: 10 })).toEqual(["Alexanderplatz", "Zoo"]);
  expect(await names({ lat: 52.52, lon: 13.405, km: 40 })).toEqual(["Alexanderplatz", "Zoo", "Potsdam"]);
  expect(await names({ lat: 52.52, lon: 13.405, km: 0.1 })).toEqual([]);
});

it("looks across the date line, and around the pole", async () => {
  expect(await names({ lat: -16.8, lon: 179.95, km: 20 })).toEqual(["Taveuni"]);
  expect(await names({ lat: 89.99, lon: 180, km: 20 })).toEqual(["Pole"]);
});

it("takes places on Earth", async () => {
  for (const query of [{ lat: 91, lon: 0 }, { lat: 0, lon: 181 }, { lat: 0, lon: 0, km: 501 }, { lat: 0 }]) {
    expect(await app.get("/shops", { query })).toHaveStatus(400);
  }
});
