/// <reference lib="es2023.array" />
/// <reference lib="es2023.collection" />
/// <reference lib="es2023.intl" />
/// <reference lib="es2024.arraybuffer" />
/// <reference lib="es2024.collection" />
/// <reference lib="es2024.object" />
/// <reference lib="es2024.promise" />
/// <reference lib="es2024.sharedmemory" />
/// <reference lib="es2024.string" />
/// <reference lib="esnext.array" />
/// <reference lib="esnext.collection" />
/// <reference lib="esnext.disposable" />
/// <reference lib="esnext.error" />
/// <reference lib="esnext.float16" />
/// <reference lib="esnext.intl" />
/// <reference lib="esnext.iterator" />
/// <reference lib="esnext.promise" />
/// <reference lib="esnext.sharedmemory" />
/// <reference path="web-crypto.d.ts" />
/// <reference path="web-performance.d.ts" />

// The globals of the web platform that scripts can use, as in browsers and Node. The references above add
// the parts of the language that are newer than ES2022. There is no DOM. The types of Temporal are the compiler's, from
// TypeScript 6 on ("lib": ["esnext.temporal"]), or those of the package temporal-spec.

// What the compiler's own declarations of the language do not have yet.

/** A text of JSON, as JSON.rawJSON makes it: JSON.stringify writes it as it is. */
interface RawJSON {
  /** The text. */
  readonly rawJSON: string;
}

/** What JSON has besides what the compiler knows. */
interface JSON {
  /** Makes a value that JSON.stringify writes as the given text, which is that of a string, a number, true, false or null. */
  rawJSON(text: string | number | boolean | null): RawJSON;
  /** Reports whether a value was made by JSON.rawJSON. */
  isRawJSON(value: unknown): value is RawJSON;
  /** Parses a text. The reviver learns how each string, number, boolean and null is written there. */
  parse(text: string, reviver: (this: any, key: string, value: any, context: { source?: string }) => any): any;
}

/** What the class Iterator has besides what the compiler knows. */
interface IteratorConstructor {
  /** Returns an iterator over all values of the given iterables, one after the other. */
  concat<T>(...iterables: Iterable<T>[]): IteratorObject<T, undefined, unknown>;
}

// Bytes as texts, which the compiler's own declarations do not have yet.

/** How base64 is read and written. */
interface Base64Alphabet {
  /** "base64url" has - and _ in the place of + and /. Default: "base64". */
  alphabet?: "base64" | "base64url";
}

/** What an array of bytes has besides what the compiler knows. */
interface Uint8Array<TArrayBuffer extends ArrayBufferLike = ArrayBufferLike> {
  /** Returns the bytes as base64. */
  toBase64(options?: Base64Alphabet & { omitPadding?: boolean }): string;
  /** Returns the bytes as hexadecimal digits. */
  toHex(): string;
}

/** What the class Uint8Array has besides what the compiler knows. */
interface Uint8ArrayConstructor {
  /** Returns the bytes of a text in base64. Throws a SyntaxError if it is none. */
  fromBase64(text: string, options?: Base64Alphabet & { lastChunkHandling?: "loose" | "strict" | "stop-before-partial" }): Uint8Array<ArrayBuffer>;
  /** Returns the bytes of hexadecimal digits. Throws a SyntaxError if the text is anything else. */
  fromHex(text: string): Uint8Array<ArrayBuffer>;
}

// Timers. Delays are in milliseconds.

/** What stands for a timer. It is an object that converts to its number, and has the type of both. Nothing waits for a timer, so `ref` and `unref` only change `hasRef`. */
interface TimerHandle {
  /** Lets `hasRef` be true, as it is at first. */
  ref(): this;
  /** Lets `hasRef` be false. */
  unref(): this;
  /** Reports whether `ref` was called last. */
  hasRef(): boolean;
  /** Lets the timer wait from now on, also one that has called its function; not one that was cleared. */
  refresh(): this;
  /** Cancels the timer. */
  close(): this;
}

/** Calls a function once, after a delay. Errors that it throws are logged. Functions with the same delay are called in the order in which they were set. */
declare function setTimeout<A extends any[]>(callback: (...args: A) => void, delay?: number, ...args: A): number & TimerHandle;
/** For a function that takes an optional value, such as the resolve function of a promise: `new Promise((done) => setTimeout(done, 100))`. */
declare function setTimeout(callback: (value: void) => void, delay?: number): number & TimerHandle;
/** Calls a function repeatedly, at a fixed rate: a late call does not delay those after it, and missed calls are skipped. */
declare function setInterval<A extends any[]>(callback: (...args: A) => void, delay?: number, ...args: A): number & TimerHandle;
/** Calls a function as soon as the running code has finished. */
declare function setImmediate<A extends any[]>(callback: (...args: A) => void, ...args: A): number & TimerHandle;
/** Cancels a timer of setTimeout. */
declare function clearTimeout(timer?: number | null): void;
/** Cancels a timer of setInterval. */
declare function clearInterval(timer?: number | null): void;
/** Cancels a call of setImmediate. */
declare function clearImmediate(timer?: number | null): void;
/** Calls a function after the running code, before timers and other events. */
declare function queueMicrotask(callback: () => void): void;

