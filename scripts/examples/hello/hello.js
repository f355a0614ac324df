import { GetMapping, PathVariable, RequestMapping, RequestParam, RestController, Value } from "fwrun";

/**
 * Function style: an exported function is a handler once a mapping wraps it. A parameter that stands in
 * the path is bound from there.
 *
 * @param {string} name  whom to greet
 */
export const hello = GetMapping("/hello/{name}")((name) => `Hello, ${name}!`);

/**
 * Any other parameter is named in `params`.
 *
 * @param {int} a
 * @param {int} b
 */
export const add = GetMapping({ path: "/add", params: { a: RequestParam(), b: RequestParam() } })((a, b) => ({
  sum: a + b,
}));

/** Class style: a controller is made once per worker, and its fields are injected. */
@RestController
@RequestMapping("/greetings")
export class GreetingController {
  /** Kept as it is, unless config/application.yml or the variable GREETING_WORD says otherwise. */
  @Value("${greeting.word}") word = "Good day";

  /**
   * @param {string} name
   * @param {bool} loud
   */
  @GetMapping("/{name}")
  greet(@PathVariable name, @RequestParam loud = false) {
    const greeting = `${this.word}, ${name}!`;
    return { greeting: loud ? greeting.toUpperCase() : greeting, loud };
  }
}
