/// <reference lib="es2023.array" />
/// <reference lib="es2024.collection" />
/// <reference lib="es2024.object" />
/// <reference lib="es2024.promise" />
/// <reference lib="es2024.string" />
/// <reference lib="esnext.array" />
/// <reference lib="esnext.collection" />
/// <reference lib="esnext.error" />
/// <reference lib="esnext.iterator" />
/// <reference lib="esnext.promise" />

// The globals of the web platform that scripts have, as browsers and Node have them, and above them
// the parts of the language that are newer than ES2022. There is no DOM and no `process`; streams,
// Blob, FormData and crypto.subtle are missing so far. Three names that the compiler takes for granted
// do not exist: Intl, SharedArrayBuffer and Atomics.

// Timers. Delays are in milliseconds.

/** Calls a function once, after a delay. What it throws is logged. Functions of one delay are called in the order in which they were set. */
declare function setTimeout<A extends any[]>(callback: (...args: A) => void, delay?: number, ...args: A): number;
/** The same for a function that is called without a value, such as that of a promise: `new Promise((done) => setTimeout(done, 100))`. */
declare function setTimeout(callback: (value: void) => void, delay?: number): number;
/** Calls a function again and again, in one rhythm: a call that comes late does not move those after it, and calls that were missed are left out. */
declare function setInterval<A extends any[]>(callback: (...args: A) => void, delay?: number, ...args: A): number;
/** Calls a function as soon as the running code is done. */
declare function setImmediate<A extends any[]>(callback: (...args: A) => void, ...args: A): number;
/** Forgets a setTimeout. */
declare function clearTimeout(timer?: number | null): void;
/** Ends a setInterval. */
declare function clearInterval(timer?: number | null): void;
/** Forgets a setImmediate. */
declare function clearImmediate(timer?: number | null): void;
/** Calls a function before anything that waits. */
declare function queueMicrotask(callback: () => void): void;

// The console, which is the application's log.

/** The kind of {@link console}. */
interface Console {
  /** Logs at level INFO. The first value may hold %s, %d, %i, %f, %j, %o and %O, for those that follow. */
  log(...values: unknown[]): void;
  /** Logs at level INFO. */
  info(...values: unknown[]): void;
  /** Logs at level WARN. */
  warn(...values: unknown[]): void;
  /** Logs at level ERROR. */
  error(...values: unknown[]): void;
  /** Logs at level DEBUG. */
  debug(...values: unknown[]): void;
  /** Logs at level DEBUG, with the place of the call. */
  trace(...values: unknown[]): void;
  /** Logs at level ERROR when the condition does not hold. */
  assert(condition?: unknown, ...values: unknown[]): void;
  /** Logs an object with its properties, to a depth; null is no bound. */
  dir(value?: unknown, options?: { depth?: number | null }): void;
  /** The same as {@link log}. */
  dirxml(...values: unknown[]): void;
  /** Logs a list of objects as a table. */
  table(rows?: unknown, columns?: readonly string[]): void;
  /** Indents what follows, until groupEnd. */
  group(...values: unknown[]): void;
  /** The same as {@link group}. */
  groupCollapsed(...values: unknown[]): void;
  /** Ends the last {@link group}. */
  groupEnd(): void;
  /** Logs how often it was called with that label. */
  count(label?: string): void;
  /** Begins counting anew. */
  countReset(label?: string): void;
  /** Starts a clock; timeLog and timeEnd log what it shows. */
  time(label?: string): void;
  /** Logs what the clock of that label shows. */
  timeLog(label?: string, ...values: unknown[]): void;
  /** Logs what the clock shows, and stops it. */
  timeEnd(label?: string): void;
  /** Does nothing: there is no screen. */
  clear(): void;
}
/** The application's log. */
declare var console: Console;

// Values and texts.

/** What V8 has beyond the language, as its libraries use it. */
interface ErrorConstructor {
  /** Gives an object a `stack` from here on, or from where `constructor` was called. */
  captureStackTrace(target: object, constructor?: Function): void;
  /** How many frames captureStackTrace takes: 10. */
  stackTraceLimit: number;
}

/** A deep copy. Functions and symbols are a DOMException. Buffers to transfer are moved, and empty behind. */
declare function structuredClone<T>(value: T, options?: { transfer?: ArrayBuffer[] }): T;
/** Decodes base64 to a text of bytes. */
declare function atob(data: string): string;
/** Encodes a text of bytes, none above U+00FF, as base64. */
declare function btoa(data: string): string;

