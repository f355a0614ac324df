import { GetMapping, RestController } from "fwrun";
import { mark } from "./mark.js";

@RestController
export class Api {
  @GetMapping("/plain")
  plain() {
    return mark("plain");
  }
}
