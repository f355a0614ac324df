// package: @anthropic-ai/sdk
import { test, expect } from "fwrun/test";
import Anthropic from "@anthropic-ai/sdk";

test("reads a stream of events", async () => {
	const lines = ["event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"1\",\"content\":[]}}\n\n", "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"];
	const client = new Anthropic({ apiKey: "k", maxRetries: 0, fetch: async () => new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } }) });
	const types = [];
	for await (const event of await client.messages.create({ model: "m", max_tokens: 1, messages: [], stream: true })) types.push(event.type);
	expect(types).toEqual(["message_start", "message_stop"]);
});