/** Bytes. */
type BufferSource = ArrayBuffer | ArrayBufferView;

/** Encodes texts in UTF-8. */
declare class TextEncoder {
  /** Always UTF-8. */
  readonly encoding: "utf-8";
  /** A text's bytes. */
  encode(text?: string): Uint8Array<ArrayBuffer>;
  /** Writes as much as fits. */
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}

/** Decodes bytes. */
declare class TextDecoder {
  /** Makes one for an encoding; "utf-8" by default. */
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  /** The encoding, in lower case. */
  readonly encoding: string;
  /** Whether bytes that make no sense are a TypeError, rather than U+FFFD. */
  readonly fatal: boolean;
  /** Whether a byte order mark is kept. */
  readonly ignoreBOM: boolean;
  /** Decodes bytes; with `stream`, those of an incomplete character are kept for the next call. */
  decode(input?: BufferSource, options?: { stream?: boolean }): string;
}

/** A URL in its parts. */
declare class URL {
  /** Throws a TypeError when the URL is not valid. */
  constructor(url: string | URL, base?: string | URL);
  /** Whether it is valid. */
  static canParse(url: string | URL, base?: string | URL): boolean;
  /** The URL, or null when it is not valid. */
  static parse(url: string | URL, base?: string | URL): URL | null;
  /** The whole URL. */
  href: string;
  /** Scheme, host and port: "https://example.com". */
  readonly origin: string;
  /** The scheme with its colon: "https:". */
  protocol: string;
  /** The user, percent-encoded. */
  username: string;
  /** The password, percent-encoded. */
  password: string;
  /** Host name and port: "example.com:8080". */
  host: string;
  /** The host name. */
  hostname: string;
  /** The port; empty when it is the scheme's own. */
  port: string;
  /** The path, from its first slash. */
  pathname: string;
  /** The query with its question mark; empty without one. */
  search: string;
  /** The query's names and values; what is set there changes the URL. */
  readonly searchParams: URLSearchParams;
  /** The fragment with its #; empty without one. */
  hash: string;
  /** The whole URL. */
  toString(): string;
  /** The whole URL. */
  toJSON(): string;
}

/** The names and values of a query. */
declare class URLSearchParams {
  /** From a query such as "a=1&b=2", an object, or pairs. */
  constructor(init?: string | Record<string, string> | Iterable<readonly [string, string]>);
  /** The number of pairs. */
  readonly size: number;
  /** Adds a pair behind the others. */
  append(name: string, value: string): void;
  /** Removes the pairs of that name, or those of that name and value. */
  delete(name: string, value?: string): void;
  /** The first value of that name. */
  get(name: string): string | null;
  /** All values of that name. */
  getAll(name: string): string[];
  /** Whether there is a pair of that name, or of that name and value. */
  has(name: string, value?: string): boolean;
  /** Leaves one pair of that name. */
  set(name: string, value: string): void;
  /** Sorts by name; pairs of one name keep their order. */
  sort(): void;
  /** Calls a function for each pair. */
  forEach(callback: (value: string, name: string, params: URLSearchParams) => void, thisArg?: unknown): void;
  /** The pairs, in order. */
  entries(): IterableIterator<[string, string]>;
  /** The names, one for each pair. */
  keys(): IterableIterator<string>;
  /** The values, in order. */
  values(): IterableIterator<string>;
  /** The pairs, in order. */
  [Symbol.iterator](): IterableIterator<[string, string]>;
  /** The query, encoded, without a question mark. */
  toString(): string;
}

// Events and cancellation.

/** What an {@link Event} is made with. */
interface EventInit {
  /** Whether it is said to bubble; there is no tree to do so in. */
  bubbles?: boolean;
  /** Whether a listener may prevent the default. */
  cancelable?: boolean;
  /** Whether it is said to leave its tree. */
  composed?: boolean;
}

/** Something that happened. */
declare class Event {
  /** An event of a type, such as "abort". */
  constructor(type: string, init?: EventInit);
  /** Which kind of event it is. */
  readonly type: string;
  /** What it was dispatched to. */
  readonly target: EventTarget | null;
  /** Whose listeners are being called. */
  readonly currentTarget: EventTarget | null;
  /** As it was made. */
  readonly bubbles: boolean;
  /** Whether {@link preventDefault} has an effect. */
  readonly cancelable: boolean;
  /** As it was made. */
  readonly composed: boolean;
  /** Whether a listener has prevented the default. */
  readonly defaultPrevented: boolean;
  /** Milliseconds since {@link Performance.timeOrigin}. */
  readonly timeStamp: number;
  /** Asks the dispatcher not to go on, if it is cancelable. */
  preventDefault(): void;
  /** Has no effect without a tree. */
  stopPropagation(): void;
  /** Keeps it from the listeners behind this one. */
  stopImmediatePropagation(): void;
}

