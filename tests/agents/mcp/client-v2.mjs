// The client of the TypeScript SDK 2.x. Its mode is "legacy", which begins with initialize, or "auto", which asks first
// whether the server speaks a version that does not.
//   node client-v2.mjs <mode> http <url> <token>
//   node client-v2.mjs <mode> stdio <command> <argument>…
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { run } from "./operations.mjs";

const [mode, kind, target, ...rest] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${rest[0]}` };
const transport =
  kind === "http"
    ? new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers } })
    : new StdioClientTransport({ command: target, args: rest, env: process.env });

await run(new Client({ name: "peer", version: "1.0.0" }, { versionNegotiation: { mode } }), transport);
