// What both generations of the TypeScript SDK do with the operations of operations.json.
import { readFile } from "node:fs/promises";

const calls = {
  ping: (client) => client.ping(),
  "tools/list": (client) => client.listTools(),
  "tools/call": (client, params) => client.callTool(params),
  "resources/list": (client) => client.listResources(),
  "resources/templates/list": (client) => client.listResourceTemplates(),
  "resources/read": (client, params) => client.readResource(params),
  "prompts/list": (client) => client.listPrompts(),
  "prompts/get": (client, params) => client.getPrompt(params),
};

/** Runs the operations that the version of the protocol has, and prints who answered what. */
export async function run(client, transport) {
  await client.connect(transport);
  const protocol = client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion; // 1.x over stdio tells neither
  const answers = {};
  for (const operation of JSON.parse(await readFile(new URL("operations.json", import.meta.url), "utf8"))) {
    if (operation.until && protocol > operation.until) continue;
    answers[operation.name] = await answer(() => calls[operation.method](client, operation.params));
  }
  const server = client.getServerVersion();
  console.log(JSON.stringify({ protocol, server, instructions: client.getInstructions(), answers }));
  await client.close();
}

async function answer(call) {
  try {
    return { result: await call() };
  } catch (error) {
    if (typeof error.code !== "number") throw error; // not what the server said
    return { error: { code: error.code, message: error.message.replace(/^MCP error -?\d+: /, "") } };
  }
}
