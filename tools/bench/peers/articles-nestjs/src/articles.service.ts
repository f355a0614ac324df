import { ForbiddenException, Injectable, NotFoundException } from "@nestjs/common";
import { ArticleChangeDto, NewArticleDto } from "./articles.dto.js";
import type { ArticleRow, ArticleTag, FullRow, NewRow, Owner, Page, User } from "./articles.rows.js";
import { Connection } from "./connection.js";

const COLUMNS = `a.id, a.slug, a.title, a.description, a.created_at AS createdAt, a.updated_at AS updatedAt,
  u.username, u.bio, u.image,
  (SELECT count(*) FROM favourites f WHERE f.article_id = a.id) AS favouritesCount,
  (SELECT count(*) FROM comments c WHERE c.article_id = a.id) AS commentsCount`;

const ARTICLES = "FROM articles a JOIN users u ON u.id = a.author_id";

/** Articles in the database, and as clients see them. */
@Injectable()
export class ArticlesService {
  private readonly selectLatest = this.connection.db.prepare<[Page], ArticleRow>(`SELECT ${COLUMNS} ${ARTICLES} ORDER BY a.id DESC LIMIT :limit OFFSET :offset`);

  private readonly selectFeed = this.connection.db.prepare<[Page & { reader: number }], ArticleRow>(`SELECT ${COLUMNS},
    EXISTS (SELECT 1 FROM favourites f WHERE f.article_id = a.id AND f.user_id = :reader) AS favourited
    ${ARTICLES}
    WHERE a.author_id IN (SELECT followed_id FROM follows WHERE follower_id = :reader)
    ORDER BY a.id DESC LIMIT :limit OFFSET :offset`);

  private readonly selectBySlug = this.connection.db.prepare<[{ slug: string }], FullRow>(`SELECT ${COLUMNS}, a.body,
    (SELECT count(*) FROM follows WHERE followed_id = u.id) AS followersCount,
    (SELECT group_concat(t.name, ',' ORDER BY t.name) FROM article_tags at JOIN tags t ON t.id = at.tag_id
      WHERE at.article_id = a.id) AS tags
    ${ARTICLES} WHERE a.slug = :slug`);

  private readonly selectTags = this.connection.db.prepare<[{ ids: string }], ArticleTag>(`SELECT at.article_id AS articleId, t.name FROM article_tags at JOIN tags t ON t.id = at.tag_id
    WHERE at.article_id IN (SELECT value FROM json_each(:ids)) ORDER BY at.article_id, t.name`);

  private readonly selectPopularTags = this.connection.db.prepare<[], string>(
    `SELECT t.name FROM article_tags at JOIN tags t ON t.id = at.tag_id
    WHERE at.article_id > (SELECT max(id) FROM articles) - 50
    GROUP BY t.id ORDER BY count(*) DESC, t.name LIMIT 10`,
  )
  .pluck();

  private readonly insertArticle = this.connection.db.prepare<[NewRow], { id: number; slug: string }>(`INSERT INTO articles (slug, title, description, body, author_id, created_at, updated_at)
    VALUES (:slug || '-' || (SELECT coalesce(max(id), 0) + 1 FROM articles), :title, :description, :body, :author, :now, :now)
    RETURNING id, slug`);

  private readonly insertTag = this.connection.db.prepare("INSERT INTO tags (name) VALUES (:name) ON CONFLICT (name) DO NOTHING");

  private readonly insertArticleTag = this.connection.db.prepare(
  "INSERT INTO article_tags (article_id, tag_id) SELECT :article, id FROM tags WHERE name = :name",
  );

  private readonly selectOwner = this.connection.db.prepare<[{ slug: string }], Owner>("SELECT id, author_id AS authorId FROM articles WHERE slug = :slug");

  private readonly updateArticle = this.connection.db.prepare(`UPDATE articles SET title = coalesce(:title, title), description = coalesce(:description, description),
    body = coalesce(:body, body), updated_at = :now WHERE id = :id`);

  private readonly insertFavourite = this.connection.db.prepare(`INSERT INTO favourites (user_id, article_id) SELECT :reader, id FROM articles WHERE slug = :slug
    ON CONFLICT (user_id, article_id) DO NOTHING`);

  private readonly deleteFavourite = this.connection.db.prepare(
  "DELETE FROM favourites WHERE user_id = :reader AND article_id = (SELECT id FROM articles WHERE slug = :slug)",
  );

  private readonly selectUser = this.connection.db.prepare<[{ username: string }], User>("SELECT id, username, email, bio, image, hash FROM users WHERE username = :username");

  readonly create = this.connection.db.transaction((author: number, { title, description, body, tagList }: NewArticleDto) => {
    const now = new Date().toISOString();
    const { id, slug } = this.insertArticle.get({ slug: slugOf(title), title, description, body, author, now })!;
    for (const name of tagList) {
      this.insertTag.run({ name });
      this.insertArticleTag.run({ article: id, name });
    }
    return this.find(slug);
  }).immediate;

  readonly change = this.connection.db.transaction(
    (author: number, slug: string, { title, description, body }: ArticleChangeDto) => {
      const owner = this.selectOwner.get({ slug });
      if (!owner) throw new NotFoundException("there is no such article");
      if (owner.authorId !== author) throw new ForbiddenException("it is somebody else's article");
      const now = new Date().toISOString();
      this.updateArticle.run({ id: owner.id, title: title ?? null, description: description ?? null, body: body ?? null, now });
      return this.find(slug);
    },
  ).immediate;

  readonly favour = this.connection.db.transaction((reader: number, slug: string) => {
    this.insertFavourite.run({ reader, slug });
    return { ...this.find(slug), favourited: true };
  }).immediate;

  readonly unfavour = this.connection.db.transaction((reader: number, slug: string) => {
    this.deleteFavourite.run({ reader, slug });
    return { ...this.find(slug), favourited: false };
  }).immediate;

  constructor(private readonly connection: Connection) {}

  latest(limit: number, offset: number) {
    return this.withTags(this.selectLatest.all({ limit, offset }));
  }

  feed(reader: number, limit: number, offset: number) {
    return this.withTags(this.selectFeed.all({ reader, limit, offset }).map((row) => ({ ...row, favourited: row.favourited === 1 })));
  }

  find(slug: string) {
    const row = this.selectBySlug.get({ slug });
    if (!row) throw new NotFoundException("there is no such article");
    return view(row);
  }

  popularTags() {
    return this.selectPopularTags.all();
  }

  userByName(username: string) {
    return this.selectUser.get({ username });
  }

  /** Adds to each article its tags, which one more query finds for all of them. */
  private withTags<T extends { id: number; username: string; bio: string | null; image: string | null }>(rows: T[]) {
    const tags = new Map<number, string[]>(rows.map(({ id }) => [id, []]));
    for (const { articleId, name } of this.selectTags.all({ ids: JSON.stringify(rows.map(({ id }) => id)) })) {
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
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
