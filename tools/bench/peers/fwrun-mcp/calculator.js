import { GetMapping, McpTool, RequestParam, RestController } from "fwrun";

/** The tool that is called. For a list of 500, bench adds more of its kind. */
@RestController
export class Calculator {
  @GetMapping("/hello")
  hello() {
    return "Hello, world!";
  }

  /**
   * Add two whole numbers.
   * @param {int} a  the first number
   * @param {int} b  the second number
   * @returns {{sum: int}}
   */
  @GetMapping("/sum")
  @McpTool({ name: "sum" })
  sum(@RequestParam a, @RequestParam b) {
    return { sum: a + b };
  }
}
