/** Methods that run on a schedule. */
declare module "fwrun" {
  export {};

  type OnMethod = import("./decorators").OnMethod;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /** The options of `@Scheduled`: one of `cron`, `fixedRate` and `fixedDelay`, and what else there is to say. */
  export interface ScheduledOptions {
    /**
     * When to run, by the clock on the wall: second, minute, hour, day of the month, month, day of the week; or without the
     * second; or `@daily` and the like. "-" switches the schedule off.
     */
    cron?: string;
    /** The time zone that `cron` is read in, such as "Europe/Berlin"; the default is the process's. */
    zone?: string;
    /** The time from the start of a run to the start of the next: seconds, or a text such as "5m". The first is at once. */
    fixedRate?: DurationOption;
    /** The time from the end of a run to the start of the next: seconds, or a text such as "5m". The first is at once. */
    fixedDelay?: DurationOption;
    /** How long the first run waits: seconds, or a text. It goes with `fixedRate` and `fixedDelay`. */
    initialDelay?: DurationOption;
    /** Whether a run begins although the one before it is under way; the default is false. */
    overlap?: boolean;
    /** How long a run may take before it is given up: seconds, or a text; without it, as long as it likes. */
    timeout?: DurationOption;
    /** Whether the schedule is on: `true`, `false`, or a text such as "${jobs.enabled:true}". */
    enabled?: boolean | string;
    /** What logs and the list of schedules call it; the default is class and method, as in Desk.sweep. */
    name?: string;
  }

  /**
   * A method to run again and again, once in the whole process, while the application serves. It takes no parameters and may be
   * async. Several can stand above one method. Texts may hold placeholders: "${jobs.cron}".
   *
   * - `@Scheduled("0 0 3 * * *") purge() { … }`
   * - `@Scheduled({ fixedDelay: "30s" }) async poll() { … }`
   */
  export const Scheduled: CalledWith<OnMethod, ScheduledOptions, "cron">;
}
