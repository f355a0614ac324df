/** Spans of traces. */
declare module "fwrun" {
  export {};

  type OnMethod = import("./decorators").OnMethod;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;

  /** What an attribute of a span may be. */
  export type AttributeValue = string | number | boolean | readonly (string | number | boolean)[];

  /** The attributes of a span. */
  export type Attributes = Record<string, AttributeValue | undefined>;

  /** The options of {@link Traced}. */
  export interface TracedOptions {
    /** The name of the span; class and method by default, as in Orders.place. */
    name?: string;
  }

  /**
   * Measures each call of the method in a span of its own, if the trace is recorded: until it returns, or until its promise is settled.
   * What it calls is within that span, and an error that it throws is recorded.
   *
   * - `@Traced async load(id) { … }`
   * - `@Traced("load the order") async load(id) { … }`
   */
  export const Traced: OnMethod & Called<OnMethod, TracedOptions, "name">;

  /**
   * Measures pieces of work in spans of the trace that the request, message or job belongs to.
   *
   * - `@Autowired tracer: Tracer;`
   * - `const pages = await this.tracer.span("render", { pages: 3 }, () => this.render(order));`
   */
  export class Tracer {
    private constructor();

    /**
     * Calls a sync or async function in a span and returns its result. What it calls is within that span, also after an `await`. An
     * error is recorded, and thrown again.
     */
    span<T>(name: string, fn: (span: Span) => T): T;
    span<T>(name: string, attributes: Attributes, fn: (span: Span) => T): T;

    /** The span of the running code. It records nothing where the trace is not recorded. */
    readonly current: Span;
  }

  /** A piece of work in a trace. It has the methods of OpenTelemetry's API. */
  export interface Span {
    /** Sets an attribute. */
    setAttribute(name: string, value: AttributeValue): this;
    /** Sets attributes. */
    setAttributes(attributes: Attributes): this;
    /** Adds something that happened now, or at a time. */
    addEvent(name: string, attributes?: Attributes, time?: number | Date): this;
    /** Marks the span: 0 for unset, 1 for ok, 2 for an error. */
    setStatus(status: { code: 0 | 1 | 2; message?: string }): this;
    /** Sets the name. */
    updateName(name: string): this;
    /** Adds an error, without marking the span as failed. */
    recordException(error: unknown, time?: number | Date): void;
    /** Whether anything is recorded. */
    isRecording(): boolean;
    /** The ids of the trace and of the span: 32 and 16 hex digits. */
    spanContext(): { traceId: string; spanId: string; traceFlags: number };
    /** Ends the span. Spans of `tracer.span` end by themselves. */
    end(time?: number | Date): void;
  }
}
