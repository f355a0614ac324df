// The client of the TypeScript SDK 1.x.
//   node client-v1.mjs http <url> <token>
//   node client-v1.mjs stdio <command> <argument>…
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { run } from "./operations.mjs";

const [kind, target, ...rest] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${rest[0]}` };
const transport =
  kind === "http"
    ? new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers } })
    : new StdioClientTransport({ command: target, args: rest, env: process.env });

await run(new Client({ name: "peer", version: "1.0.0" }), transport);
