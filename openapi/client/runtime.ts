/** Settings of a client. */
export interface ClientOptions {
  /** The address of the application, with its context path: "https://example.com/api". In a browser it may be left out, or relative. */
  baseUrl?: string | URL | undefined;
  /** Sent as `Authorization: Bearer …`. A function is called for each request, and may be async; without a token nothing is sent. */
  token?: Source<string | null | undefined>;
  /** Sent with each request. A function is called for each request, and may be async. */
  headers?: Source<HeadersInit | undefined>;
  /** Sends the requests, in place of the global fetch. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Whether cookies are sent to another origin: "include". */
  credentials?: "include" | "omit" | "same-origin" | undefined;
  /** Milliseconds until a call fails with a TimeoutError. A stream or a download has to begin by then. Default: no limit. */
  timeout?: number | undefined;
  /**
   * How often a GET, HEAD or OPTIONS is sent again, 10 times at most, after a failure of the network or one of the statuses 429, 502, 503 and 504;
   * a broken stream of events goes on after the last event that was read. Other methods are never sent again. Default: 0.
   */
  retries?: number | undefined;
  /** Called with each response, before its body is read; the operation is `Users_find`. */
  onResponse?: ((response: Response, operation: string) => void) | undefined;
}

/** Settings of one call, in addition to those of the client. */
export interface CallOptions extends Pick<ClientOptions, "token" | "headers" | "timeout" | "retries" | "onResponse"> {
  /** Ends the call with an AbortError. */
  signal?: AbortSignal | undefined;
}

/** A value, or a function that returns it or its promise. */
export type Source<T> = T | (() => T | Promise<T>);

/** The arguments of an operation that takes none. */
export type NoArguments = { readonly [name: string]: never };

/** An event of a stream of server-sent events. */
export interface ServerEvent<T> {
  /** The name of the event; "message" if it has none. */
  event: string;
  data: T;
  /** The last id that was sent; empty if there was none. */
  id: string;
}

/** What is wrong with one value of a request. */
export interface ProblemError {
  /** Its path, such as `address.city`. */
  name: string;
  /** Where it was: body, query, path, header, cookie. */
  in: string;
  /** Which rule it breaks, such as `required`. */
  code: string;
  message: string;
  /** The values of the rule, such as `{ min: 1 }`. */
  params?: { readonly [name: string]: unknown };
}

/** An answer that is not a success, as an error. Problem details (RFC 9457) give its members; other answers have status, title and body. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  /** The `code` of the answer, or else that of the first of its errors. */
  readonly code: string | undefined;
  readonly errors: readonly ProblemError[];
  readonly type: string;
  readonly instance: string | undefined;
  /** Leads to the log of the application. */
  readonly traceId: string | undefined;
  /** The whole body: what its JSON means, or a text. */
  readonly body: unknown;
  readonly headers: Headers;
  /** The operation that failed: `Users_find`. */
  readonly operation: string;

  constructor(operation: string, response: Response, body: unknown) {
    const members: { [name: string]: unknown } = typeof body === "object" && body !== null ? { ...body } : {};
    const text = (name: string) => (typeof members[name] === "string" ? members[name] : undefined);
    const title = text("title") || response.statusText || `Status ${response.status}`;
    const detail = text("detail");
    super(`${operation}: ${response.status} ${title}${detail ? `: ${detail}` : ""}`);
    this.status = response.status;
    this.title = title;
    this.detail = detail;
    this.errors = Array.isArray(members["errors"]) ? members["errors"] : [];
    this.code = text("code") ?? this.errors[0]?.code;
    this.type = text("type") ?? "about:blank";
    this.instance = text("instance");
    this.traceId = text("traceId");
    this.body = body;
    this.headers = response.headers;
    this.operation = operation;
  }
}

/** A file that was answered. It is read once: as a whole, or piece by piece with `for await`. */
export class Download {
  /** The name under which it is to be saved, without folders. */
  readonly name: string | undefined;
  /** Its media type. */
  readonly type: string;
  /** Its bytes, if the server says how many there are. */
  readonly size: number | undefined;
  readonly response: Response;

  constructor(response: Response) {
    const { headers } = response;
    const length = headers.get("Content-Length");
    this.name = fileName(headers.get("Content-Disposition") ?? "");
    this.type = headers.get("Content-Type") ?? "application/octet-stream";
    this.size = length === null || headers.has("Content-Encoding") ? undefined : Number(length);
    this.response = response;
  }
  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.response.arrayBuffer());
  }
  text(): Promise<string> {
    return this.response.text();
  }
  blob(): Promise<Blob> {
    return this.response.blob();
  }
  /** The stream of its bytes; null if there is no body. */
  stream(): Response["body"] {
    return this.response.body;
  }
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    return pieces(this.response);
  }
}

