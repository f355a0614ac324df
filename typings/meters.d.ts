/** Metrics of the application, beside those that fwrun has of itself. */
declare module "fwrun" {
  export {};

  type OnClass = import("./decorators").OnClass;
  type OnMethod = import("./decorators").OnMethod;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;

  /** Values that tell the series of a meter apart. A meter has the same keys everywhere; its values should be few. */
  export type MeterTags = Readonly<Record<string, string | number | boolean>>;

  /**
   * Counts and measures. Inject it by its type. Names are written with dots, `orders.placed`; Prometheus gets them with
   * underscores, and `_total` for a counter or `_seconds` for a timer. All workers count together.
   *
   * - `@Autowired` `meters: MeterRegistry;`
   * - `this.meters.counter("orders.placed", { region: "eu" }).increment();`
   * - `this.meters.gauge("orders.open", () => this.open.size);`
   * - `const page = await this.meters.timer("pages.render").time(() => this.render());`
   */
  export class MeterRegistry {
    private constructor();

    /** What only goes up. */
    counter(name: string, tags?: MeterTags): Counter;

    /** What goes up and down. A function is asked for the value when somebody looks at the metrics; of several workers that gave one, the last. */
    gauge(name: string, value?: number | (() => number), tags?: MeterTags): Gauge;
    gauge(name: string, tags: MeterTags): Gauge;

    /** How long something takes. */
    timer(name: string, tags?: MeterTags): Timer;

    /** How large something is. */
    histogram(name: string, tags?: MeterTags): Histogram;
  }

  /** Counts what only goes up. See {@link MeterRegistry}. */
  export interface Counter {
    /** Adds 1, or another number that is not negative. */
    increment(n?: number): void;
  }

  /** A number that goes up and down. See {@link MeterRegistry}. */
  export interface Gauge {
    /** Sets the value. */
    set(value: number): void;
    /** Adds 1, or another number. */
    increment(n?: number): void;
    /** Subtracts 1, or another number. */
    decrement(n?: number): void;
  }

  /** Measures times. See {@link MeterRegistry}. */
  export interface Timer {
    /** Records a number of milliseconds. */
    record(milliseconds: number): void;
    /** Calls a function and records how long it takes, or its promise, also when it fails. Returns what it returns. */
    time<T>(work: () => T): T;
  }

  /** Measures sizes. See {@link MeterRegistry}. */
  export interface Histogram {
    /** Records a size. */
    record(value: number): void;
  }

  /** The options of {@link Timed} and {@link Counted}. */
  export interface MeterOptions {
    /** The name of the meter; `method.timed` or `method.counted` by default. */
    name?: string;
    /** Further tags, `"region:eu"`, besides class, method and exception. */
    tags?: string | readonly string[];
  }

  /**
   * Measures how long calls of the method take, until its promise is settled if it is async: `@Timed`, `@Timed("orders.place")`. On a
   * class, it applies to all public methods. The tags are class, method and exception, which is `none` if there is none.
   */
  export const Timed: OnClass & OnMethod & Called<OnClass & OnMethod, MeterOptions, "name">;

  /** Counts the calls of the method: `@Counted`, `@Counted("orders.placed")`. The tags are those of {@link Timed} and result, `success` or `failure`. */
  export const Counted: OnClass & OnMethod & Called<OnClass & OnMethod, MeterOptions, "name">;
}
