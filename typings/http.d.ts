/** Requests and responses. */
declare module "fwrun" {
  export {};

  /**
   * The current request. A handler gets it by declaring a parameter of this type. It cannot be used after
   * the request has been answered.
   */
  export class HttpRequest {
    protected constructor();
    /** The HTTP method, in upper case. */
    getMethod(): RequestMethod;
    /** The whole path, with `server.context-path` and without the query. */
    getUri(): string;
    /** The query as it was sent; null without one. */
    getQueryString(): string | null;
    /** "https" or "http": what the client used, according to a trusted proxy if there is one. */
    getScheme(): "http" | "https";
    /** Whether the client used https. */
    isSecure(): bool;
    /** The host that the client asked for, perhaps with a port: "shop.example:8443". null if the request has no host. */
    getHost(): string | null;
    /** The whole URL that the client asked for, with its query; null if the host is unknown. */
    getUrl(): string | null;
    /** The first value of that name in the query. */
    getQueryParam(name: string): string | null;
    /** The whole query: a string for each name, or a list for a name that is repeated or written `name[]`. */
    getQueryParams(): Record<string, string | string[]>;
    /** The first value of that name in a form, urlencoded or multipart. */
    getPostParam(name: string): string | null;
    /** The values of a form, like {@link getQueryParams}. */
    getPostParams(): Record<string, string | string[]>;
    /** The first uploaded file of that name, written with or without `[]`; null if there is none. */
    getFile(name: string): HttpUploadedFile | null;
    /** All uploaded files: one for each name, or a list for a name that is repeated or written `name[]`. */
    getFiles(): Record<string, HttpUploadedFile | HttpUploadedFile[]>;
    /** The first header of that name, in upper or lower case. */
    getFirstHeader(name: string): string | null;
    /** All headers of that name. */
    getHeader(name: string): string[];
    /** All headers, with names in lower case: a string for each name, or a list for a name that was sent more than once. */
    getHeaders(): Record<string, string | string[]>;
    /** The first cookie of that name, without quotes and with percent escapes decoded. */
    getCookie(name: string): string | null;
    /** All cookies: a string for each name, or a list for a name that was sent more than once. */
    getCookies(): Record<string, string | string[]>;
    /**
     * The body as text, decoded from its charset; a request with an unknown charset gets 415. A multipart body is
     * parsed while it arrives, and is empty here.
     */
    getRawBody(): string;
    /** The body as it was sent; empty if it was multipart. */
    getRawBytes(): Uint8Array;
    /** The Content-Type header; null if there is none. */
    getContentType(): string | null;
    /** The client's address, according to a trusted proxy if there is one; null if it is unknown. */
    getRemoteAddr(): string | null;
    /** The client's port; null if it is unknown. */
    getRemotePort(): int | null;
    /** The server's address that received the request; null if it is unknown. */
    getServerAddr(): string | null;
    /** The protocol, such as "HTTP/1.1". */
    getServerProtocol(): string | null;
    /** When the request arrived, as a Unix timestamp in seconds. */
    getRequestTime(): int | null;
  }

  /** The options of {@link ResponseEntity.withFile}. */
  export interface FileOptions {
    /**
     * A folder, absolute or relative to the application's, that the file's name cannot leave; a name that is not
     * a file in it is answered with 404. Required for a name that comes from a client.
     */
    root?: string;
    /** The name under which browsers save the file. With it, or with `inline: false`, the file is saved, not shown. */
    name?: string;
    /** The media type; by default it depends on the file's extension, or on its content if it has none. */
    type?: string;
    /** Whether the file is shown, not saved, even if it has a name. */
    inline?: boolean;
    /** The Cache-Control header; none by default. */
    cacheControl?: string;
  }

