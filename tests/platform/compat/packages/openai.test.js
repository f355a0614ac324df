// package: openai
import { test, expect } from "fwrun/test";
import OpenAI from "openai";

test("sends", async () => {
	const client = new OpenAI({ apiKey: "k", baseURL: "http://127.0.0.1:9", maxRetries: 0, fetch: async (url, init) => new Response(JSON.stringify({ choices: [{ message: { content: JSON.parse(init.body).model } }] }), { headers: { "content-type": "application/json" } }) });
	expect((await client.chat.completions.create({ model: "m", messages: [] })).choices[0].message.content).toBe("m");
});
