/** Logging. */
declare module "fwrun" {
  export {};

  /** The methods of {@link Logger} that write a line; `logging.level` knows `off`, too. */
  export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

  /**
   * Writes lines into the log, under a name. A bean asks for one and is given its own, which is called after its class
   * and the folders that lead to it: `users.UserService`. From which level on a name is logged stands in `logging.level`.
   *
   * - `@Autowired log: Logger;`
   * - `this.log.info("an order was placed", { id: order.id, items: order.items.length });`
   *
   * Every line says when, how bad and who, and, while a request is served, which request and which trace. Fields whose
   * names say that they are secrets, such as `password` or `apiKey`, are written as asterisks, however deep they lie.
   */
  export class Logger {
    private constructor();

    /** A logger of that name, for functions and modules: `const log = Logger.of("users.import")`. */
    static of(name: string): Logger;

    /** Its name. */
    readonly name: string;

    /** Writes a line that is for finding out what happens step by step. */
    trace(message: LogMessage, fields?: LogFields): void;
    /** Writes a line that is for developers. */
    debug(message: LogMessage, fields?: LogFields): void;
    /** Writes a line that is of interest in the normal course of things. */
    info(message: LogMessage, fields?: LogFields): void;
    /** Writes a line that somebody should look at. */
    warn(message: LogMessage, fields?: LogFields): void;
    /** Writes a line of something that failed: `log.error("not delivered", error)`. */
    error(message: LogMessage, fields?: LogFields): void;

    /** A logger of the same name whose lines all have these fields. */
    with(fields: object): Logger;

    /** Whether lines of a level are written. */
    isEnabled(level: LogLevel): boolean;
  }

  /** What a line says: a text, an Error, or a function that makes it and is called only when the line is written. */
  export type LogMessage = unknown;

  /**
   * The fields of a line: an object, whose objects and lists are kept as they are, an Error, which is written with its
   * stack and its causes, or a function that makes one of them and is called only when the line is written.
   */
  export type LogFields = object | (() => object);
}
