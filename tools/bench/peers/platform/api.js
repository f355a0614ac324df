import { GetMapping, PathVariable, PostMapping, RequestBody, RequestParam, RestController } from "fwrun";
import { count, jobs, through } from "./jobs.js";

@RestController
export class Api {
  @GetMapping("/plain")
  plain() {
    return "plain";
  }

  /**
   * @param {string} name
   * @param {int} times
   */
  @GetMapping("/jobs/{name}")
  async job(@PathVariable name, @RequestParam times) {
    return `${await jobs[name](times)}`;
  }

  /**
   * @param {string} way
   * @param {string} url
   */
  @GetMapping("/streams/{way}")
  stream(@PathVariable way, @RequestParam url) {
    return through(way, url);
  }

  /** @param {ReadableStream<Uint8Array>} body */
  @PostMapping("/count")
  async counted(@RequestBody body) {
    return `${await count(body)}`;
  }
}
