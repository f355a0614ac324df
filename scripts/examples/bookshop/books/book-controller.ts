import {
  GetMapping, HttpRestException, Length, Max, McpTool, Min, PathVariable, PermitAll, PostMapping, RequestBody, RequestMapping, RequestParam,
  ResponseEntity, RestController, RolesAllowed,
} from "fwrun";
import { Book, Books, NewBook } from "./book";

@RestController
@RequestMapping("/books")
@PermitAll
export class BookController {
  constructor(private books: Books) {}

  @GetMapping
  list(@RequestParam @Min(0) page: int = 0, @RequestParam @Min(1) @Max(100) size: int = 20) {
    return this.books.findPage({ page, size, sort: "title" });
  }

  @GetMapping("/{id}")
  find(@PathVariable id: int): Book {
    const book = this.books.findById(id);
    if (!book) throw new HttpRestException(404, `there is no book ${id}`);
    return book;
  }

  @PostMapping
  @RolesAllowed("STAFF")
  create(@RequestBody body: NewBook) {
    const book = this.books.insert(body);
    return ResponseEntity.created(`/books/${book.id}`).withJson(book);
  }
  /**
   * Finds books by a word in their titles.
   * @param word  of the title, in whatever case
   */
  @GetMapping("/search")
  @McpTool({ name: "book_search" })
  search(@RequestParam @Length(2, 50) word: string): Book[] {
    return this.books.findAll({ sort: "title" }).filter((book) => book.title.toLowerCase().includes(word.toLowerCase()));
  }
}
