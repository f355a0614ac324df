import { Query, Repository } from "fwrun";
import { Article, ArticleRow, ArticleTag, FeedRow, FullRow, Owner } from "./article";

const COLUMNS = `a.id, a.slug, a.title, a.description, a.created_at AS createdAt, a.updated_at AS updatedAt,
  u.username, u.bio, u.image,
  (SELECT count(*) FROM favourites f WHERE f.article_id = a.id) AS favouritesCount,
  (SELECT count(*) FROM comments c WHERE c.article_id = a.id) AS commentsCount`;

const ARTICLES = "FROM articles a JOIN users u ON u.id = a.author_id";

export class ArticleRepository extends Repository<Article> {
  @Query(`SELECT ${COLUMNS} ${ARTICLES} ORDER BY a.id DESC LIMIT :limit OFFSET :offset`)
  latest(limit: int, offset: int): ArticleRow[] { return this.result; }

  @Query(`SELECT ${COLUMNS},
    EXISTS (SELECT 1 FROM favourites f WHERE f.article_id = a.id AND f.user_id = :reader) AS favourited
    ${ARTICLES}
    WHERE a.author_id IN (SELECT followed_id FROM follows WHERE follower_id = :reader)
    ORDER BY a.id DESC LIMIT :limit OFFSET :offset`)
  feed(reader: int, limit: int, offset: int): FeedRow[] { return this.result; }

  @Query(`SELECT ${COLUMNS}, a.body,
    (SELECT count(*) FROM follows WHERE followed_id = u.id) AS followersCount,
    (SELECT group_concat(t.name, ',' ORDER BY t.name) FROM article_tags at JOIN tags t ON t.id = at.tag_id
      WHERE at.article_id = a.id) AS tags
    ${ARTICLES} WHERE a.slug = :slug`)
  bySlug(slug: string): FullRow | null { return this.result; }

  /** The tags of articles, whose ids are a list in JSON. */
  @Query(`SELECT at.article_id AS articleId, t.name FROM article_tags at JOIN tags t ON t.id = at.tag_id
    WHERE at.article_id IN (SELECT value FROM json_each(:ids)) ORDER BY at.article_id, t.name`)
  tagsOf(ids: string): ArticleTag[] { return this.result; }

  /** The tags that the 50 latest articles have most often. */
  @Query(`SELECT t.name FROM article_tags at JOIN tags t ON t.id = at.tag_id
    WHERE at.article_id > (SELECT max(id) FROM articles) - 50
    GROUP BY t.id ORDER BY count(*) DESC, t.name LIMIT 10`)
  popularTags(): string[] { return this.result; }

  /** Adds an article, whose slug gets a number that no other has. */
  @Query(`INSERT INTO articles (slug, title, description, body, author_id, created_at, updated_at)
    VALUES (:slug || '-' || (SELECT coalesce(max(id), 0) + 1 FROM articles), :title, :description, :body, :author, :now, :now)
    RETURNING id, slug`)
  add(slug: string, title: string, description: string, body: string, author: int, now: string): { id: int; slug: string } { return this.result; }

  @Query("INSERT INTO tags (name) VALUES (:name) ON CONFLICT (name) DO NOTHING")
  addTag(name: string): void {}

  @Query("INSERT INTO article_tags (article_id, tag_id) SELECT :article, id FROM tags WHERE name = :name")
  tag(article: int, name: string): void {}

  @Query("SELECT id, author_id AS authorId FROM articles WHERE slug = :slug")
  ownerOf(slug: string): Owner | null { return this.result; }

  @Query(`UPDATE articles SET title = coalesce(:title, title), description = coalesce(:description, description),
    body = coalesce(:body, body), updated_at = :now WHERE id = :id`)
  change(id: int, title: string | null, description: string | null, body: string | null, now: string): void {}

  @Query(`INSERT INTO favourites (user_id, article_id) SELECT :reader, id FROM articles WHERE slug = :slug
    ON CONFLICT (user_id, article_id) DO NOTHING`)
  favour(reader: int, slug: string): void {}

  @Query("DELETE FROM favourites WHERE user_id = :reader AND article_id = (SELECT id FROM articles WHERE slug = :slug)")
  unfavour(reader: int, slug: string): void {}
}