interface Operation {
  id: string;
  method: string;
  path: string;
  /** The argument, where it is sent, how (as several fields, unless it says so), and under which name if not that of the argument. */
  parameters?: [argument: string, place: "path" | "query" | "header" | "cookie", style?: "" | "deep" | "joined" | "json" | "rest", name?: string][];
  /** How the body is sent, and its media type if there is one to be named. */
  body?: ["json" | "form" | "multipart" | "raw", string?];
  accept: string;
  result: "json" | "text" | "scalar" | "file" | "any" | "none" | "lines" | "events" | "textEvents";
}

type Init = RequestInit & { duplex?: "half"; credentials?: NonNullable<ClientOptions["credentials"]> };

type Values = { readonly [name: string]: unknown };

/** Makes the functions that send requests: one for a value, one for a stream. */
function connect(options: ClientOptions) {
  const base = String(options.baseUrl ?? defaultBase).replace(/\/+$/, "");
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));

  async function headersOf(operation: Operation, call: CallOptions, more: [string, string][]): Promise<Headers> {
    const headers = new Headers([["Accept", operation.accept], ...more]);
    for (const source of [options.headers, call.headers]) {
      new Headers(await valueOf(source)).forEach((value, name) => headers.set(name, value));
    }
    const token = await valueOf(call.token === undefined ? options.token : call.token);
    if (token) headers.set("Authorization", `Bearer ${token}`);
    return headers;
  }

  /** Returns a successful response, and throws a Problem for any other. */
  async function answer(operation: Operation, values: Values, call: CallOptions, clock: Clock, lastId = ""): Promise<Response> {
    const target = targetOf(operation, values);
    const { body, type } = bodyOf(operation, values["body"]);
    const url = base + target.path;
    if (!options.fetch && !/^https?:/i.test(url) && !(globalThis as { location?: unknown }).location) {
      throw new TypeError(`baseUrl has to be the address of the application, such as "https://example.com", not ${JSON.stringify(base)}`);
    }
    if (type) target.headers.unshift(["Content-Type", type]);
    if (lastId !== "") target.headers.push(["Last-Event-ID", lastId]);
    for (let tried = 0, most = retriesOf(operation, options, call); ; tried++) {
      const init: Init = { method: operation.method, headers: await headersOf(operation, call, target.headers) };
      if (options.credentials) init.credentials = options.credentials;
      if (clock.signal) init.signal = clock.signal;
      if (body !== undefined) init.body = body;
      if (isStream(body)) init.duplex = "half";
      let response: Response | undefined;
      try {
        response = await send(url, init);
      } catch (error) {
        if (clock.signal?.aborted) throw clock.signal.reason;
        if (tried >= most) throw error;
      }
      if (response) {
        options.onResponse?.(response, operation.id);
        call.onResponse?.(response, operation.id);
        if (response.ok) return response;
        if (tried >= most || ![429, 502, 503, 504].includes(response.status)) throw await problemOf(operation, response);
        await response.body?.cancel();
      }
      await pause(tried, response?.headers.get("Retry-After") ?? null, clock.signal);
    }
  }

  async function call(operation: Operation, values: object = {}, how: CallOptions = {}): Promise<any> {
    const clock = clockOf(how.signal, how.timeout ?? options.timeout);
    let result: unknown;
    try {
      return (result = await resultOf(operation, await answer(operation, values as Values, how, clock)));
    } catch (error) {
      throw clock.signal?.aborted ? clock.signal.reason : error;
    } finally {
      clock.stop();
      if (!(result instanceof Download)) clock.leave();
    }
  }

  async function* stream(operation: Operation, values: object = {}, how: CallOptions = {}): AsyncGenerator<any, void, undefined> {
    const clock = clockOf(how.signal, how.timeout ?? options.timeout);
    const last = { id: "" };
    try {
      for (let tried = 0; ; tried++) {
        const response = await answer(operation, values as Values, how, clock, last.id);
        clock.stop();
        try {
          if (operation.result === "lines") return yield* objects(response);
          for await (const event of events(response, operation.result === "events", last)) {
            tried = 0;
            yield event;
          }
          return;
        } catch (error) {
          if (clock.signal?.aborted) throw clock.signal.reason;
          if (error instanceof SyntaxError || operation.result === "lines" || tried >= retriesOf(operation, options, how)) throw error;
        }
        await pause(tried, null, clock.signal);
      }
    } finally {
      clock.stop();
      clock.leave();
    }
  }
  return { call, stream };
}

