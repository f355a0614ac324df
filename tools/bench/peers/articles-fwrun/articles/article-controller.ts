import { Authenticated, DeleteMapping, GetMapping, Max, Min, PathVariable, PermitAll, PostMapping, Principal, PutMapping } from "fwrun";
import { RequestBody, RequestParam, ResponseEntity, RestController } from "fwrun";
import { ArticleChange, NewArticle } from "./article";
import { ArticleService } from "./article-service";

@Authenticated
@RestController
export class ArticleController {
  constructor(private readonly articles: ArticleService) {}

  @PermitAll
  @GetMapping("/articles")
  list(@RequestParam @Min(1) @Max(100) limit: int = 20, @RequestParam @Min(0) offset: int = 0) {
    return { articles: this.articles.latest(limit, offset) };
  }

  @PermitAll
  @GetMapping("/articles/{slug}")
  find(@PathVariable slug: string) {
    return { article: this.articles.find(slug) };
  }

  @PermitAll
  @GetMapping("/tags")
  tags() {
    return { tags: this.articles.popularTags() };
  }

  @GetMapping("/feed")
  feed(who: Principal, @RequestParam @Min(1) @Max(100) limit: int = 20, @RequestParam @Min(0) offset: int = 0) {
    return { articles: this.articles.feed(idOf(who), limit, offset) };
  }

  @PostMapping("/articles")
  create(@RequestBody draft: NewArticle, who: Principal) {
    const article = this.articles.create(idOf(who), draft);
    return ResponseEntity.created(`/articles/${article.slug}`).withJson({ article });
  }

  @PutMapping("/articles/{slug}")
  change(@PathVariable slug: string, @RequestBody change: ArticleChange, who: Principal) {
    return { article: this.articles.change(idOf(who), slug, change) };
  }

  @PostMapping("/articles/{slug}/favourite")
  favour(@PathVariable slug: string, who: Principal) {
    return { article: this.articles.favour(idOf(who), slug) };
  }

  @DeleteMapping("/articles/{slug}/favourite")
  unfavour(@PathVariable slug: string, who: Principal) {
    return { article: this.articles.unfavour(idOf(who), slug) };
  }
}

/** The subject of a token is the id of a user. */
function idOf(who: Principal) {
  return Number(who.getName());
}
