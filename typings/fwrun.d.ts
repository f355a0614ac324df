/// <reference path="globals.d.ts" />
/// <reference path="files.d.ts" />
/// <reference path="web.d.ts" />
/// <reference path="web-sockets.d.ts" />
/// <reference path="webassembly.d.ts" />
/// <reference path="web-forms.d.ts" />
/// <reference path="web-messages.d.ts" />
/// <reference path="web-patterns.d.ts" />
/// <reference path="web-performance.d.ts" />
/// <reference path="web-crypto.d.ts" />
/// <reference path="web-streams.d.ts" />
/// <reference path="test.d.ts" />
/// <reference path="agents.d.ts" />
/// <reference path="aspects.d.ts" />
/// <reference path="background.d.ts" />
/// <reference path="beans.d.ts" />
/// <reference path="client.d.ts" />
/// <reference path="configuration.d.ts" />
/// <reference path="decorators.d.ts" />
/// <reference path="folders.d.ts" />
/// <reference path="health.d.ts" />
/// <reference path="http.d.ts" />
/// <reference path="images.d.ts" />
/// <reference path="interceptors.d.ts" />
/// <reference path="logging.d.ts" />
/// <reference path="meters.d.ts" />
/// <reference path="node.d.ts" />
/// <reference path="openapi.d.ts" />
/// <reference path="queue.d.ts" />
/// <reference path="repositories.d.ts" />
/// <reference path="routes.d.ts" />
/// <reference path="schedules.d.ts" />
/// <reference path="search.d.ts" />
/// <reference path="security.d.ts" />
/// <reference path="sql.d.ts" />
/// <reference path="tracing.d.ts" />
/// <reference path="validation.d.ts" />

/**
 * Everything a script can import from "fwrun".
 *
 * A decorator works bare, `@GetMapping`, and called, `@GetMapping("/users")`. The first argument
 * sets one option, further options follow: `@RequestParam("q", { required: false })` is short for
 * `@RequestParam({ name: "q", required: false })`. A mapping also wraps a function:
 *
 *     export const hello = GetMapping("/hello/{name}")((name) => `Hello, ${name}!`);
 *
 * The project's jsconfig.json or tsconfig.json needs `"experimentalDecorators": true`, because only
 * these decorators are allowed on parameters, and `"strictPropertyInitialization": false`, because the
 * framework fills injected fields and request bodies. `fwrun types` writes one that has both.
 *
 * The examples here write types as TypeScript does. JavaScript says the same in comments:
 * `@param {int} id`, `@returns {User}` above a method, `@type {UserService}` above a field.
 */
declare module "fwrun" {
  export {};

  type AnyClass = import("./decorators").AnyClass;

  /** A type as a text, such as "int" or "list<User>", or a class. A type that is declared in the code takes precedence. */
  export type TypeOption = string | AnyClass;
}