async function valueOf<T>(source: Source<T>): Promise<T> {
  return typeof source === "function" ? await (source as () => T | Promise<T>)() : source;
}

function retriesOf(operation: Operation, options: ClientOptions, call: CallOptions): number {
  const safe = ["GET", "HEAD", "OPTIONS"].includes(operation.method);
  return safe ? Math.min(10, call.retries ?? options.retries ?? 0) : 0;
}

/** Waits as long as the server asks for, 30 seconds at most, or else longer each time, 5 seconds at most. */
function pause(tried: number, after: string | null, signal: AbortSignal | undefined): Promise<void> {
  const asked = after === null ? NaN : /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  const wait = Number.isNaN(asked) ? Math.min(5000, 100 * 2 ** tried) * (0.5 + Math.random() / 2) : Math.max(0, Math.min(30_000, asked));
  return new Promise((done, fail) => {
    const end = () => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      done();
    }, wait);
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
  });
}

interface Clock {
  signal: AbortSignal | undefined;
  /** Lets the call take as long as it needs. */
  stop(): void;
  /** Forgets the caller's signal. */
  leave(): void;
}

/** Returns a signal that is aborted with the caller's, and after a time unless the clock is stopped before. */
function clockOf(outer: AbortSignal | undefined, timeout: number | undefined): Clock {
  if (timeout === undefined) return { signal: outer, stop() {}, leave() {} };
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(new DOMException(`the call has taken more than ${timeout} ms`, "TimeoutError")), timeout);
  const follow = () => own.abort(outer?.reason);
  if (outer?.aborted) follow();
  outer?.addEventListener("abort", follow, { once: true });
  return { signal: own.signal, stop: () => clearTimeout(timer), leave: () => outer?.removeEventListener("abort", follow) };
}

/** Returns the path with its query, and the headers that are arguments. */
function targetOf(operation: Operation, values: Values): { path: string; headers: [string, string][] } {
  let path = operation.path;
  const query = new URLSearchParams();
  const headers: [string, string][] = [];
  const cookies: string[] = [];
  for (const [argument, place, style = "", name = argument] of operation.parameters ?? []) {
    const value = Object.hasOwn(values, argument) ? values[argument] : undefined;
    if (place === "path") path = path.replaceAll(`{${name}}`, () => segmentOf(operation, argument, value, style === "rest"));
    else if (value === undefined || value === null) continue;
    else if (place === "query") for (const [key, text] of queryOf(name, value, style)) query.append(key, text);
    else if (place === "header") headers.push([name, style === "json" ? JSON.stringify(value) : String(value)]);
    else cookies.push(`${name}=${encodeURIComponent(style === "json" ? JSON.stringify(value) : String(value))}`);
  }
  if (path.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) throw new TypeError(`${operation.id}: "." and ".." are no values of a path`);
  if (cookies.length > 0) headers.push(["Cookie", cookies.join("; ")]);
  const search = query.toString();
  return { path: search === "" ? path : `${path}?${search}`, headers };
}

/** Encodes a value of the path. Only one that takes the rest of the path may have slashes. */
function segmentOf(operation: Operation, argument: string, value: unknown, rest: boolean): string {
  const text = value === undefined || value === null ? "" : String(value);
  if (text === "" && !rest) throw new TypeError(`${operation.id}: ${argument} is empty`);
  return rest ? text.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(text);
}

