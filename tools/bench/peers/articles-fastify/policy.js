// What holds for every request: it has an id, its client is not too old, its answer says how long it may be kept, and a slow one is logged.
import { randomUUID } from "node:crypto";

/** How long browsers may keep the answers of GET; the first that matches decides. */
const CACHE = [
  [/^\/tags$/, "public, max-age=60"],
  [/^\/articles(\?|$)/, "public, max-age=5"],
  [/^\/articles\/[a-z0-9-]+$/, "public, max-age=10"],
];
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/;
const CLIENT = /^(web|ios|android)\/(\d+)\.(\d+)\.(\d+)$/;
const OLDEST_CLIENT = 2;
const SLOW = 500; // ms

export function addPolicy(app) {
  app.decorateRequest("began", 0);

  app.addHook("onRequest", async (request, reply) => {
    const sent = request.headers["x-request-id"];
    request.began = Date.now();
    reply.header("X-Request-Id", sent && REQUEST_ID.test(sent) ? sent : randomUUID());
    reply.header("Cache-Control", cacheControl(request));
    const client = CLIENT.exec(request.headers["x-client"] ?? "");
    if (client && Number(client[2]) < OLDEST_CLIENT) {
      return reply.code(426).send({ message: `version ${client[2]} of ${client[1]} is not supported any more` });
    }
  });

  app.addHook("onResponse", async (request) => {
    const took = Date.now() - request.began;
    if (took > SLOW) console.warn("slow request", request.method, request.url, took);
  });
}

function cacheControl({ method, url }) {
  if (method !== "GET") return "no-store";
  for (const [pattern, value] of CACHE) if (pattern.test(url)) return value;
  return "private, no-cache";
}
