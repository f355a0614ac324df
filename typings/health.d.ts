/** Health indicators and info contributors: beans that the management endpoints health and info call. */
declare module "fwrun" {
  export {};

  type OnClass = import("./decorators").OnClass;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;

  /**
   * How a component is: a status, and details for people.
   *
   *     return Health.up().withDetail("orders", 7);
   *     return Health.down(error).withDetail("printer", "lp0");
   */
  export class Health {
    private constructor();
    /** The component works. */
    static up(): Health;
    /** The component does not work. The class and the message of an error become the detail `error`. */
    static down(error?: unknown): Health;
    /** The component does not work, on purpose. */
    static outOfService(): Health;
    /** It is not known whether the component works. */
    static unknown(): Health;
    /** Another status. It counts for the application as a whole if it is in `management.endpoint.health.status.order`. */
    static status(code: string): Health;
    /** Adds a detail, a value that can be written as JSON, and returns the same Health. */
    withDetail(name: string, value: unknown): this;
    /** Returns the status: "UP". */
    getStatus(): string;
    /** Returns a copy of the details. */
    getDetails(): Record<string, any>;
    /** Returns the form that JSON.stringify writes. */
    toJSON(): object;
  }

  /**
   * Checks a component. Extend or implement it in a class with {@link HealthInformer}.
   *
   * `@HealthInformer`, and below it:
   *
   *     export class Printer extends HealthIndicator {
   *       async health() {
   *         const response = await fetch("http://printer.example.com/status");
   *         return response.ok ? Health.up() : Health.down("status " + response.status);
   *       }
   *     }
   */
  export class HealthIndicator {
    /**
     * Returns how the component is. If it throws, or takes longer than `management.endpoint.health.timeout`, the component is
     * DOWN, with the error as a detail.
     */
    health(): Health | Promise<Health>;
  }

  /**
   * A class that is a bean and a {@link HealthIndicator}. Its component in the endpoint health has the name of the bean, without
   * "HealthIndicator" at its end.
   */
  export const HealthInformer: OnClass & Called<OnClass, NameOptions, "name">;

  /**
   * Adds to the endpoint info. Extend or implement it in a class with {@link InfoInformer}.
   *
   * `@InfoInformer`, and below it:
   *
   *     export class About extends InfoContributor {
   *       contribute(info: InfoBuilder) { info.withDetail("team", "core").withDetail("desks", { open: 3 }); }
   *     }
   */
  export class InfoContributor {
    /** Adds details. One that throws, or takes too long, is left out, and its error is logged. */
    contribute(info: InfoBuilder): void | Promise<void>;
  }

  /** Collects the details of the endpoint info. Objects of the same name are merged. */
  export class InfoBuilder {
    private constructor();
    /** Adds a value that can be written as JSON, and returns the same builder. */
    withDetail(name: string, value: unknown): this;
  }

  /** A class that is a bean and an {@link InfoContributor}. */
  export const InfoInformer: OnClass & Called<OnClass, NameOptions, "name">;
}
