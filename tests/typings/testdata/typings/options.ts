// Options that do not exist, or are of the wrong type.

import { Bean, GetMapping, PathVariable, RequestBody, RequestMapping, RequestParam, Value } from "fwrun";

export class Controller {
  @GetMapping({ pathh: "/a" }) // error: 'pathh' does not exist
  a() {}

  @GetMapping("/b", { path: "/c" }) // error: 'path' does not exist
  b() {}

  @GetMapping({ path: 7 }) // error: Type 'number' is not assignable
  c() {}

  @GetMapping({ path: "/d", method: "POST" }) // error: 'method' does not exist
  d() {}

  @RequestMapping({ path: "/e", method: "FETCH" }) // error: Type '"FETCH"' is not assignable
  e() {}

  f(@PathVariable({ required: false }) a: string, // error: 'required' does not exist
    @RequestParam({ source: "body" }) b: string, // error: Type '"body"' is not assignable
    @RequestParam("c", { requird: false }) c: string, // error: 'requird' does not exist
    @RequestBody({ disableParsing: "yes" }) d: string) {} // error: Type 'string' is not assignable

  @Value({ type: "int" }) // error: Property 'key' is missing
  g: int;

  @Bean({ init: "start" }) // error: 'init' does not exist
  h() {}
}

export const i = GetMapping({ path: "/i", params: { a: "RequestParam" } })((a) => a); // error: Type 'string' is not assignable
