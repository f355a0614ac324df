// WebSocket and EventSource of the web platform: connections that a script opens to other servers.

/** The options of a {@link CloseEvent}. */
interface CloseEventInit extends EventInit {
  /** Whether both sides have agreed on the end. Default: false. */
  wasClean?: boolean;
  /** The code of the end. Default: 0. */
  code?: number;
  /** The reason of the end. */
  reason?: string;
}

/** The end of a {@link WebSocket}. */
declare class CloseEvent extends Event {
  /** Creates an event of a type, such as "close". */
  constructor(type: string, init?: CloseEventInit);
  /** Whether both sides have agreed on the end. */
  readonly wasClean: boolean;
  /** The code that the server has sent: 1005 if it has sent none, 1006 if the connection has failed or was cut off. */
  readonly code: number;
  /** The reason that the server has sent, in at most 123 bytes. */
  readonly reason: string;
}

/** What the error event of a {@link WebSocket} or an {@link EventSource} says. */
interface ConnectionErrorEvent extends Event {
  /** Why the connection has failed, or was lost. */
  readonly message: string;
  /** An Error with the same message. */
  readonly error: Error;
}

/** The events of a {@link WebSocket} by their types. */
interface WebSocketEventMap {
  /** The connection is open. */
  open: Event;
  /** A message has arrived. */
  message: MessageEvent;
  /** The connection has failed. */
  error: ConnectionErrorEvent;
  /** The connection has ended. */
  close: CloseEvent;
}

/**
 * A connection on which both sides send messages. It belongs to the call that opened it, and ends with it after
 * `server.timer-grace`, unless `waitUntil` keeps the call; what is opened while a bean is made stays until the application
 * ends or is reloaded. Messages are delivered one after the other, and read no faster than they are handled.
 *
 *     const socket = new WebSocket("wss://example.com/prices", "v2");
 *     socket.onopen = () => socket.send(JSON.stringify({ subscribe: "EURUSD" }));
 *     socket.onmessage = ({ data }) => console.log(JSON.parse(data));
 */
