import { PostMapping, RequestBody, RestController } from "fwrun";
import { read } from "./schemas.js";

@RestController
export class Parse {
  @PostMapping("/parse") parse(@RequestBody body: unknown): unknown { return read(body); }
}