/** An event that carries something. */
declare class CustomEvent<T = any> extends Event {
  /** An event with a detail. */
  constructor(type: string, init?: EventInit & { detail?: T });
  /** What it carries. */
  readonly detail: T;
}

/** A function, or an object with a method handleEvent. */
type EventListener = ((event: any) => void) | { handleEvent(event: any): void };

/** How a listener is told from others. */
interface EventListenerOptions {
  /** Whether it listens on the way down; part of its identity. */
  capture?: boolean;
}

/** How a listener is added. */
interface AddEventListenerOptions extends EventListenerOptions {
  /** Removes the listener after the first event. */
  once?: boolean;
  /** The listener will not prevent the default. */
  passive?: boolean;
  /** Removes the listener when it is aborted. */
  signal?: AbortSignal;
}

/** What events can be dispatched to. */
declare class EventTarget {
  /** Adds a listener, unless it is there already. */
  addEventListener(type: string, listener: EventListener | null, options?: boolean | AddEventListenerOptions): void;
  /** Removes a listener. */
  removeEventListener(type: string, listener: EventListener | null, options?: boolean | EventListenerOptions): void;
  /** Calls the listeners; false when one of them prevented the default. */
  dispatchEvent(event: Event): boolean;
}

/** Cancels what was given its signal. */
declare class AbortController {
  /** Give this to what is to be cancelled. */
  readonly signal: AbortSignal;
  /** Aborts: what waits is rejected with the reason; an AbortError by default. */
  abort(reason?: unknown): void;
}

/** Tells that something is to be cancelled. */
declare class AbortSignal extends EventTarget {
  private constructor();
  /** A signal that is aborted already. */
  static abort(reason?: unknown): AbortSignal;
  /** Is aborted with a TimeoutError after some milliseconds. */
  static timeout(milliseconds: number): AbortSignal;
  /** Is aborted with the first of others. */
  static any(signals: Iterable<AbortSignal>): AbortSignal;
  /** Whether it has been aborted. */
  readonly aborted: boolean;
  /** What it was aborted with. */
  readonly reason: any;
  /** Throws the reason once it has been aborted. */
  throwIfAborted(): void;
  /** Is called when it is aborted. */
  onabort: ((event: Event) => void) | null;
}

/** An error of the platform; `name` says which, such as "AbortError". */
declare class DOMException extends Error {
  /** An error of that name; with an object for the name, one that has a cause as well. */
  constructor(message?: string, name?: string | { name?: string; cause?: unknown });
  /** Which error it is. */
  readonly name: string;
  /** A number for the older names, else 0. */
  readonly code: number;
}

// Randomness, time, the process.

/** The kind of {@link crypto}. */
declare class Crypto {
  private constructor();
  /** A random UUID, version 4. */
  randomUUID(): `${string}-${string}-${string}-${string}-${string}`;
  /** Fills an integer array, at most 65536 bytes, with random values. */
  getRandomValues<T extends ArrayBufferView>(array: T): T;
}
/** Randomness that cannot be guessed. */
declare var crypto: Crypto;

/** The kind of {@link performance}. */
declare class Performance extends EventTarget {
  private constructor();
  /** When the worker started, in milliseconds since 1970. */
  readonly timeOrigin: number;
  /** Milliseconds since {@link timeOrigin}, with fractions. */
  now(): number;
  /** The clock's start. */
  toJSON(): { timeOrigin: number };
}
/** A clock that never goes back. */
declare var performance: Performance;

/** The kind of {@link navigator}. */
declare class Navigator {
  private constructor();
  /** Always "fwrun". */
  readonly userAgent: string;
  /** The language that numbers and dates are written in. */
  readonly language: string;
  /** That language. */
  readonly languages: readonly string[];
  /** How many processors there are. */
  readonly hardwareConcurrency: number;
}
/** What runs the application. */
declare var navigator: Navigator;

/** The global object. */
declare var self: typeof globalThis;

// Fetching.

