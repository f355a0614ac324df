import { HttpRestException, HttpStatus, Service, Transactional } from "fwrun";
import { ArticleChange, ArticleRow, FullRow, NewArticle } from "./article";
import { ArticleRepository } from "./article-repository";

/** Articles as clients see them. */
@Service
export class ArticleService {
  constructor(private readonly articles: ArticleRepository) {}

  latest(limit: int, offset: int) {
    return this.withTags(this.articles.latest(limit, offset));
  }

  feed(reader: int, limit: int, offset: int) {
    return this.withTags(this.articles.feed(reader, limit, offset));
  }

  find(slug: string) {
    const row = this.articles.bySlug(slug);
    if (!row) throw new HttpRestException(HttpStatus.NOT_FOUND, "there is no such article");
    return view(row);
  }

  popularTags() {
    return this.articles.popularTags();
  }

  @Transactional
  create(author: int, { title, description, body, tagList }: NewArticle) {
    const { id, slug } = this.articles.add(slugOf(title), title, description, body, author, new Date().toISOString());
    for (const name of tagList) {
      this.articles.addTag(name);
      this.articles.tag(id, name);
    }
    return this.find(slug);
  }

  @Transactional
  change(author: int, slug: string, { title, description, body }: ArticleChange) {
    const owner = this.articles.ownerOf(slug);
    if (!owner) throw new HttpRestException(HttpStatus.NOT_FOUND, "there is no such article");
    if (owner.authorId !== author) throw new HttpRestException(HttpStatus.FORBIDDEN, "it is somebody else's article");
    this.articles.change(owner.id, title ?? null, description ?? null, body ?? null, new Date().toISOString());
    return this.find(slug);
  }

  @Transactional
  favour(reader: int, slug: string) {
    this.articles.favour(reader, slug);
    return { ...this.find(slug), favourited: true };
  }

  @Transactional
  unfavour(reader: int, slug: string) {
    this.articles.unfavour(reader, slug);
    return { ...this.find(slug), favourited: false };
  }

  /** Adds to each article its tags, which one more query finds for all of them. */
  private withTags(rows: ArticleRow[]) {
    const tags = new Map<int, string[]>(rows.map(({ id }) => [id, []]));
    for (const { articleId, name } of this.articles.tagsOf(JSON.stringify(rows.map(({ id }) => id)))) {
      tags.get(articleId)!.push(name);
    }
    return rows.map(({ id, username, bio, image, ...article }) => ({
      ...article,
      tagList: tags.get(id),
      author: { username, bio, image },
    }));
  }
}

function view({ id, username, bio, image, followersCount, tags, ...article }: FullRow) {
  return { ...article, tagList: tags ? tags.split(",") : [], author: { username, bio, image, followersCount } };
}

/** "A Title, of Sorts" becomes "a-title-of-sorts". */
function slugOf(title: string) {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
