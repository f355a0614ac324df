// What holds for every request: it has an id, its client is not too old, its answer says how long it may be kept, and a slow one is logged.
import { createMiddleware } from "hono/factory";
import { HTTPException } from "hono/http-exception";

/** How long browsers may keep the answers of GET; the first that matches decides. */
const CACHE = [
  [/^\/tags$/, "public, max-age=60"],
  [/^\/articles$/, "public, max-age=5"],
  [/^\/articles\/[a-z0-9-]+$/, "public, max-age=10"],
];
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/;
const CLIENT = /^(web|ios|android)\/(\d+)\.(\d+)\.(\d+)$/;
const OLDEST_CLIENT = 2;
const SLOW = 500; // ms

export const policy = createMiddleware(async (c, next) => {
  const sent = c.req.header("X-Request-Id");
  const began = Date.now();
  c.header("X-Request-Id", sent && REQUEST_ID.test(sent) ? sent : crypto.randomUUID());
  c.header("Cache-Control", cacheControl(c.req));
  const client = CLIENT.exec(c.req.header("X-Client") ?? "");
  if (client && Number(client[2]) < OLDEST_CLIENT) {
    throw new HTTPException(426, { message: `version ${client[2]} of ${client[1]} is not supported any more` });
  }
  await next();
  const took = Date.now() - began;
  if (took > SLOW) console.warn("slow request", c.req.method, c.req.path, took);
});

function cacheControl({ method, path }) {
  if (method !== "GET") return "no-store";
  for (const [pattern, value] of CACHE) if (pattern.test(path)) return value;
  return "private, no-cache";
}