function* queryOf(name: string, value: unknown, style: string): Generator<[string, string]> {
  if (style === "json") yield [name, JSON.stringify(value)];
  else if (style === "joined" && Array.isArray(value)) yield [name, value.join(",")];
  else if (style === "" && isObject(value)) for (const [key, one] of Object.entries(value)) yield* textsOf(key, one);
  else yield* textsOf(name, value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Returns a value as fields of a form: `tags=a&tags=b`, `address[city]=…`, `lines[0][sku]=…`. */
function* fieldsOf(name: string, value: unknown): Generator<[string, string | Blob]> {
  if (value === undefined || value === null) return;
  if (value instanceof Blob) yield [name, value];
  else if (value instanceof Date) yield [name, value.toISOString()];
  else if (Array.isArray(value)) for (const [i, one] of value.entries()) yield* fieldsOf(isObject(one) && !(one instanceof Blob) ? `${name}[${i}]` : name, one);
  else if (isObject(value)) for (const [key, one] of Object.entries(value)) yield* fieldsOf(name === "" ? key : `${name}[${key}]`, one);
  else yield [name, String(value)];
}

function* textsOf(name: string, value: unknown): Generator<[string, string]> {
  for (const [key, one] of fieldsOf(name, value)) {
    if (typeof one !== "string") throw new TypeError(`${key} is a file, and can only be sent as multipart/form-data`);
    yield [key, one];
  }
}

type Body = Exclude<RequestInit["body"], null>;

function bodyOf(operation: Operation, value: unknown): { body?: Body; type?: string | undefined } {
  const [kind, type] = operation.body ?? [];
  if (kind === undefined || value === undefined) return {};
  if (kind === "json") return { body: JSON.stringify(value), type };
  if (kind === "raw" || value instanceof FormData || value instanceof URLSearchParams) {
    return { body: value as Body, type: kind === "raw" ? type : undefined };
  }
  if (kind === "form") return { body: new URLSearchParams([...textsOf("", value)]) };
  const form = new FormData();
  for (const [name, one] of fieldsOf("", value)) typeof one === "string" ? form.append(name, one) : form.append(name, one);
  return { body: form as unknown as Body };
}

function isStream(body: unknown): boolean {
  return typeof ReadableStream === "function" && body instanceof ReadableStream;
}

/** Returns the name of a Content-Disposition, without folders. */
function fileName(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8'[^']*'([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, bare] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  let name = bare ?? quoted?.replace(/\\(.)/g, "$1");
  try {
    if (encoded !== undefined) name = decodeURIComponent(encoded.trim());
  } catch {
    // the plain name has to do
  }
  return name?.replace(/^.*[/\\]/s, "") || undefined;
}

function mediaType(response: Response): string {
  return (response.headers.get("Content-Type") ?? "").replace(/;.*/s, "").trim().toLowerCase();
}

function isJSON(type: string): boolean {
  return /^[^/]+\/(.+\+)?json$/.test(type);
}

async function problemOf(operation: Operation, response: Response): Promise<Problem> {
  let body: unknown = await response.text();
  if (isJSON(mediaType(response))) {
    try {
      body = JSON.parse(String(body));
    } catch {
      // the text says more than another error would
    }
  }
  return new Problem(operation.id, response, body);
}

async function resultOf(operation: Operation, response: Response): Promise<unknown> {
  if (operation.result === "file") return new Download(response);
  if (operation.result === "none" || response.status === 204 || response.status === 205 || response.body === null) {
    await response.body?.cancel();
    return undefined;
  }
  const type = mediaType(response);
  const textual = type.startsWith("text/") || /^application\/(.+\+)?xml$/.test(type);
  if (operation.result === "any" && !isJSON(type) && !textual && type !== "") return new Download(response);
  const text = await response.text();
  const parsed = operation.result === "json" || operation.result === "scalar" || (operation.result === "any" && isJSON(type));
  if (!parsed) return text;
  return text === "" ? undefined : JSON.parse(text);
}

/** Reads a body piece by piece, and closes the connection when the reader leaves. */
async function* pieces(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  if (!response.body) return;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Reads the lines of a body: they end with LF, CR LF or CR. The last one needs no end. */
async function* lines(response: Response): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of pieces(response)) {
    const text = decoder.decode(piece, { stream: true });
    rest += text;
    if (!/[\r\n]/.test(text)) continue;
    const all = rest.split(/\r\n|\n|\r(?!$)/);
    rest = all.pop() ?? "";
    yield* all;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest.replace(/\r$/, "");
}

async function* objects(response: Response): AsyncGenerator<unknown, void, undefined> {
  for await (const line of lines(response)) if (line !== "") yield JSON.parse(line);
}

/** Returns the data of an event, which is a text as it is, or JSON. */
function dataOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads events as the HTML standard does; one that is not complete when the stream ends is none. */
async function* events(response: Response, parsed: boolean, last: { id: string }): AsyncGenerator<ServerEvent<unknown>, void, undefined> {
  let event = "";
  let data: string[] = [];
  for await (const line of lines(response)) {
    if (line === "") {
      const text = data.join("\n");
      if (data.length > 0) yield { event: event || "message", data: parsed ? dataOf(text) : text, id: last.id };
      event = "";
      data = [];
      continue;
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "data") data.push(value);
    else if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) last.id = value;
  }
}

