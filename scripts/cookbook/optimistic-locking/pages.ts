import {
  GetMapping, HttpRestException, Id, Length, PathVariable, PutMapping, Repository, RequestBody, RequestMapping, ResponseEntity, RestController,
  StaleRow, Table, Version,
} from "fwrun";

@Table("pages")
export class Page {
  @Id id: int;
  @Length({ max: 10_000 }) text: string;
  /** Counted up with every change. A client sends back the one that it has read. */
  @Version version: int = 0;
}

export class Pages extends Repository<Page> {}

@RestController
@RequestMapping("/pages/{id}")
export class PageController {
  constructor(private pages: Pages) {}

  @GetMapping
  read(@PathVariable id: int): Page {
    const page = this.pages.findById(id);
    if (!page) throw new HttpRestException(404, `there is no page ${id}`);
    return page;
  }

  @PutMapping
  write(@PathVariable id: int, @RequestBody page: Omit<Page, "id">) {
    const present = this.read(id);
    try {
      return this.pages.save({ ...page, id }); // UPDATE … WHERE id = ? AND version = ?
    } catch (error) {
      if (!(error instanceof StaleRow)) throw error;
      return ResponseEntity.status(409).withJson({ detail: "somebody else has changed it meanwhile", present: this.read(id) });
    }
  }
}
