/** Logging. */
declare module "fwrun" {
  export {};

  /** The methods of {@link Logger} that write a line; `logging.level` also accepts `off`. */
  export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

  /**
   * Writes lines to the log, under a name. Each bean that injects it gets its own, which is named after the bean's class
   * and its folders: `users.UserService`. The setting `logging.level` has the level for each name.
   *
   * - `@Autowired log: Logger;`
   * - `this.log.info("an order was placed", { id: order.id, items: order.items.length });`
   *
   * Every line has a time, a level and a name and, while a request is served, the ids of the request and its trace. Fields
   * whose names suggest secrets, such as `password` or `apiKey`, are written as asterisks, at any depth.
   */
  export class Logger {
    private constructor();

    /** A logger of that name, for functions and modules: `const log = Logger.of("users.import")`. */
    static of(name: string): Logger;

    /** Its name. */
    readonly name: string;

    /** Writes a line for tracing single steps. */
    trace(message: LogMessage, fields?: LogFields): void;
    /** Writes a line for developers. */
    debug(message: LogMessage, fields?: LogFields): void;
    /** Writes a line about normal operation. */
    info(message: LogMessage, fields?: LogFields): void;
    /** Writes a line about something that may need attention. */
    warn(message: LogMessage, fields?: LogFields): void;
    /** Writes a line about a failure: `log.error("not delivered", error)`. */
    error(message: LogMessage, fields?: LogFields): void;

    /** A logger of the same name whose lines all have these fields. */
    with(fields: object): Logger;

    /** Whether lines of a level are written. */
    isEnabled(level: LogLevel): boolean;
  }

  /** The message of a line: a text, an Error, or a function that returns it and is called only if the line is written. */
  export type LogMessage = unknown;

  /**
   * The fields of a line: an object, whose nested objects and lists are kept, an Error, which is written with its
   * stack and its causes, or a function that returns one of them and is called only if the line is written.
   */
  export type LogFields = object | (() => object);
}
