// package: stripe
import { test, expect } from "fwrun/test";
import Stripe from "stripe";

test("verifies webhooks", async () => {
	const stripe = new Stripe("sk_test_x");
	const payload = JSON.stringify({ id: "evt_1", object: "event" });
	const header = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: "whsec_x" });
	expect((await stripe.webhooks.constructEventAsync(payload, header, "whsec_x")).id).toBe("evt_1");
});
