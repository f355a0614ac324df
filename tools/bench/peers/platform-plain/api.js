import { GetMapping, RestController } from "fwrun";

@RestController
export class Api {
  @GetMapping("/plain")
  plain() {
    return "plain";
  }
}