// The console, which is the application's log.

/** The type of {@link console}. */
interface Console {
  /** Logs at level INFO. The first value may contain %s, %d, %i, %f, %j, %o and %O, which are replaced by the values after it. */
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
  /** Logs at level ERROR if the condition is false. */
  assert(condition?: unknown, ...values: unknown[]): void;
  /** Logs an object with its properties, up to a depth; null means no limit. */
  dir(value?: unknown, options?: { depth?: number | null }): void;
  /** The same as {@link log}. */
  dirxml(...values: unknown[]): void;
  /** Logs a list of objects as a table. */
  table(rows?: unknown, columns?: readonly string[]): void;
  /** Indents the following messages, until groupEnd. */
  group(...values: unknown[]): void;
  /** The same as {@link group}. */
  groupCollapsed(...values: unknown[]): void;
  /** Ends the last {@link group}. */
  groupEnd(): void;
  /** Logs the number of calls with this label. */
  count(label?: string): void;
  /** Resets the counter of a label. */
  countReset(label?: string): void;
  /** Starts a timer; timeLog and timeEnd log the elapsed time. */
  time(label?: string): void;
  /** Logs the elapsed time of the timer with this label. */
  timeLog(label?: string, ...values: unknown[]): void;
  /** Logs the elapsed time, and removes the timer. */
  timeEnd(label?: string): void;
  /** Has no effect. */
  clear(): void;
}
/** Writes to the log of the application. */
declare var console: Console;

// Values and texts.

/** The extensions of V8 that libraries use. */
interface ErrorConstructor {
  /** Sets the `stack` of an object to the current stack, or to the part of it above the call of `constructor`. */
  captureStackTrace(target: object, constructor?: Function): void;
  /** The number of frames that captureStackTrace records: 10. */
  stackTraceLimit: number;
  /** Set it to make what the `stack` of new errors is, and of what captureStackTrace was called with. It is not there until it is set. */
  prepareStackTrace(error: Error, sites: CallSite[]): any;
}

/** A frame of a stack, as prepareStackTrace gets it. */
interface CallSite {
  /** Returns the name of the function; null if it has none. */
  getFunctionName(): string | null;
  /** Returns the file that the function is in. */
  getFileName(): string;
  /** Returns the line, from 1 on. */
  getLineNumber(): number;
  /** Returns the column, from 1 on. */
  getColumnNumber(): number;
  /** Reports whether it is no function, but the code of the file. */
  isToplevel(): boolean;
  /** Returns the frame as a line of a stack has it. */
  toString(): string;
}

/** Returns a deep copy. Throws a DOMException for functions and symbols. Buffers and ports in `transfer` are moved to the copy, and are of no use afterwards. */
declare function structuredClone<T>(value: T, options?: { transfer?: Transferable[] }): T;
/** Decodes base64 to a text in which each character is a byte. */
declare function atob(data: string): string;
/** Encodes a text as base64. Each character is a byte; a character above U+00FF throws. */
declare function btoa(data: string): string;

/** Bytes. */
type BufferSource = ArrayBuffer | ArrayBufferView;

/** Encodes texts as UTF-8. */
declare class TextEncoder {
  /** Always UTF-8. */
  readonly encoding: "utf-8";
  /** Returns the bytes of a text. */
  encode(text?: string): Uint8Array<ArrayBuffer>;
  /** Writes as much of a text into an array as fits. */
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}

/** Decodes bytes to texts. */
declare class TextDecoder {
  /** Creates a decoder for an encoding. Default: "utf-8". */
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  /** The encoding, in lower case. */
  readonly encoding: string;
  /** Whether invalid bytes throw a TypeError, instead of becoming U+FFFD. */
  readonly fatal: boolean;
  /** Whether a byte order mark is kept. */
  readonly ignoreBOM: boolean;
  /** Decodes bytes; with `stream`, those of an incomplete character are kept for the next call. */
  decode(input?: BufferSource, options?: { stream?: boolean }): string;
}