  /**
   * A file that was uploaded with a form. It is in a temporary folder, and is removed after the request has been
   * answered, unless {@link moveTo} has moved it.
   *
   * `@PostMapping`, and below it:
   *
   *     async upload(@RequestParam image: HttpUploadedFile) {
   *       const stored = await image.moveTo("inbox");
   *       …
   *     }
   */
  export class HttpUploadedFile {
    private constructor();
    /** The path of the file; empty if there is none. */
    getFilePath(): string;
    /** The client's name for the file: any text, so do not build a path from it. */
    getName(): string;
    /** Its size in bytes. */
    getSize(): int;
    /** `HttpUploadedFile.UPLOAD_ERR_OK`, or UPLOAD_ERR_NO_FILE if the file input was left empty. */
    getError(): int;
    /** The error in words. */
    getErrorText(): string;
    /** The media type according to the content, such as "image/png"; null without a file. */
    getMediaType(): string | null;
    /** The media type according to the client; null if it sent none. */
    getClientMediaType(): string | null;
    /**
     * Moves the file into a folder, which is created if necessary; a relative one is below the
     * application's. The file cannot leave the folder, and does not replace another file unless `overwrite` is set.
     * Returns the name of the stored file.
     */
    moveTo(
      folder: string,
      /** The new name, of which unsafe characters are removed; 32 random hexadecimal digits by default. */
      name?: string | null,
      options?: MoveOptions,
    ): Promise<string>;
    moveTo(folder: string, options: MoveOptions): Promise<string>;
    /** Its content, up to 64 MiB. */
    bytes(): Promise<Uint8Array>;
    /** Its content, up to 64 MiB, as a File that can be sent in a FormData. */
    toFile(): Promise<File>;
    /** Its content as UTF-8, up to 64 MiB. */
    text(): Promise<string>;

    /** 0: there is a file. */
    static readonly UPLOAD_ERR_OK: int;
    /** 1; handlers never see it: a file that is too large gets 413. */
    static readonly UPLOAD_ERR_INI_SIZE: int;
    /** 2; handlers never see it. */
    static readonly UPLOAD_ERR_FORM_SIZE: int;
    /** 3; handlers never see it: a body that ends early gets 400. */
    static readonly UPLOAD_ERR_PARTIAL: int;
    /** 4: a form's file input was left empty. */
    static readonly UPLOAD_ERR_NO_FILE: int;
    /** 6; handlers never see it: without a temporary folder a request gets 500. */
    static readonly UPLOAD_ERR_NO_TMP_DIR: int;
    /** 7; handlers never see it: if the disk is full, a request gets 507. */
    static readonly UPLOAD_ERR_CANT_WRITE: int;
    /** 8; handlers never see it. */
    static readonly UPLOAD_ERR_EXTENSION: int;
  }

  /** The options of {@link HttpUploadedFile.moveTo}. */
  export interface MoveOptions {
    /** Whether it may replace a file of that name; false by default. */
    overwrite?: boolean;
  }

  /**
   * A response with status, headers and body. Make one with a static method, or declare a parameter of
   * this type and fill it in.
   *
   *     return ResponseEntity.created(`/users/${user.id}`).withJson(user);
   */
  export class ResponseEntity<T = any> {
    /** Only for the compiler. */
    protected readonly $body: T;

    /** 200. A text is sent as text/plain, other values as JSON. */
    static ok(): ResponseEntity<never>;
    static ok<T>(body: T): ResponseEntity<T>;
    /** 201, with a Location header. */
    static created(location: string): ResponseEntity<never>;
    /** 202. */
    static accepted(): ResponseEntity<never>;
    static accepted<T>(body: T): ResponseEntity<T>;
    /** 204. */
    static noContent(): ResponseEntity<never>;
    /** 400. */
    static badRequest(): ResponseEntity<never>;
    static badRequest<T>(body: T): ResponseEntity<T>;
    /** 401. */
    static unauthorized(): ResponseEntity<never>;
    static unauthorized<T>(body: T): ResponseEntity<T>;
    /** 404. */
    static notFound(): ResponseEntity<never>;
    static notFound<T>(body: T): ResponseEntity<T>;
    /** 422. */
    static unprocessableEntity(): ResponseEntity<never>;
    static unprocessableEntity<T>(body: T): ResponseEntity<T>;
    /** Any status: `ResponseEntity.status(HttpStatus.CONFLICT)`. Throws a RangeError for a number that is not a status. */
    static status(status: HttpStatus | int): ResponseEntity<never>;

