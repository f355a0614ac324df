import { app, bean, expect, fake, fn, it } from "fwrun/test";
import { PaymentsHealth } from "./payments-health";

const payments = fake("payments-client", { get: fn() });
const status = async () => (await app.get("/actuator/health")).json.components.payments.status;

it("is not known at first", async () => expect(await status()).toBe("UNKNOWN"));

it("is up, and not down after a single failure", async () => {
  await bean(PaymentsHealth).probe();
  expect(await status()).toBe("UP");
  payments.get.mockRejectedValue(new TypeError("fetch failed"));
  for (const expected of ["UP", "UP", "DOWN"]) {
    await bean(PaymentsHealth).probe();
    expect(await status()).toBe(expected);
  }
  const answer = await app.get("/actuator/health");
  expect(answer).toHaveStatus(503);
  expect(answer.json.components.payments.details).toMatchObject({ failures: 3, error: "TypeError: fetch failed" });

  payments.get.mockResolvedValue({});
  await bean(PaymentsHealth).probe();
  expect(await status()).toBe("UP");
});
