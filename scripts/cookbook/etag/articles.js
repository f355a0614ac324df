import {
  Autowired, GetMapping, HttpRestException, Id, NotBlank, PathVariable, PutMapping, Repository, RequestBody, RequestMapping, ResponseEntity,
  RestController, Table, Version,
} from "fwrun";

export class ArticleText {
  /** @type {string} */ @NotBlank title;
}

@Table("articles")
export class Article extends ArticleText {
  /** @type {int} */ @Id id;
  /** @type {int} */ @Version version = 0;
}

/** @extends {Repository<Article>} */
export class Articles extends Repository {}

/** @param {Article} article */
const tagOf = (article) => `"${article.id}-${article.version}"`;

@RestController
@RequestMapping("/articles/{id}")
export class ArticleController {
  /** @type {Articles} */ @Autowired articles;

  /** @param {int} id */
  @GetMapping
  read(@PathVariable id) {
    const article = this.#find(id);
    return ResponseEntity.ok(article).withHeader("ETag", tagOf(article))
      .withHeader("Cache-Control", "private, no-cache"); // keep it, and ask each time
  }

  /**
   * @param {int} id
   * @param {ArticleText} text
   */
  @PutMapping
  write(@PathVariable id, @RequestBody text, request) {
    const article = this.#find(id), tag = request.getFirstHeader("If-Match");
    if (!tag) throw new HttpRestException(428, "say with If-Match which version you have read");
    if (tag !== tagOf(article)) throw new HttpRestException(412, "somebody else has changed it");
    article.title = text.title;
    this.articles.save(article); // and @Version refuses what came in between
    return ResponseEntity.ok(article).withHeader("ETag", tagOf(article));
  }

  #find(id) {
    const article = this.articles.findById(id);
    if (!article) throw new HttpRestException(404, `there is no article ${id}`);
    return article;
  }
}