    /** Sets the body, and Content-Type application/json. */
    withJson<B>(body: B): ResponseEntity<B>;
    /**
     * Sets the body, and Content-Type application/xml. A string is sent as it is. Any other value becomes a document:
     * `{"@id": 1, tags: ["a", "b"]}` is `<response id="1"><tags>a</tags><tags>b</tags></response>`.
     */
    withXml<B>(
      body: B,
      /** The name of the root element; the default is what `@XmlRoot` says, the name of an exported class, or "response". */
      root?: string,
    ): ResponseEntity<B>;
    /**
     * Sets the body to server-sent events: the values of an async iterable or a generator, one by one. An object with `data`,
     * `event`, `id`, `retry` or `comment` only is an event; any other value is the data of an event, a string as it is.
     */
    withEvents<B>(events: AsyncIterable<B> | Iterable<B>): ResponseEntity<B>;
    /**
     * Sends a file without reading it into memory, with conditional and range requests. A relative path is in the
     * application's folder and cannot leave it; an absolute path can be any file, so no part of it may come from a client.
     *
     *     return ResponseEntity.ok().withFile(name, { root: "data/reports", name: "report.pdf" });
     */
    withFile(
      /** A path, or an uploaded file. */
      file: string | HttpUploadedFile,
      options?: FileOptions,
    ): ResponseEntity<any>;
    /** Sets the body without changing the Content-Type. */
    setBody<B>(body: B): ResponseEntity<B>;
    /** Adds a header. Throws a TypeError for a name or value that could break the response. */
    withHeader(name: string, value: string | number): this;
    /** Sets the status by number, from 100 to 599. */
    withStatusCode(code: int): this;
    /** Sets the status: `withStatus(HttpStatus.CONFLICT)`. */
    withStatus(status: HttpStatus | int): this;
    /** Sets the Content-Type. */
    withContentType(type: string): this;
    /** Sets the Content-Length, in bytes. */
    withContentLength(bytes: int): this;
    /**
     * Adds a Set-Cookie header. The value may be any text: characters that a cookie cannot contain are percent-encoded.
     */
    withCookie(
      name: string,
      value?: string | number | boolean,
      /** A Unix timestamp in seconds, or a Date; 0 for a session cookie. A time in the past deletes the cookie. */
      expires?: int | Date,
      /** The path below which the cookie is sent. */
      path?: string,
      /** The domain that the cookie is sent to; the current host if empty. */
      domain?: string,
      /** Only over HTTPS. */
      secure?: boolean,
      /** Hidden from scripts in the browser. */
      httponly?: boolean,
      samesite?: "Strict" | "Lax" | "None" | "",
    ): this;
    /** Returns the response itself, as the end of a chain. */
    build(): this;

    /** The status; 200 if none was set. */
    getStatus(): HttpStatus;
    /** The body. */
    getBody(): T | undefined;
    /** The headers without cookies. */
    getHeaders(): [name: string, value: string][];
  }

  /**
   * A status code with its reason: an object, one for each code, so compare it with others by `===` and `switch`:
   * `status === HttpStatus.NOT_FOUND`. It is never equal to a number, which is `status.getValue()`.
   */
  export class HttpStatus {
    private constructor();
    /** The status of a number: `HttpStatus.of(404)` is `HttpStatus.NOT_FOUND`. */
    static of(code: int): HttpStatus;
    /** The number, such as 409. */
    getValue(): int;
    /** The reason, such as "Conflict". */
    getReasonPhrase(): string;
    /** The number, for comparisons. */
    valueOf(): int;
    /** "409 Conflict". */
    toString(): string;
    /** The number. */
    toJSON(): int;

