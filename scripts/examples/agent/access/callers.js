import { ConfigurationProperties, HttpRequest } from "fwrun";

/** Somebody who may call, or a program of theirs. */
export class Caller {
  /** @type {string} */
  token;

  /** @type {string} */
  name;

  /** @type {"clerk" | "manager"} */
  role;
}

/** Who may call: `desk.callers` in config/application.yml. */
@ConfigurationProperties("desk")
export class Callers {
  /** @type {list<Caller>} */
  callers;

  /**
   * Who sent the request, or null. Agents send their token with every request, and the requests that are made for their
   * calls have it, too.
   * @param {HttpRequest} request
   */
  of(request) {
    const [, token] = /^Bearer (.+)$/i.exec(request.getFirstHeader("Authorization") ?? "") ?? [];
    return this.callers.find((caller) => caller.token === token) ?? null;
  }
}
