/** Messages in queues: sending them, and methods that handle them. */
declare module "fwrun" {
  export {};

  type OnMethod = import("./decorators").OnMethod;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /**
   * The options of `@QueueListener`. Settings of the queue in the configuration have precedence over them, and
   * `queue.defaults` holds where neither says anything. Texts may contain placeholders: "${mails.queue}".
   */
  export interface QueueListenerOptions {
    /** The queue: letters, digits, "-", "_" and single dots, 100 bytes at most. */
    queue: string;
    /** The connection, by its name in `queue.connections`; the primary one by default. */
    connection?: string;
    /** How many messages, or batches, are handled at the same time in this process, from 1 to 1000; 1 by default. */
    concurrency?: number | string;
    /** How many messages one call gets at most, from 1 to 1000; 1 by default. With 2 or more, the payload is a list, and the other parameter is `QueueMessage[]`. If such a call fails, each of its messages is tried again alone, which does not count as an attempt. */
    batch?: number | string;
    /** How often a message is tried, including the first time, from 1 to 1000; 5 by default. Then it goes to the dead-letter queue. */
    maxAttempts?: number | string;
    /** The pause before the second attempt: seconds, or a text such as "5s"; "1s" by default. It doubles with each further attempt, and part of it is random. */
    backoff?: DurationOption;
    /** The longest pause: seconds, or a text; "5m" by default. */
    maxBackoff?: DurationOption;
    /** The time limit of one call, including what it awaits: seconds, or a text; "30s" by default. */
    timeout?: DurationOption;
    /** How many messages are handled in a period at most in this process: a number per second, or a text such as "10/s" or "100/m"; no limit by default. */
    rateLimit?: number | string;
    /** The name of the dead-letter queue; the queue's name with ".dead" by default. */
    deadLetter?: string;
    /** Which errors send a message to the dead-letter queue at once; none by default. */
    discardOn?: ErrorsOption;
    /** Which errors let a message be tried again, others send it to the dead-letter queue at once; all by default. */
    retryOn?: ErrorsOption;
    /** A schema of zod, valibot, arktype or another library, which checks each payload and makes what the method gets. */
    schema?: StandardSchema;
  }

  /**
   * A method that handles the messages of a queue, while the application serves. A message is done when the method has returned and its
   * promise is fulfilled; if it throws, the message is tried again later, so the method must bear to get a message twice. It has one
   * parameter for the payload, which is bound and validated like a request body, and may have one of the type `QueueMessage`; in
   * JavaScript without types, that is the parameter named `message`. Aspects of the method apply.
   *
   * - `@QueueListener("media-jobs") async work(job: Job, message: QueueMessage) { … }`
   * - `@QueueListener("mails", { concurrency: 4, backoff: "10s" }) send(mail: Mail) { … }`
   * - `@QueueListener({ queue: "hits", batch: 100 }) count(hits: Hit[]) { … }`
   *
   * A payload of the type `string` is the text of the message, of the type `Uint8Array` its bytes; anything else is read as JSON.
   */
  export const QueueListener: CalledWith<OnMethod, QueueListenerOptions, "queue">;

  /** A message, as the listener gets it that handles it. */
  export class QueueMessage {
    /** A listener gets it; calling the constructor throws a TypeError. */
    private constructor();
    /** The id: the one that was given when it was sent, or a random one. It is the same in each attempt. */
    getId(): string;
    /** The name of the queue. */
    getQueue(): string;
    /** Which attempt this is, from 1. */
    getAttempt(): number;
    /** Whether the message goes to the dead-letter queue if this attempt fails. */
    isLastAttempt(): boolean;
    /** A new object with the headers that the message was sent with, by their names as they were sent. */
    getHeaders(): Record<string, string>;
    /** A header by its name in upper or lower case, or null. */
    getHeader(name: string): string | null;
    /** The payload: the same value that the listener has as its parameter, or in a batch the element of the list. */
    getBody(): any;
    /** When the message was sent, or null if something else than fwrun has sent it. */
    getSentAt(): Date | null;
  }

  /** The options of {@link QueueTemplate.send}. */
  export interface SendOptions {
    /** Sends the message after this time: seconds, or a text such as "30s"; ten years at most. Not together with `at`. */
    delay?: DurationOption | null;
    /** Sends the message at this time; at once if it has passed; ten years ahead at most. */
    at?: Date | null;
    /** The id; a random one by default. A second message with the same id is dropped within `queue.dedup-window`, 2 minutes by default. 200 bytes at most. */
    id?: string | number;
    /** Messages with the same key are handled in the order in which they were sent, one at a time. 200 bytes at most. */
    key?: string | number;
    /** Headers for the listener, as texts. A listener continues the trace in the header `traceparent`, which is that of the sender by default. */
    headers?: Record<string, string | number | boolean> | null;
    /** From 0 to 9, the highest; 4 by default. Messages with a higher priority are handled earlier as a rule. Not together with `key`. */
    priority?: number;
    /** Drops the message if one with the same value was sent before and was not handled yet; the id is that of the former one. Not within a transaction. 200 bytes at most. */
    unique?: string | number;
    /**
     * Lets the listener work on behalf of who is asking now: `SecurityContext` has this principal there, without its claims. Needs
     * `security.messages.secret`. Listeners with `batch`, and those of dead letters, work on nobody's behalf.
     */
    identity?: boolean;
  }

  /**
   * Sends messages to the queues of a connection. Inject the bean `queues` for the primary connection, and
   * `@Qualifier("<name>-queue")` for another one.
   *
   * A string is sent as text, a Uint8Array or an ArrayBuffer as bytes, and anything else as JSON, written as results of handlers are:
   * `@JsonProperty` and `@JsonIgnore` of its class apply, a Date becomes an ISO string, a Map an object.
   *
   * If the connection has an `outbox`, a message that is sent within a transaction on that datasource is written in this
   * transaction: it is sent if, and only if, the transaction commits. Any other message is sent at once, and while that lasts, the
   * worker runs other requests.
   *
   * The promises are rejected with a TypeError for arguments that are wrong, such as `undefined` as the payload, a function, an object that
   * contains itself, or a payload over `queue.max-message-bytes`; and with an Error, answered with 503 if nobody catches it, if it is not
   * known whether the broker has the message.
   */
  export class QueueTemplate {
    /** Inject it with `@Autowired`; calling the constructor throws a TypeError. */
    private constructor();
    /**
     * Sends a message, and resolves to its id when the broker has it for good.
     *
     * `await this.queues.send("mails", mail, { delay: "30s", id: `welcome-${user.id}` })`
     */
    send(queue: string, payload: unknown, options?: SendOptions): Promise<string>;
    /** Sends messages with the same options in their order, and resolves to their ids. `id` and `unique` are for one message only. */
    sendAll(queue: string, payloads: readonly unknown[], options?: SendOptions): Promise<string[]>;
  }

  /** A listener throws it for a message that would fail in each attempt: it goes to the dead-letter queue at once, with the reason. */
  export class QueueRejectException extends Error {
    /** The options may have the cause, as those of Error. */
    constructor(reason?: string, options?: { cause?: unknown });
  }

  /** A listener throws it to choose when the message is tried again. The attempt counts. */
  export class QueueRetryException extends Error {
    /** The delay is a number of seconds, or a text such as "5m", ten years at most. A delay that is missing or invalid throws a TypeError. */
    constructor(reason: string, delay: DurationOption, options?: { cause?: unknown });
  }
}
