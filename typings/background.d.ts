/** Work that goes on after the answer. */
declare module "fwrun" {
  export {};

  /**
   * Lets the call of a handler go on after its answer, until the promise is settled or `server.handler-timeout` is over. Until then its timers fire, and what it
   * awaits is not canceled; the end of the application waits for it. A rejection is logged.
   *
   * `waitUntil(this.audit(order)); return order;`
   */
  export function waitUntil(promise: unknown): void;
}
