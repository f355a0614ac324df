/** What handles requests in Node, as a handler of the application. */
declare module "fwrun" {
  export {};

  /** What {@link fromNode} takes: a function, an application of express, koa or fastify, or a server of `node:http`. */
  export type NodeHandler =
    | ((request: any, response: any, next?: any) => unknown)
    | { callback(): (request: any, response: any) => unknown }
    | { ready(): unknown; routing(request: any, response: any): unknown }
    | { emit(event: "request", request: any, response: any): boolean };

  /**
   * Makes a handler of what handles requests in Node, to mount it below a path with
   * `@RequestMapping("/legacy/{path:*}")`, whose parameter `body` has `@RequestBody`:
   *
   *     const legacy = fromNode(express, { path: "/legacy" });
   *
   *     all(request: HttpRequest, body: ReadableStream<Uint8Array>) { return legacy(request, body); }
   */
  export function fromNode(
    handler: NodeHandler,
    options?: {
      /** The path that the handler is mounted at. Its `request.url` begins behind that; `request.originalUrl` is the whole. */
      path?: string;
    },
  ): (
    request: HttpRequest,
    /** The body, as it arrives. Without it, the handler gets the body that was read; of a multipart one nothing is left. */
    body?: ReadableStream<Uint8Array> | null,
  ) => Promise<Response>;
}
