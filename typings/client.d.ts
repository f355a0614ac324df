/** Requests to other services. */
declare module "fwrun" {
  export {};

  /**
   * Sends requests to a service of `http.clients` in application.yml, with its base URL, headers, authentication
   * and limits. Inject it by its name: `@Qualifier("<name>-client")`. Without a name, the client for any host is injected,
   * which needs absolute URLs. A response with a status other than 2xx throws an {@link HttpClientError}; no response throws
   * a TypeError, as with fetch, or a TimeoutError.
   *
   * - `@Autowired` `@Qualifier("billing-client") billing: HttpClient;`
   * - `const invoice = await this.billing.get("/invoices/" + encodeURIComponent(id)).json();`
   */
  export class HttpClient {
    private constructor();
    /** Sends a GET request. A path is below the base URL and cannot leave it. */
    get(path: string | URL, options?: HttpClientOptions): HttpClientResponse;
    /** Sends a HEAD request. The response has no body. */
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
    /** The query, which is added to the path: an object, in which a list is sent as several values and null is left out, or a text as in a URL. */
    query?: HttpClientQuery | URLSearchParams | string;
    /** Headers, which override those of the configuration. */
    headers?: HeadersInit;
    /** A body that is sent as JSON. */
    json?: any;
    /** A body that is sent as a form. */
    form?: HttpClientQuery | URLSearchParams;
    /** A body that is sent as it is. */
    body?: BodyInit | null;
    /** The time limit of the request, including the response's body: "5s", or a number of milliseconds. */
    timeout?: string | number;
    /** How often a failed request is repeated, if its method is idempotent; false means never. */
    retry?: false | int | HttpClientRetry;
    /** Aborts the request. */
    signal?: AbortSignal | null;
    /** How a redirect is handled. Default: "follow". */
    redirect?: RequestRedirect;
    /** Whether a status other than 2xx is an error. Default: true. */
    throwHttpErrors?: boolean;
  }

  /** Values by name. A Date is written in ISO 8601; null and undefined are left out. */
  export type HttpClientQuery = Record<string, unknown>;

  /** How often a failed request is repeated. */
  export interface HttpClientRetry {
    /** The number of requests after the first. */
    max: int;
  }

  /** The promise of a response, with methods that read its body: `await client.get("/x").json()`. */
  export interface HttpClientResponse extends Promise<Response> {
    /** Reads the body and parses it as JSON. */
    json<T = any>(): Promise<T>;
    /** Reads the body as a text. */
    text(): Promise<string>;
    /** Reads the body as bytes. */
    bytes(): Promise<Uint8Array<ArrayBuffer>>;
    /** Reads the body as bytes. */
    arrayBuffer(): Promise<ArrayBuffer>;
  }

  /**
   * The status of the response to a request of a {@link HttpClient} was not 2xx.
   *
   *     if (error instanceof HttpClientError && error.status === 404) return null;
   */
  export class HttpClientError extends Error {
    /** Creates an error, for tests. */
    constructor(message: string, response: Response, body?: string);
    /** The status of the response. */
    status: int;
    /** The beginning of its body: up to 2000 characters. */
    body: string;
    /** The response, whose body can still be read. */
    response: Response;
  }
}
