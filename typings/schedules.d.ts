/** Methods that run on a schedule. */
declare module "fwrun" {
  export {};

  type OnMethod = import("./decorators").OnMethod;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /** The options of `@Scheduled`: one of `cron`, `fixedRate` and `fixedDelay`, and further ones. */
  export interface ScheduledOptions {
    /**
     * When to run, in local time: second, minute, hour, day of the month, month, day of the week; or without the
     * second; or a name such as `@daily`. "-" switches the schedule off.
     */
    cron?: string;
    /** The time zone of `cron`, such as "Europe/Berlin". Default: the time zone of the process. */
    zone?: string;
    /** The time from the start of a run to the start of the next: seconds, or a text such as "5m". The first run is at once. */
    fixedRate?: DurationOption;
    /** The time from the end of a run to the start of the next: seconds, or a text such as "5m". The first run is at once. */
    fixedDelay?: DurationOption;
    /** The delay of the first run: seconds, or a text. Only with `fixedRate` and `fixedDelay`. */
    initialDelay?: DurationOption;
    /** Whether a run may begin while the previous one is running; false by default. */
    overlap?: boolean;
    /** The time limit of a run: seconds, or a text; no limit by default. */
    timeout?: DurationOption;
    /** Whether the schedule is on: `true`, `false`, or a text such as "${jobs.enabled:true}". */
    enabled?: boolean | string;
    /** The name in logs and in the list of schedules; the default is class and method, as in Desk.sweep. */
    name?: string;
  }

  /**
   * A method that runs repeatedly, once in the whole process, while the application serves. It must not have parameters, and may be
   * async. A method may have several. Texts may contain placeholders: "${jobs.cron}".
   *
   * - `@Scheduled("0 0 3 * * *") purge() { … }`
   * - `@Scheduled({ fixedDelay: "30s" }) async poll() { … }`
   */
  export const Scheduled: CalledWith<OnMethod, ScheduledOptions, "cron">;
}