/** What {@link Headers} can be made from. */
type HeadersInit = Headers | Record<string, string> | Iterable<readonly [string, string]>;
/** What a body can be made from. */
type BodyInit = string | BufferSource | URLSearchParams;
/** What to do with a redirect: follow it, hand it over, or be rejected. */
type RequestRedirect = "follow" | "manual" | "error";

/** Headers, whose names are in lower case. */
declare class Headers {
  /** From an object, or pairs. */
  constructor(init?: HeadersInit);
  /** Adds a value beside those there are. */
  append(name: string, value: string): void;
  /** Removes a header. */
  delete(name: string): void;
  /** All values of that name, joined by commas. */
  get(name: string): string | null;
  /** The values of Set-Cookie, which cannot be joined. */
  getSetCookie(): string[];
  /** Whether there is such a header. */
  has(name: string): boolean;
  /** Leaves one value of that name. */
  set(name: string, value: string): void;
  /** Calls a function for each header, sorted by name. */
  forEach(callback: (value: string, name: string, headers: Headers) => void, thisArg?: unknown): void;
  /** Names and values, sorted by name. */
  entries(): IterableIterator<[string, string]>;
  /** The names, sorted. */
  keys(): IterableIterator<string>;
  /** The values, sorted by name. */
  values(): IterableIterator<string>;
  /** Names and values, sorted by name. */
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

/** What requests and responses have in common. A body can be read once. */
interface Body {
  /** Always null: bodies are read as a whole. */
  readonly body: null;
  /** Whether it has been read. */
  readonly bodyUsed: boolean;
  /** The bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
  /** The bytes. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Parsed JSON; rejected with a SyntaxError when it is none. */
  json(): Promise<any>;
  /** The text, decoded from UTF-8. */
  text(): Promise<string>;
}

/** What a {@link Request} is made with. */
interface RequestInit {
  /** The method; "GET". */
  method?: string;
  /** Headers to send. */
  headers?: HeadersInit;
  /** What to send. */
  body?: BodyInit | null;
  /** Gives up when it is aborted. */
  signal?: AbortSignal | null;
  /** What to do with a redirect; "follow". */
  redirect?: RequestRedirect;
  /** Has no effect. */
  keepalive?: boolean;
}

/** A request that can be sent. */
interface Request extends Body {}
declare class Request {
  /** For a URL, or like another request. */
  constructor(input: string | URL | Request, init?: RequestInit);
  /** The method, in upper case. */
  readonly method: string;
  /** The URL, without its fragment. */
  readonly url: string;
  /** The headers. */
  readonly headers: Headers;
  /** Tells when to give up. */
  readonly signal: AbortSignal;
  /** What to do with a redirect. */
  readonly redirect: RequestRedirect;
  /** As it was made. */
  readonly keepalive: boolean;
  /** A second one; the body can then be read once from each. */
  clone(): Request;
}

/** What a {@link Response} is made with. */
interface ResponseInit {
  /** The status; 200. */
  status?: number;
  /** The words of the status. */
  statusText?: string;
  /** Headers. */
  headers?: HeadersInit;
}

/** What came back. */
interface Response extends Body {}
declare class Response {
  /** A response of one's own, for tests and tools. */
  constructor(body?: BodyInit | null, init?: ResponseInit);
  /** The response that stands for no answer. */
  static error(): Response;
  /** A response with JSON. */
  static json(data: any, init?: ResponseInit): Response;
  /** A response that redirects; 302. */
  static redirect(url: string | URL, status?: number): Response;
  /** The status, such as 404. */
  readonly status: number;
  /** Whether the status is 2xx. */
  readonly ok: boolean;
  /** The words of the status. */
  readonly statusText: string;
  /** The headers. */
  readonly headers: Headers;
  /** "basic" for what was fetched, "default" for what was made here, "error" for {@link Response.error}. */
  readonly type: "basic" | "default" | "error";
  /** Where it came from, after redirects; empty for one that was made here. */
  readonly url: string;
  /** Whether there was a redirect. */
  readonly redirected: boolean;
  /** A second one; the body can then be read once from each. */
  clone(): Response;
}

/**
 * Sends a request. Other calls are served while it waits. It ends with the call that started it, and is
 * rejected with a TypeError when there is no answer; a status such as 500 is an answer.
 *
 *     const response = await fetch("https://api.example.com/rates", { signal: AbortSignal.timeout(2000) });
 *     const rates = await response.json();
 */
declare function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