/** A parsed URL. */
declare class URL {
  /** Parses a URL. Throws a TypeError if it is not valid. */
  constructor(url: string | URL, base?: string | URL);
  /** Whether a URL is valid. */
  static canParse(url: string | URL, base?: string | URL): boolean;
  /** Parses a URL. Returns null if it is not valid. */
  static parse(url: string | URL, base?: string | URL): URL | null;
  /** Throws a DOMException: blob: URLs are not supported. */
  static createObjectURL(object: Blob): never;
  /** Throws a DOMException: blob: URLs are not supported. */
  static revokeObjectURL(url: string): never;
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
  /** The port; empty if it is the default port of the scheme. */
  port: string;
  /** The path, from its first slash. */
  pathname: string;
  /** The query with its question mark; empty if there is no query. */
  search: string;
  /** The names and values of the query. Changes to them change the URL. */
  readonly searchParams: URLSearchParams;
  /** The fragment with its #; empty if there is no fragment. */
  hash: string;
  /** The whole URL. */
  toString(): string;
  /** The whole URL. */
  toJSON(): string;
}

/** The names and values of a query. */
declare class URLSearchParams {
  /** Creates parameters from a query such as "a=1&b=2", an object, or pairs. */
  constructor(init?: string | Record<string, string> | Iterable<readonly [string, string]>);
  /** The number of pairs. */
  readonly size: number;
  /** Adds a pair at the end. */
  append(name: string, value: string): void;
  /** Removes all pairs with a name, or with a name and a value. */
  delete(name: string, value?: string): void;
  /** Returns the first value with a name, or null. */
  get(name: string): string | null;
  /** Returns all values with a name. */
  getAll(name: string): string[];
  /** Whether there is a pair with a name, or with a name and a value. */
  has(name: string, value?: string): boolean;
  /** Sets the value of a name, and removes all other pairs with this name. */
  set(name: string, value: string): void;
  /** Sorts by name; pairs with the same name keep their order. */
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

/** The options of an {@link Event}. */
interface EventInit {
  /** The value of `bubbles`. It has no effect, because there is no tree of objects. */
  bubbles?: boolean;
  /** Whether {@link Event.preventDefault} has an effect. */
  cancelable?: boolean;
  /** The value of `composed`. It has no effect. */
  composed?: boolean;
}

/** An event that is dispatched to an {@link EventTarget}. */
declare class Event {
  /** Creates an event of a type, such as "abort". */
  constructor(type: string, init?: EventInit);
  /** The type of the event. */
  readonly type: string;
  /** The object to which it was dispatched. */
  readonly target: EventTarget | null;
  /** The object whose listeners are being called. */
  readonly currentTarget: EventTarget | null;
  /** The value given at creation. */
  readonly bubbles: boolean;
  /** Whether {@link preventDefault} has an effect. */
  readonly cancelable: boolean;
  /** The value given at creation. */
  readonly composed: boolean;
  /** Whether a listener has prevented the default. */
  readonly defaultPrevented: boolean;
  /** Milliseconds since {@link Performance.timeOrigin}. */
  readonly timeStamp: number;
  /** Sets `defaultPrevented`, if the event is cancelable: `dispatchEvent` then returns false. */
  preventDefault(): void;
  /** Has no effect, because there is no tree of objects. */
  stopPropagation(): void;
  /** Keeps the remaining listeners from being called. */
  stopImmediatePropagation(): void;
}

/** An event with a value of the application. */
declare class CustomEvent<T = any> extends Event {
  /** Creates an event with a detail. */
  constructor(type: string, init?: EventInit & { detail?: T });
  /** The value given at creation. */
  readonly detail: T;
}

/** A function, or an object with a method handleEvent. */
type EventListener = ((event: any) => void) | { handleEvent(event: any): void };

/** The options that identify a listener. */
interface EventListenerOptions {
  /** Whether it listens in the capture phase. Listeners that differ in this are different listeners. */
  capture?: boolean;
}

/** The options of addEventListener. */
interface AddEventListenerOptions extends EventListenerOptions {
  /** Removes the listener after the first event. */
  once?: boolean;
  /** Makes {@link Event.preventDefault} have no effect in this listener. */
  passive?: boolean;
  /** Removes the listener when this signal is aborted. */
  signal?: AbortSignal;
}

/** An object to which events can be dispatched. */
declare class EventTarget {
  /** Adds a listener, unless it was added before. */
  addEventListener(type: string, listener: EventListener | null, options?: boolean | AddEventListenerOptions): void;
  /** Removes a listener. */
  removeEventListener(type: string, listener: EventListener | null, options?: boolean | EventListenerOptions): void;
  /** Calls the listeners. Returns false if one of them called {@link Event.preventDefault}. */
  dispatchEvent(event: Event): boolean;
}

/** Cancels operations that were started with its signal. */
declare class AbortController {
  /** The signal to pass to the operations. */
  readonly signal: AbortSignal;
  /** Aborts the operations: their promises are rejected with the reason. Default: a DOMException with the name "AbortError". */
  abort(reason?: unknown): void;
}

/** Signals that an operation is to be canceled. */
declare class AbortSignal extends EventTarget {
  private constructor();
  /** Returns a signal that is already aborted. */
  static abort(reason?: unknown): AbortSignal;
  /** Returns a signal that is aborted with a TimeoutError after a time in milliseconds. */
  static timeout(milliseconds: number): AbortSignal;
  /** Returns a signal that is aborted as soon as one of the given signals is. */
  static any(signals: Iterable<AbortSignal>): AbortSignal;
  /** Whether the signal has been aborted. */
  readonly aborted: boolean;
  /** The reason it was aborted with. */
  readonly reason: any;
  /** Throws the reason if the signal has been aborted. */
  throwIfAborted(): void;
  /** A function that is called when the signal is aborted. */
  onabort: ((event: Event) => void) | null;
}

/** An error of the web platform. Its `name` identifies it, such as "AbortError". */
declare class DOMException extends Error {
  /** Creates an error with a message and a name, or with an object that has a name and a cause. */
  constructor(message?: string, name?: string | { name?: string; cause?: unknown });
  /** The name of the error. */
  readonly name: string;
  /** The legacy code of the name, or 0 if it has none. */
  readonly code: number;
}

// Randomness, time, the process.

/** The type of {@link crypto}. */
declare class Crypto {
  private constructor();
  /** Keys, signatures and ciphers. */
  readonly subtle: SubtleCrypto;
  /** Returns a random UUID, version 4. */
  randomUUID(): `${string}-${string}-${string}-${string}-${string}`;
  /** Fills an array of integers, of at most 65536 bytes, with random values, and returns it. */
  getRandomValues<T extends ArrayBufferView>(array: T): T;
}
/** Cryptographically secure random values. */
declare var crypto: Crypto;

/** The type of {@link navigator}. */
declare class Navigator {
  private constructor();
  /** Always "fwrun". */
  readonly userAgent: string;
  /** The language in which numbers and dates are formatted. */
  readonly language: string;
  /** A list with this language. */
  readonly languages: readonly string[];
  /** The number of processors. */
  readonly hardwareConcurrency: number;
}
/** Information about the runtime. */
declare var navigator: Navigator;

/** The global object. */
declare var self: typeof globalThis;

// Fetching.

/** The values from which {@link Headers} can be created. */
type HeadersInit = Headers | Record<string, string> | Iterable<readonly [string, string]>;
/** The values that can be sent as a body. */
type BodyInit = string | BufferSource | URLSearchParams | Blob | FormData | ReadableStream<Uint8Array>;
/** How a redirect is handled: "follow" follows it, "manual" returns it as the response, "error" rejects the promise. */
type RequestRedirect = "follow" | "manual" | "error";

/** The headers of a request or response. Their names are in lower case. */
declare class Headers {
  /** Creates headers from an object, or from pairs. */
  constructor(init?: HeadersInit);
  /** Adds a value to those of a header. */
  append(name: string, value: string): void;
  /** Removes a header. */
  delete(name: string): void;
  /** Returns all values of a header, joined by commas, or null. */
  get(name: string): string | null;
  /** Returns the values of Set-Cookie, which cannot be joined. */
  getSetCookie(): string[];
  /** Whether there is a header with a name. */
  has(name: string): boolean;
  /** Sets the value of a header, and removes all other values. */
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

/** The common part of requests and responses. A body can be read only once. */
interface Body {
  /** The body as a stream of bytes, which is read at the pace of its reader; null if there is none. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  /** Whether the body has been read. */
  readonly bodyUsed: boolean;
  /** Reads the body as bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
  /** Reads the body as a Blob of its Content-Type. */
  blob(): Promise<Blob>;
  /** Reads the body as bytes. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Reads the body as a form, multipart or urlencoded. */
  formData(): Promise<FormData>;
  /** Reads the body and parses it as JSON. The promise is rejected with a SyntaxError if it is not valid JSON. */
  json(): Promise<any>;
  /** Reads the body as a text, decoded from UTF-8. */
  text(): Promise<string>;
}

/** The options of a {@link Request}. */
interface RequestInit {
  /** The method. Default: "GET". */
  method?: string;
  /** The headers to send. */
  headers?: HeadersInit;
  /** The body to send. */
  body?: BodyInit | null;
  /** Cancels the request when this signal is aborted. */
  signal?: AbortSignal | null;
  /** Must be "half" if the body is a stream: it is sent while it is made, and the response is there after it. */
  duplex?: "half";
  /** How a redirect is handled. Default: "follow". */
  redirect?: RequestRedirect;
  /** Has no effect. */
  keepalive?: boolean;
}

/** An HTTP request. */
interface Request extends Body {}
declare class Request {
  /** Creates a request for a URL, or a copy of another request. */
  constructor(input: string | URL | Request, init?: RequestInit);
  /** The method, in upper case. */
  readonly method: string;
  /** The URL, without its fragment. */
  readonly url: string;
  /** The headers. */
  readonly headers: Headers;
  /** The signal that cancels the request. */
  readonly signal: AbortSignal;
  /** How a redirect is handled. */
  readonly redirect: RequestRedirect;
  /** The value given at creation. */
  readonly keepalive: boolean;
  /** Returns a copy. The body can be read once from each of them. */
  clone(): Request;
}

/** The options of a {@link Response}. */
interface ResponseInit {
  /** The status. Default: 200. */
  status?: number;
  /** The reason phrase of the status. */
  statusText?: string;
  /** The headers. */
  headers?: HeadersInit;
}

/** The response to a request. */
interface Response extends Body {}
declare class Response {
  /** Creates a response, for tests and tools. */
  constructor(body?: BodyInit | null, init?: ResponseInit);
  /** Returns a response that represents a failed request. */
  static error(): Response;
  /** Returns a response with a JSON body. */
  static json(data: any, init?: ResponseInit): Response;
  /** Returns a response that redirects to a URL. Default status: 302. */
  static redirect(url: string | URL, status?: number): Response;
  /** The status, such as 404. */
  readonly status: number;
  /** Whether the status is from 200 to 299. */
  readonly ok: boolean;
  /** The reason phrase of the status. */
  readonly statusText: string;
  /** The headers. */
  readonly headers: Headers;
  /** "basic" for a response that was fetched, "default" for one that a script created, "error" for {@link Response.error}. */
  readonly type: "basic" | "default" | "error";
  /** The URL of the response, after redirects; empty for one that a script created. */
  readonly url: string;
  /** Whether the response was reached by a redirect. */
  readonly redirected: boolean;
  /** Returns a copy. The body can be read once from each of them. */
  clone(): Response;
}

/**
 * Sends a request. While it waits, the worker serves other calls. When the call that started it ends, the request is
 * canceled. The promise is rejected with a TypeError if there is no response; a response with a status such as 500
 * resolves it.
 *
 *     const response = await fetch("https://api.example.com/rates", { signal: AbortSignal.timeout(2000) });
 *     const rates = await response.json();
 */
declare function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;

/** Numbers, dates and texts for people. Here is what the compiler does not know of it yet. */
declare namespace Intl {
  /** The parts of a duration; all have the same sign. */
  interface DurationInput {
    years?: number;
    months?: number;
    weeks?: number;
    days?: number;
    hours?: number;
    minutes?: number;
    seconds?: number;
    milliseconds?: number;
    microseconds?: number;
    nanoseconds?: number;
  }
  /** How a DurationFormat writes a duration: `digital` is 1:02:03. Each unit has a style of its own, too, and `hoursDisplay` and the like say whether it is written when it is 0. */
  interface DurationFormatOptions {
    localeMatcher?: "lookup" | "best fit";
    numberingSystem?: string;
    style?: "long" | "short" | "narrow" | "digital";
    fractionalDigits?: number;
    [unit: string]: string | number | undefined;
  }
  /** A piece of a duration that was written. */
  interface DurationFormatPart {
    type: string;
    value: string;
    unit?: string;
  }
  /** Writes durations: `new Intl.DurationFormat("en").format({ hours: 1, minutes: 2 })` is `1 hr, 2 min`. */
  class DurationFormat {
    constructor(locales?: string | readonly string[], options?: DurationFormatOptions);
    /** Writes a duration, or a text such as `PT1H2M`. */
    format(duration: DurationInput | string): string;
    /** Writes a duration in its pieces. */
    formatToParts(duration: DurationInput | string): DurationFormatPart[];
    /** Returns the options that are in effect. */
    resolvedOptions(): DurationFormatOptions & { locale: string };
    /** Returns those of the locales that are there. */
    static supportedLocalesOf(locales: string | readonly string[], options?: { localeMatcher?: "lookup" | "best fit" }): string[];
  }
}
