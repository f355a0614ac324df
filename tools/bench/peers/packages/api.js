import { GetMapping, PathVariable, RestController } from "fwrun";
import { work } from "./work.js";

@RestController
export class Api {
  @GetMapping("/hello")
  hello() {
    return "hello";
  }

  /** @param {string} name */
  @GetMapping("/packages/{name}")
  async run(@PathVariable name) {
    return { made: (await work[name]()).length };
  }
}
