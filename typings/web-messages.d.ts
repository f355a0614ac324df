/// <reference path="web.d.ts" />

// Messages between parts of an application and between its workers, and events of errors that nobody has caught.

/** What postMessage can move instead of copying it. */
type Transferable = ArrayBuffer | MessagePort;

/** The options of a {@link MessageEvent}. */
interface MessageEventInit<T = any> extends EventInit {
  /** The message. */
  data?: T;
  /** Where it comes from. */
  origin?: string;
  /** The id of an event of a stream. */
  lastEventId?: string;
  /** The port that it comes from. */
  source?: MessagePort | null;
  /** The ports that came with it. */
  ports?: MessagePort[];
}

/** A message that has arrived. */
declare class MessageEvent<T = any> extends Event {
  /** Creates an event. */
  constructor(type: string, init?: MessageEventInit<T>);
  /** A copy of what was sent, as structuredClone makes it. */
  readonly data: T;
  /** Where it comes from; empty for ports and channels. */
  readonly origin: string;
  /** The id of an event of a stream. */
  readonly lastEventId: string;
  /** The port that it comes from; null for ports and channels. */
  readonly source: MessagePort | null;
  /** The ports that came with it. */
  readonly ports: readonly MessagePort[];
}

/** One end of a {@link MessageChannel}. It ends with the call in which it was made, or lives as long as what holds it. */
declare class MessagePort extends EventTarget {
  private constructor();
  /**
   * Sends a copy of a value. What is in `transfer` is moved. Throws a DOMException for what cannot be copied, and if 10,000 messages
   * wait at the other end.
   */
  postMessage(message: unknown, transfer?: Transferable[] | { transfer?: Transferable[] }): void;
  /** Begins to deliver messages. It is called when `onmessage` is set. */
  start(): void;
  /** Ends the connection. */
  close(): void;
  /** Is called with each message. */
  onmessage: ((event: MessageEvent) => void) | null;
  /** Is called for a message that cannot be read. */
  onmessageerror: ((event: MessageEvent) => void) | null;
  /** Is called when the other end was closed. */
  onclose: ((event: Event) => void) | null;
}

/** Two ports: what is sent to one arrives at the other. */
declare class MessageChannel {
  /** Makes two ports. */
  constructor();
  /** One of the ports. */
  readonly port1: MessagePort;
  /** The other one. */
  readonly port2: MessagePort;
}

/**
 * Sends messages to all other channels of its name in the application, those of its other workers included, and of its other processes with the
 * configuration's `broadcast.url`. One that is made while beans are made belongs to the application, one that is made in a call ends with the call.
 */
declare class BroadcastChannel extends EventTarget {
  /** Opens a channel. */
  constructor(name: string);
  /** The name. */
  readonly name: string;
  /** Sends a copy of a value, of 4 MiB at most. Throws a DOMException for what cannot be copied. */
  postMessage(message: unknown): void;
  /** Ends the channel: it receives nothing more. */
  close(): void;
  /** Is called with each message. */
  onmessage: ((event: MessageEvent) => void) | null;
  /** Is called for a message that cannot be read. */
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** The options of an {@link ErrorEvent}. */
interface ErrorEventInit extends EventInit {
  /** The error in words. */
  message?: string;
  /** The file in which it was thrown. */
  filename?: string;
  /** The line, from 1. */
  lineno?: number;
  /** The column, from 1. */
  colno?: number;
  /** What was thrown. */
  error?: unknown;
}

/** An error that nobody has caught. */
declare class ErrorEvent extends Event {
  /** Creates an event. */
  constructor(type: string, init?: ErrorEventInit);
  /** The error in words. */
  readonly message: string;
  /** The file in which it was thrown. */
  readonly filename: string;
  /** The line, from 1. */
  readonly lineno: number;
  /** The column, from 1. */
  readonly colno: number;
  /** What was thrown. */
  readonly error: any;
}

/** The options of a {@link PromiseRejectionEvent}. */
interface PromiseRejectionEventInit extends EventInit {
  /** The promise. */
  promise: Promise<any>;
  /** What it was rejected with. */
  reason?: unknown;
}

/** A promise that was rejected and has no handler, or has got one later. */
declare class PromiseRejectionEvent extends Event {
  /** Creates an event. */
  constructor(type: string, init: PromiseRejectionEventInit);
  /** The promise. */
  readonly promise: Promise<any>;
  /** What it was rejected with. */
  readonly reason: any;
}

/** The events of the global object. */
interface GlobalEventMap {
  /** A timer or a listener has thrown. */
  error: ErrorEvent;
  /** A promise was rejected without a handler. */
  unhandledrejection: PromiseRejectionEvent;
  /** A promise has got a handler after its unhandledrejection. */
  rejectionhandled: PromiseRejectionEvent;
}

/** Reports an error as one that nobody has caught: to the listeners of the event `error`, and to the log unless one of them prevents it. */
declare function reportError(error: unknown): void;
/** Adds a listener for errors of this worker that nobody has caught. `event.preventDefault()` keeps them from the log. */
declare function addEventListener<K extends keyof GlobalEventMap>(
  type: K,
  listener: ((event: GlobalEventMap[K]) => void) | { handleEvent(event: GlobalEventMap[K]): void } | null,
  options?: boolean | AddEventListenerOptions,
): void;
declare function addEventListener(type: string, listener: EventListener | null, options?: boolean | AddEventListenerOptions): void;
/** Removes a listener of the global object. */
declare function removeEventListener(type: string, listener: EventListener | null, options?: boolean | EventListenerOptions): void;
/** Dispatches an event to the global object. */
declare function dispatchEvent(event: Event): boolean;
/** Is called for errors that nobody has caught. They are not logged if it returns true. */
declare var onerror: ((message: string, file: string, line: number, column: number, error: any) => unknown) | null;
/** Is called for promises that were rejected without a handler. They are not logged if it returns false. */
declare var onunhandledrejection: ((event: PromiseRejectionEvent) => unknown) | null;
/** Is called for promises that have got a handler after their unhandledrejection. */
declare var onrejectionhandled: ((event: PromiseRejectionEvent) => unknown) | null;
