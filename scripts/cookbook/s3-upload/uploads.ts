import { HttpRestException, Pattern, PathVariable, PostMapping, RequestBody, RequestMapping, RestController } from "fwrun";
import { Storage } from "./storage";

@RestController
@RequestMapping("/files/{name}")
export class Uploads {
  constructor(private storage: Storage) {}

  /** For browsers: they send large files past this server, to the address that they get here. */
  @PostMapping("/address")
  address(@PathVariable @Pattern(/^[\w.-]{1,80}$/) name: string) {
    return { put: this.storage.signed("PUT", `inbox/${name}`), get: this.storage.signed("GET", `inbox/${name}`, 3600) };
  }

  /** For what has to be looked at here first. */
  @PostMapping
  async store(@PathVariable @Pattern(/^[\w.-]{1,80}$/) name: string, @RequestBody body: Uint8Array<ArrayBuffer>) {
    const stored = await fetch(this.storage.signed("PUT", `inbox/${name}`), { method: "PUT", body });
    if (!stored.ok) throw new HttpRestException(502, "the file could not be stored");
    return { get: this.storage.signed("GET", `inbox/${name}`, 3600) };
  }
}