    /** 100 Continue */
    static readonly CONTINUE: HttpStatus;
    /** 101 Switching Protocols */
    static readonly SWITCHING_PROTOCOLS: HttpStatus;
    /** 102 Processing */
    static readonly PROCESSING: HttpStatus;
    /** 103 Early Hints */
    static readonly EARLY_HINTS: HttpStatus;
    /** 104 Upload Resumption Supported */
    static readonly UPLOAD_RESUMPTION_SUPPORTED: HttpStatus;
    /** 200 OK */
    static readonly OK: HttpStatus;
    /** 201 Created */
    static readonly CREATED: HttpStatus;
    /** 202 Accepted */
    static readonly ACCEPTED: HttpStatus;
    /** 203 Non-Authoritative Information */
    static readonly NON_AUTHORITATIVE_INFORMATION: HttpStatus;
    /** 204 No Content */
    static readonly NO_CONTENT: HttpStatus;
    /** 205 Reset Content */
    static readonly RESET_CONTENT: HttpStatus;
    /** 206 Partial Content */
    static readonly PARTIAL_CONTENT: HttpStatus;
    /** 207 Multi-Status */
    static readonly MULTI_STATUS: HttpStatus;
    /** 208 Already Reported */
    static readonly ALREADY_REPORTED: HttpStatus;
    /** 226 IM Used */
    static readonly IM_USED: HttpStatus;
    /** 300 Multiple Choices */
    static readonly MULTIPLE_CHOICES: HttpStatus;
    /** 301 Moved Permanently */
    static readonly MOVED_PERMANENTLY: HttpStatus;
    /** 302 Found */
    static readonly FOUND: HttpStatus;
    /** 302, by its older name: {@link FOUND} */
    static readonly MOVED_TEMPORARILY: HttpStatus;
    /** 303 See Other */
    static readonly SEE_OTHER: HttpStatus;
    /** 304 Not Modified */
    static readonly NOT_MODIFIED: HttpStatus;
    /** 305 Use Proxy */
    static readonly USE_PROXY: HttpStatus;
    /** 306 Unused */
    static readonly UNUSED: HttpStatus;
    /** 306, by its older name: {@link UNUSED} */
    static readonly SWITCH_PROXY: HttpStatus;
    /** 307 Temporary Redirect */
    static readonly TEMPORARY_REDIRECT: HttpStatus;
    /** 308 Permanent Redirect */
    static readonly PERMANENT_REDIRECT: HttpStatus;
    /** 400 Bad Request */
    static readonly BAD_REQUEST: HttpStatus;
    /** 401 Unauthorized */
    static readonly UNAUTHORIZED: HttpStatus;
    /** 402 Payment Required */
    static readonly PAYMENT_REQUIRED: HttpStatus;
    /** 403 Forbidden */
    static readonly FORBIDDEN: HttpStatus;
    /** 404 Not Found */
    static readonly NOT_FOUND: HttpStatus;
    /** 405 Method Not Allowed */
    static readonly METHOD_NOT_ALLOWED: HttpStatus;
    /** 406 Not Acceptable */
    static readonly NOT_ACCEPTABLE: HttpStatus;
    /** 407 Proxy Authentication Required */
    static readonly PROXY_AUTHENTICATION_REQUIRED: HttpStatus;
    /** 408 Request Timeout */
    static readonly REQUEST_TIMEOUT: HttpStatus;
    /** 409 Conflict */
    static readonly CONFLICT: HttpStatus;
    /** 410 Gone */
    static readonly GONE: HttpStatus;
    /** 411 Length Required */
    static readonly LENGTH_REQUIRED: HttpStatus;
    /** 412 Precondition Failed */
    static readonly PRECONDITION_FAILED: HttpStatus;
    /** 413 Content Too Large */
    static readonly CONTENT_TOO_LARGE: HttpStatus;
    /** 413, by an older name: {@link CONTENT_TOO_LARGE} */
    static readonly PAYLOAD_TOO_LARGE: HttpStatus;
    /** 413, by its oldest name: {@link CONTENT_TOO_LARGE} */
    static readonly REQUEST_ENTITY_TOO_LARGE: HttpStatus;
    /** 414 URI Too Long */
    static readonly URI_TOO_LONG: HttpStatus;
    /** 414, by its older name: {@link URI_TOO_LONG} */
    static readonly REQUEST_URI_TOO_LONG: HttpStatus;
    /** 415 Unsupported Media Type */
    static readonly UNSUPPORTED_MEDIA_TYPE: HttpStatus;
    /** 416 Range Not Satisfiable */
    static readonly RANGE_NOT_SATISFIABLE: HttpStatus;
    /** 416, by its older name: {@link RANGE_NOT_SATISFIABLE} */
    static readonly REQUESTED_RANGE_NOT_SATISFIABLE: HttpStatus;
    /** 417 Expectation Failed */
    static readonly EXPECTATION_FAILED: HttpStatus;
    /** 418 I'm a teapot */
    static readonly IM_A_TEAPOT: HttpStatus;
    /** 418, spelt out: {@link IM_A_TEAPOT} */
    static readonly I_AM_A_TEAPOT: HttpStatus;
    /** 421 Misdirected Request */
    static readonly MISDIRECTED_REQUEST: HttpStatus;
    /** 421, in short: {@link MISDIRECTED_REQUEST} */
    static readonly MISDIRECTED: HttpStatus;
    /** 422 Unprocessable Content */
    static readonly UNPROCESSABLE_CONTENT: HttpStatus;
    /** 422, by its older name: {@link UNPROCESSABLE_CONTENT} */
    static readonly UNPROCESSABLE_ENTITY: HttpStatus;
    /** 423 Locked */
    static readonly LOCKED: HttpStatus;
    /** 424 Failed Dependency */
    static readonly FAILED_DEPENDENCY: HttpStatus;
    /** 425 Too Early */
    static readonly TOO_EARLY: HttpStatus;
    /** 426 Upgrade Required */
    static readonly UPGRADE_REQUIRED: HttpStatus;
    /** 428 Precondition Required */
    static readonly PRECONDITION_REQUIRED: HttpStatus;
    /** 429 Too Many Requests */
    static readonly TOO_MANY_REQUESTS: HttpStatus;
    /** 431 Request Header Fields Too Large */
    static readonly REQUEST_HEADER_FIELDS_TOO_LARGE: HttpStatus;
    /** 451 Unavailable For Legal Reasons */
    static readonly UNAVAILABLE_FOR_LEGAL_REASONS: HttpStatus;
    /** 500 Internal Server Error */
    static readonly INTERNAL_SERVER_ERROR: HttpStatus;
    /** 501 Not Implemented */
    static readonly NOT_IMPLEMENTED: HttpStatus;
    /** 502 Bad Gateway */
    static readonly BAD_GATEWAY: HttpStatus;
    /** 503 Service Unavailable */
    static readonly SERVICE_UNAVAILABLE: HttpStatus;
    /** 504 Gateway Timeout */
    static readonly GATEWAY_TIMEOUT: HttpStatus;
    /** 505 HTTP Version Not Supported */
    static readonly HTTP_VERSION_NOT_SUPPORTED: HttpStatus;
    /** 506 Variant Also Negotiates */
    static readonly VARIANT_ALSO_NEGOTIATES: HttpStatus;
    /** 507 Insufficient Storage */
    static readonly INSUFFICIENT_STORAGE: HttpStatus;
    /** 508 Loop Detected */
    static readonly LOOP_DETECTED: HttpStatus;
    /** 510 Not Extended */
    static readonly NOT_EXTENDED: HttpStatus;
    /** 511 Network Authentication Required */
    static readonly NETWORK_AUTHENTICATION_REQUIRED: HttpStatus;
  }

