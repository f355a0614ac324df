import { HandlerInterceptor, HttpRequest, HttpRestException, HttpStatus, Interceptor, Logger, ResponseEntity } from "fwrun";

declare module "fwrun" {
  interface HttpRequest {
    /** When it came. */
    began: number;
  }
}

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
@Interceptor
export class Policy extends HandlerInterceptor {
  constructor(private readonly log: Logger) {
    super();
  }

  preHandle(request: HttpRequest, response: ResponseEntity) {
    const sent = request.getFirstHeader("X-Request-Id");
    const id = sent && REQUEST_ID.test(sent) ? sent : crypto.randomUUID();
    request.began = Date.now();
    response.withHeader("X-Request-Id", id).withHeader("Cache-Control", cacheControl(request));
    const client = CLIENT.exec(request.getFirstHeader("X-Client") ?? "");
    if (client && Number(client[2]) < OLDEST_CLIENT) {
      throw new HttpRestException(HttpStatus.UPGRADE_REQUIRED, `version ${client[2]} of ${client[1]} is not supported any more`);
    }
    return true;
  }

  afterCompletion(request: HttpRequest) {
    const took = Date.now() - request.began;
    if (took > SLOW) this.log.warn("slow request", { method: request.getMethod(), uri: request.getUri(), ms: took });
  }
}

function cacheControl(request: HttpRequest) {
  if (request.getMethod() !== "GET") return "no-store";
  const uri = request.getUri();
  for (const [pattern, value] of CACHE) if (pattern.test(uri)) return value;
  return "private, no-cache";
}
