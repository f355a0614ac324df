import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpException, Injectable, Logger, type NestMiddleware } from "@nestjs/common";

/** How long browsers may keep the answers of GET; the first that matches decides. */
const CACHE: [RegExp, string][] = [
  [/^\/tags$/, "public, max-age=60"],
  [/^\/articles(\?|$)/, "public, max-age=5"],
  [/^\/articles\/[a-z0-9-]+$/, "public, max-age=10"],
];
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/;
const CLIENT = /^(web|ios|android)\/(\d+)\.(\d+)\.(\d+)$/;
const OLDEST_CLIENT = 2;
const SLOW = 500; // ms

/** What holds for every request: it has an id, its client is not too old, its answer says how long it may be kept, and a slow one is logged. */
@Injectable()
export class Policy implements NestMiddleware {
  private readonly log = new Logger(Policy.name);

  use(request: IncomingMessage & { originalUrl?: string }, response: ServerResponse, next: () => void) {
    const sent = request.headers["x-request-id"] as string | undefined;
    const began = Date.now();
    const { method = "GET", originalUrl: url = request.url ?? "/" } = request;
    response.setHeader("X-Request-Id", sent && REQUEST_ID.test(sent) ? sent : randomUUID());
    response.setHeader("Cache-Control", cacheControl(method, url));
    const client = CLIENT.exec((request.headers["x-client"] as string | undefined) ?? "");
    if (client && Number(client[2]) < OLDEST_CLIENT) {
      throw new HttpException(`version ${client[2]} of ${client[1]} is not supported any more`, 426);
    }
    response.on("finish", () => {
      const took = Date.now() - began;
      if (took > SLOW) this.log.warn(`slow request ${method} ${url} ${took}`);
    });
    next();
  }
}

function cacheControl(method: string, url: string) {
  if (method !== "GET") return "no-store";
  for (const [pattern, value] of CACHE) if (pattern.test(url)) return value;
  return "private, no-cache";
}
