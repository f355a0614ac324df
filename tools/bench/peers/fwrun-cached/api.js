import { Cacheable, GetMapping, PathVariable, RequestParam, RestController } from "fwrun";

/** The handler of bench/peers/fwrun, out of the cache. */
@RestController
export class Api {
  @GetMapping("/hello")
  hello() {
    return "Hello, world!";
  }

  /**
   * @param {int} id
   * @param {bool} verbose
   */
  @GetMapping("/users/{id}")
  @Cacheable("users")
  user(@PathVariable id, @RequestParam verbose = false) {
    return { id, name: `User ${id}`, email: `user${id}@example.com`, verbose, created: "2026-01-02T03:04:05.000Z" };
  }
}
