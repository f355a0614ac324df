// The benchmark's tools with the official TypeScript SDK on plain node:http: without sessions, in plain JSON.
//
//   node server.js 500         every request makes its server, its tools and their schemas, as in the SDK's own examples
//   node server.js 500 kept    the schemas are made once; servers and transports without sessions have to be new each time
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const [count, keep] = [Number(process.argv[2] ?? 1), process.argv[3] === "kept"];

/** The tools, the first without a number. */
const makeTools = () =>
  Array.from({ length: count }, (_, i) => ({
    name: i === 0 ? "sum" : `sum_${i}`,
    config: {
      description: "Add two whole numbers.",
      inputSchema: z.strictObject({
        a: z.int().describe("the first number"),
        b: z.int().describe("the second number"),
      }),
      outputSchema: z.strictObject({ sum: z.int() }),
      annotations: { readOnlyHint: true },
    },
  }));

const tools = makeTools();

function sum({ a, b }) {
  const total = { sum: a + b };
  return { content: [{ type: "text", text: JSON.stringify(total) }], structuredContent: total };
}

async function answer(request, response) {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  for (const { name, config } of keep ? tools : makeTools()) server.registerTool(name, config, sum);
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on("close", () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

createServer((request, response) => {
  if (request.url === "/hello") {
    response.end("Hello, world!");
  } else if (request.url !== "/mcp") {
    response.writeHead(404).end();
  } else if (request.method !== "POST") {
    response.writeHead(405, { Allow: "POST" }).end();
  } else {
    answer(request, response).catch((error) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500).end();
    });
  }
}).listen(Number(process.env.PORT), "127.0.0.1");
