// What a JavaScript file gets wrong is found too.

import { GetMaping } from "fwrun"; // error: has no exported member named 'GetMaping'
import { GetMapping, PathVariable, RestController } from "fwrun";

@RestController
export class Controller {
  /** @param {int} id */
  @GetMapping("/{id}")
  find(@PathVariable id) {
    this.find("7"); // error: Argument of type 'string' is not assignable to parameter of type 'number'
    return id.length; // error: Property 'length' does not exist on type 'number'
  }

  /** @param {list<int>} ids  @param {array<string, bool>} flags  @param {?string} email */
  @GetMapping
  list(ids, flags, email) {
    ids.push("7"); // error: Argument of type 'string' is not assignable
    flags.beta = 1; // error: Type 'number' is not assignable to type 'boolean'
    return email.length; // error: 'email' is possibly 'null'
  }

  @GetMaping
  other() {}
}
