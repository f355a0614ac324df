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

/** Calls a function once, after a delay. What it throws is logged. */
declare function setTimeout<A extends any[]>(callback: (...args: A) => void, delay?: number, ...args: A): number;
/** Calls a function again and again. */
declare function setInterval<A extends any[]>(callback: (...args: A) => void, delay?: number, ...args: A): number;
/** Calls a function as soon as the running code is done. */
declare function setImmediate<A extends any[]>(callback: (...args: A) => void, ...args: A): number;
declare function clearTimeout(timer?: number | null): void;
declare function clearInterval(timer?: number | null): void;
declare function clearImmediate(timer?: number | null): void;
/** Calls a function before anything that waits. */
declare function queueMicrotask(callback: () => void): void;

// The console, which is the application's log.

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
  dirxml(...values: unknown[]): void;
  /** Logs a list of objects as a table. */
  table(rows?: unknown, columns?: readonly string[]): void;
  /** Indents what follows, until groupEnd. */
  group(...values: unknown[]): void;
  groupCollapsed(...values: unknown[]): void;
  groupEnd(): void;
  /** Logs how often it was called with that label. */
  count(label?: string): void;
  countReset(label?: string): void;
  /** Starts a clock; timeLog and timeEnd log what it shows. */
  time(label?: string): void;
  timeLog(label?: string, ...values: unknown[]): void;
  timeEnd(label?: string): void;
  /** Does nothing: there is no screen. */
  clear(): void;
}
declare var console: Console;

// Values and texts.

/** A deep copy. Functions and symbols are a DOMException. */
declare function structuredClone<T>(value: T, options?: { transfer?: ArrayBuffer[] }): T;
/** Decodes base64 to a text of bytes. */
declare function atob(data: string): string;
/** Encodes a text of bytes, none above U+00FF, as base64. */
declare function btoa(data: string): string;

type BufferSource = ArrayBuffer | ArrayBufferView;

/** Encodes texts in UTF-8. */
declare class TextEncoder {
  readonly encoding: "utf-8";
  encode(text?: string): Uint8Array<ArrayBuffer>;
  /** Writes as much as fits. */
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}

/** Decodes bytes. */
declare class TextDecoder {
  /** @param label the encoding; "utf-8" */
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  /** @param options with `stream`, the bytes of an incomplete character are kept for the next call */
  decode(input?: BufferSource, options?: { stream?: boolean }): string;
}

/** A URL in its parts. */
declare class URL {
  /** Throws a TypeError when the URL is not valid. */
  constructor(url: string | URL, base?: string | URL);
  static canParse(url: string | URL, base?: string | URL): boolean;
  /** The URL, or null when it is not valid. */
  static parse(url: string | URL, base?: string | URL): URL | null;
  href: string;
  readonly origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  readonly searchParams: URLSearchParams;
  hash: string;
  toString(): string;
  toJSON(): string;
}

/** The names and values of a query. */
declare class URLSearchParams {
  constructor(init?: string | Record<string, string> | Iterable<readonly [string, string]>);
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  forEach(callback: (value: string, name: string, params: URLSearchParams) => void, thisArg?: unknown): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
  toString(): string;
}

// Events and cancellation.

interface EventInit {
  bubbles?: boolean;
  cancelable?: boolean;
  composed?: boolean;
}

declare class Event {
  constructor(type: string, init?: EventInit);
  readonly type: string;
  readonly target: EventTarget | null;
  readonly currentTarget: EventTarget | null;
  readonly bubbles: boolean;
  readonly cancelable: boolean;
  readonly composed: boolean;
  readonly defaultPrevented: boolean;
  /** Milliseconds since {@link Performance.timeOrigin}. */
  readonly timeStamp: number;
  preventDefault(): void;
  stopPropagation(): void;
  stopImmediatePropagation(): void;
}

/** An event that carries something. */
declare class CustomEvent<T = any> extends Event {
  constructor(type: string, init?: EventInit & { detail?: T });
  readonly detail: T;
}

type EventListener = ((event: any) => void) | { handleEvent(event: any): void };

interface EventListenerOptions {
  capture?: boolean;
}