declare class WebSocket extends EventTarget {
  /**
   * Begins to connect. A URL with a user and a password sends them as basic authentication.
   *
   * Throws a DOMException with the name "SyntaxError" if the URL is not absolute, has a fragment or another scheme than ws, wss, http and https, or if a protocol is
   * no valid name or given twice. Throws a RangeError if 1,000 connections of the worker are open.
   */
  constructor(url: string | URL, protocols?: string | Iterable<string>);
  /** The state before the connection is open. */
  static readonly CONNECTING: 0;
  /** The state in which messages can be sent. */
  static readonly OPEN: 1;
  /** The state in which the connection is about to end. */
  static readonly CLOSING: 2;
  /** The state after the end. */
  static readonly CLOSED: 3;
  /** The state before the connection is open. */
  readonly CONNECTING: 0;
  /** The state in which messages can be sent. */
  readonly OPEN: 1;
  /** The state in which the connection is about to end. */
  readonly CLOSING: 2;
  /** The state after the end. */
  readonly CLOSED: 3;
  /** The URL, with the scheme ws or wss. */
  readonly url: string;
  /** The state: {@link CONNECTING}, {@link OPEN}, {@link CLOSING} or {@link CLOSED}. */
  readonly readyState: 0 | 1 | 2 | 3;
  /** The number of bytes that wait to be sent. It is brought up to date between two tasks, and keeps what was never sent. */
  readonly bufferedAmount: number;
  /** Empty: messages are not compressed. */
  readonly extensions: string;
  /** The protocol that the server has chosen; empty if there is none. */
  readonly protocol: string;
  /** As what bytes are received. Default: "blob" where there is a Blob, otherwise "arraybuffer". */
  binaryType: "blob" | "arraybuffer";
  /**
   * Sends a text or bytes, which are copied. A Blob is read first, and keeps its place.
   *
   * Throws a DOMException with the name "InvalidStateError" before the connection is open. After its end nothing happens. If more than
   * `http.client.max-unsent-bytes` wait to be sent, the connection fails.
   */
  send(data: string | ArrayBuffer | ArrayBufferView): void;
  /**
   * Ends the connection after what waits has been sent. The code is 1000 or from 3000 to 4999, the reason has at most 123 bytes.
   *
   * Throws a DOMException with the name "InvalidAccessError" for another code, "SyntaxError" for a longer reason.
   */
  close(code?: number, reason?: string): void;
  /** Adds a listener, unless it was added before. */
  addEventListener<K extends keyof WebSocketEventMap>(type: K, listener: (event: WebSocketEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  /** Adds a listener, unless it was added before. */
  addEventListener(type: string, listener: EventListener | null, options?: boolean | AddEventListenerOptions): void;
  /** Removes a listener. */
  removeEventListener<K extends keyof WebSocketEventMap>(type: K, listener: (event: WebSocketEventMap[K]) => void, options?: boolean | EventListenerOptions): void;
  /** Removes a listener. */
  removeEventListener(type: string, listener: EventListener | null, options?: boolean | EventListenerOptions): void;
  /** Called when the connection is open. */
  onopen: ((event: Event) => void) | null;
  /** Called with each message. */
  onmessage: ((event: MessageEvent) => void) | null;
  /** Called when the connection fails, before {@link onclose}. */
  onerror: ((event: ConnectionErrorEvent) => void) | null;
  /** Called at the end, in any case. */
  onclose: ((event: CloseEvent) => void) | null;
}

/** The events of an {@link EventSource} by their types, besides those that the server names. */
interface EventSourceEventMap {
  /** The stream is open. */
  open: Event;
  /** An event without a type of its own has arrived. */
  message: MessageEvent<string>;
  /** The stream is lost, or has ended. */
  error: ConnectionErrorEvent;
}

/** The options of an {@link EventSource}. */
interface EventSourceInit {
  /** Has no effect: cookies are never sent. */
  withCredentials?: boolean;
}

/**
 * Receives the server-sent events of a URL, and connects again when the connection is lost, with the ID of the last event.
 * It ends as a {@link WebSocket} does.
 *
 *     const source = new EventSource("https://example.com/orders");
 *     source.addEventListener("added", ({ data }) => console.log(JSON.parse(data)));
 */
declare class EventSource extends EventTarget {
  /**
   * Begins to connect. A URL with a user and a password sends them as basic authentication.
   *
   * Throws a DOMException with the name "SyntaxError" if the URL is not absolute. Throws a RangeError if 1,000 connections of the worker are open.
   */
  constructor(url: string | URL, init?: EventSourceInit);
  /** The state before the stream is open, and while it is opened again. */
  static readonly CONNECTING: 0;
  /** The state in which events arrive. */
  static readonly OPEN: 1;
  /** The state after the end: {@link close} was called, or the server has answered with something that is no event stream. */
  static readonly CLOSED: 2;
  /** The state before the stream is open, and while it is opened again. */
  readonly CONNECTING: 0;
  /** The state in which events arrive. */
  readonly OPEN: 1;
  /** The state after the end: {@link close} was called, or the server has answered with something that is no event stream. */
  readonly CLOSED: 2;
  /** The URL. */
  readonly url: string;
  /** The value given at creation. */
  readonly withCredentials: boolean;
  /** The state: {@link CONNECTING}, {@link OPEN} or {@link CLOSED}. */
  readonly readyState: 0 | 1 | 2;
  /** Ends the stream. No further event is delivered. */
  close(): void;
  /** Adds a listener, unless it was added before. */
  addEventListener<K extends keyof EventSourceEventMap>(type: K, listener: (event: EventSourceEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  /** Adds a listener for the events of a type, unless it was added before. */
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void, options?: boolean | AddEventListenerOptions): void;
  /** Adds a listener, unless it was added before. */
  addEventListener(type: string, listener: EventListener | null, options?: boolean | AddEventListenerOptions): void;
  /** Removes a listener. */
  removeEventListener(type: string, listener: (event: MessageEvent<string>) => void, options?: boolean | EventListenerOptions): void;
  /** Removes a listener. */
  removeEventListener(type: string, listener: EventListener | null, options?: boolean | EventListenerOptions): void;
  /** Called when the stream is open, also when it is open again. */
  onopen: ((event: Event) => void) | null;
  /** Called with each event that has no type of its own; the others go to listeners for their type. */
  onmessage: ((event: MessageEvent<string>) => void) | null;
  /** Called when the stream is lost, and will be opened again, or has ended for good: see {@link readyState}. */
  onerror: ((event: ConnectionErrorEvent) => void) | null;
}
