/** Messages in queues: methods that handle them. */
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
    /** How many messages one call gets at most, from 1 to 1000; 1 by default. With 2 or more, the payload is a list, and the other parameter is `QueueMessage[]`. */
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
}
