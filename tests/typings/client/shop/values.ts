import { GetMapping, HttpRequest, HttpUploadedFile, PathVariable, PostMapping, PutMapping, RequestBody, RequestMapping, RequestParam, ResponseEntity, RestController } from "fwrun";

export class Address {
  city: string = "";
  lines: list<string> = [];
}

export class Order {
  title: string;
  address: Address;
  tags: list<string> = [];
}

/** Values in all the places of a request. */
@RestController
@RequestMapping("/values")
export class ValuesController {
  @GetMapping("/count") count(): int { return 42; }

  @GetMapping("/maybe") maybe(@RequestParam there: bool): string | null { return there ? "null" : null; }

  @GetMapping("/text/{name}") text(@PathVariable name: string): string { return name; }

  @GetMapping("/rest/{path:*}") rest(@PathVariable path: string): { path: string } { return { path }; }

  @GetMapping("/header") header(@RequestParam({ source: "header", name: "X-Tenant" }) tenant: string): { tenant: string } { return { tenant }; }

  @GetMapping("/named") named(@RequestParam({ name: "constructor" }) given: string = "none"): { given: string } { return { given }; }

  @GetMapping("/cookie") cookie(@RequestParam({ source: "cookie" }) theme: string = "none"): { theme: string } { return { theme }; }

  @GetMapping("/sent")
  sent(request: HttpRequest): { authorization: string | null; more: string | null; accept: string | null } {
    return { authorization: request.getFirstHeader("Authorization"), more: request.getFirstHeader("X-More"), accept: request.getFirstHeader("Accept") };
  }

  @PostMapping({ path: "/form", consumes: "application/x-www-form-urlencoded" })
  form(@RequestBody order: Order): Order { return order; }

  @PutMapping("/upload")
  async upload(@RequestParam files: list<HttpUploadedFile>, @RequestParam({ source: "post" }) title: string): Promise<{ title: string; files: list<string> }> {
    const texts = await Promise.all(files.map(async (file) => `${file.getName()}: ${await file.text()}`));
    return { title, files: texts };
  }

  @PostMapping("/bytes") bytes(@RequestBody body: Uint8Array): int { return body.length; }

  @PostMapping("/note") note(@RequestBody text: string): string { return text.toUpperCase(); }

  @GetMapping({ path: "/download", produces: "application/octet-stream" })
  download(): ResponseEntity { return ResponseEntity.ok().withFile("report.txt", { root: "files", name: "täglich/report.txt" }); }

  @GetMapping("/slow")
  async slow(): Promise<string> {
    await new Promise((done) => setTimeout(done, 20_000));
    return "late";
  }

  // It answers the third attempt. The client says in a header which one it is.
  @GetMapping("/flaky")
  flaky(@RequestParam({ source: "header", name: "X-Attempt" }) attempt: int = 0): ResponseEntity {
    return attempt < 3 ? ResponseEntity.status(503).withHeader("Retry-After", "0") : ResponseEntity.ok().withJson({ attempt });
  }

  @PostMapping("/flaky")
  flakyPost(@RequestParam({ source: "header", name: "X-Attempt" }) attempt: int = 0): ResponseEntity { return this.flaky(attempt); }

  @GetMapping("/fails") fails(): string { throw new Error("the disk is full"); }
}