  /**
   * A handler throws it to answer with a status.
   *
   *     throw new HttpRestException(HttpStatus.CONFLICT, "that email is taken");
   */
  export class HttpRestException extends Error {
    /** Makes an error that is answered with the status. */
    constructor(
      status: HttpStatus | int,
      /** The message for the client if the status is 4xx; the status's reason by default. */
      message?: string,
      /** Headers of the answer, such as `{ "Retry-After": "5" }`. */
      headers?: Record<string, string | number>,
    );
    /** The status code. */
    status: int;
    /** The status it answers with. */
    getStatus(): HttpStatus;
    /** Pairs of names and values, in order. */
    getHeaders(): [name: string, value: string][];
  }

  /** What an {@link ErrorController} gets when values of a request did not bind. */
  export interface RefusedRequest extends HttpRestException {
    /** The values that did not bind. */
    errors: RefusedValue[];
  }

  /** A value of a request that was rejected. */
  export interface RefusedValue {
    /** The name of the parameter, or the path of the value in a body: `"lines[0].quantity"`. */
    name: string;
    /** The part of the request that it comes from. */
    in: "path" | "query" | "form" | "cookie" | "header" | "body";
    /** A stable code for what is wrong: `"required"`, `"type"`, `"min"`. */
    code: string;
    /** A description for people. */
    message: string;
    /** The parameters of the constraint: `{ min: 1 }`. */
    params: Record<string, any>;
  }
}