interface AddEventListenerOptions extends EventListenerOptions {
  once?: boolean;
  passive?: boolean;
  /** Removes the listener when it is aborted. */
  signal?: AbortSignal;
}

declare class EventTarget {
  addEventListener(type: string, listener: EventListener | null, options?: boolean | AddEventListenerOptions): void;
  removeEventListener(type: string, listener: EventListener | null, options?: boolean | EventListenerOptions): void;
  /** Calls the listeners; false when one of them prevented the default. */
  dispatchEvent(event: Event): boolean;
}

/** Cancels what was given its signal. */
declare class AbortController {
  readonly signal: AbortSignal;
  /** @param reason what waits is rejected with; an AbortError by default */
  abort(reason?: unknown): void;
}

declare class AbortSignal extends EventTarget {
  private constructor();
  static abort(reason?: unknown): AbortSignal;
  /** Is aborted with a TimeoutError after some milliseconds. */
  static timeout(milliseconds: number): AbortSignal;
  /** Is aborted with the first of others. */
  static any(signals: Iterable<AbortSignal>): AbortSignal;
  readonly aborted: boolean;
  readonly reason: any;
  throwIfAborted(): void;
  onabort: ((event: Event) => void) | null;
}

/** An error of the platform; `name` says which, such as "AbortError". */
declare class DOMException extends Error {
  constructor(message?: string, name?: string | { name?: string; cause?: unknown });
  readonly name: string;
  /** A number for the older names, else 0. */
  readonly code: number;
}

// Randomness, time, the process.

declare class Crypto {
  private constructor();
  /** A random UUID, version 4. */
  randomUUID(): `${string}-${string}-${string}-${string}-${string}`;
  /** Fills an integer array, at most 65536 bytes, with random values. */
  getRandomValues<T extends ArrayBufferView>(array: T): T;
}
declare var crypto: Crypto;

declare class Performance extends EventTarget {
  private constructor();
  /** When the worker started, in milliseconds since 1970. */
  readonly timeOrigin: number;
  /** Milliseconds since {@link timeOrigin}, with fractions. */
  now(): number;
  toJSON(): { timeOrigin: number };
}
declare var performance: Performance;

declare class Navigator {
  private constructor();
  readonly userAgent: string;
  readonly language: string;
  readonly languages: readonly string[];
  readonly hardwareConcurrency: number;
}
declare var navigator: Navigator;

/** The global object. */
declare var self: typeof globalThis;

// Fetching.

type HeadersInit = Headers | Record<string, string> | Iterable<readonly [string, string]>;
type BodyInit = string | BufferSource | URLSearchParams;
type RequestRedirect = "follow" | "manual" | "error";

/** Headers, whose names are in lower case. */
declare class Headers {
  constructor(init?: HeadersInit);
  append(name: string, value: string): void;
  delete(name: string): void;
  /** All values of that name, joined by commas. */
  get(name: string): string | null;
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  forEach(callback: (value: string, name: string, headers: Headers) => void, thisArg?: unknown): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

/** What requests and responses have in common. A body can be read once. */
interface Body {
  /** Always null: bodies are read as a whole. */
  readonly body: null;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Parsed JSON; rejected with a SyntaxError when it is none. */
  json(): Promise<any>;
  text(): Promise<string>;
}

interface RequestInit {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | null;
  /** Gives up when it is aborted. */
  signal?: AbortSignal | null;
  /** What to do with a redirect; "follow". */
  redirect?: RequestRedirect;
  keepalive?: boolean;
}

interface Request extends Body {}
declare class Request {
  constructor(input: string | URL | Request, init?: RequestInit);
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  readonly redirect: RequestRedirect;
  readonly keepalive: boolean;
  clone(): Request;
}

interface ResponseInit {
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}

interface Response extends Body {}
declare class Response {
  constructor(body?: BodyInit | null, init?: ResponseInit);
  static error(): Response;
  static json(data: any, init?: ResponseInit): Response;
  static redirect(url: string | URL, status?: number): Response;
  readonly status: number;
  /** Whether the status is 2xx. */
  readonly ok: boolean;
  readonly statusText: string;
  readonly headers: Headers;
  readonly type: "basic" | "default" | "error";
  readonly url: string;
  readonly redirected: boolean;
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
