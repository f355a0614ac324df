/** Requests to other services. */
declare module "fwrun" {
  export {};

  /**
   * Sends requests to a service of `http.clients` in application.yml, with its base URL, headers, authentication
   * and limits. Inject it by its name: `@Qualifier("<name>-client")`; without one it is the client for any host,
   * which takes whole URLs. An answer other than 2xx is an {@link HttpClientError}; a missing answer is a TypeError
   * like fetch's, or a TimeoutError.
   *
   * - `@Autowired` `@Qualifier("billing-client") billing: HttpClient;`
   * - `const invoice = await this.billing.get("/invoices/" + encodeURIComponent(id)).json();`
   */
  export class HttpClient {
    private constructor();
    /** Sends a GET request. A path is below the base URL and cannot leave it. */
    get(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a HEAD request, whose answer has no body. */
    head(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a POST request. */
    post(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a PUT request. */
    put(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a PATCH request. */
    patch(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a DELETE request. */
    delete(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a request with any method. */
    request(method: string, path: string | URL, options?: HttpClientOptions): HttpClientResponse;
  }

  /** The options of one request of a {@link HttpClient}. At most one of `json`, `form` and `body` is set. */
  export interface HttpClientOptions {
    /** Added to the path: by name, where a list is several values and null is none; or as it stands in a URL. */
    query?: HttpClientQuery | URLSearchParams | string;
    /** Headers, which win over those of the configuration. */
    headers?: HeadersInit;
    /** A body that is sent as JSON. */
    json?: any;
    /** A body that is sent as a form. */
    form?: HttpClientQuery | URLSearchParams;
    /** A body that is sent as it is. */
    body?: BodyInit | null;
    /** The time limit of the request, including the response's body: "5s", or a number of milliseconds. */
    timeout?: string | number;
    /** How often to repeat a failed request, if its method is idempotent; false for never. */
    retry?: false | int | HttpClientRetry;
    /** Aborts the request. */
    signal?: AbortSignal | null;
    /** What to do with a redirect; "follow" by default. */
    redirect?: RequestRedirect;
    /** Whether a status other than 2xx is an error; true by default. */
    throwHttpErrors?: boolean;
  }

  /** Values by name. A Date is written in ISO 8601; null and undefined are left out. */
  export type HttpClientQuery = Record<string, unknown>;

  /** How often to repeat a failed request. */
  export interface HttpClientRetry {
    /** The number of requests after the first. */
    max: int;
  }

  /** The promise of a response, with methods that read its body: `await client.get("/x").json()`. */
  export interface HttpClientResponse extends Promise<Response> {
    /** The body, parsed as JSON. */
    json<T = any>(): Promise<T>;
    /** The body as text. */
    text(): Promise<string>;
    /** The body's bytes. */
    bytes(): Promise<Uint8Array<ArrayBuffer>>;
    /** The body's bytes. */
    arrayBuffer(): Promise<ArrayBuffer>;
  }

  /**
   * The answer to a request of a {@link HttpClient} was not 2xx.
   *
   *     if (error instanceof HttpClientError && error.status === 404) return null;
   */
  export class HttpClientError extends Error {
    /** Scripts rarely make one. */
    constructor(message: string, response: Response, body?: string);
    /** The status of the response. */
    status: int;
    /** The beginning of its body: up to 2000 characters. */
    body: string;
    /** The response, whose body can still be read. */
    response: Response;
  }
}
