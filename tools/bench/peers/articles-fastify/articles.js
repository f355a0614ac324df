// Articles in the database, and as clients see them.
import Database from "better-sqlite3";

const COLUMNS = `a.id, a.slug, a.title, a.description, a.created_at AS createdAt, a.updated_at AS updatedAt,
  u.username, u.bio, u.image,
  (SELECT count(*) FROM favourites f WHERE f.article_id = a.id) AS favouritesCount,
  (SELECT count(*) FROM comments c WHERE c.article_id = a.id) AS commentsCount`;

const ARTICLES = "FROM articles a JOIN users u ON u.id = a.author_id";

const database = new Database(process.env.BENCH_DATABASE);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = NORMAL");
database.pragma("foreign_keys = ON");
database.pragma("busy_timeout = 5000");

const selectLatest = database.prepare(`SELECT ${COLUMNS} ${ARTICLES} ORDER BY a.id DESC LIMIT :limit OFFSET :offset`);

const selectFeed = database.prepare(`SELECT ${COLUMNS},
    EXISTS (SELECT 1 FROM favourites f WHERE f.article_id = a.id AND f.user_id = :reader) AS favourited
    ${ARTICLES}
    WHERE a.author_id IN (SELECT followed_id FROM follows WHERE follower_id = :reader)
    ORDER BY a.id DESC LIMIT :limit OFFSET :offset`);

const selectBySlug = database.prepare(`SELECT ${COLUMNS}, a.body,
    (SELECT count(*) FROM follows WHERE followed_id = u.id) AS followersCount,
    (SELECT group_concat(t.name, ',' ORDER BY t.name) FROM article_tags at JOIN tags t ON t.id = at.tag_id
      WHERE at.article_id = a.id) AS tags
    ${ARTICLES} WHERE a.slug = :slug`);

const selectTags = database.prepare(`SELECT at.article_id AS articleId, t.name FROM article_tags at JOIN tags t ON t.id = at.tag_id
    WHERE at.article_id IN (SELECT value FROM json_each(:ids)) ORDER BY at.article_id, t.name`);

const selectPopularTags = database
  .prepare(
    `SELECT t.name FROM article_tags at JOIN tags t ON t.id = at.tag_id
    WHERE at.article_id > (SELECT max(id) FROM articles) - 50
    GROUP BY t.id ORDER BY count(*) DESC, t.name LIMIT 10`,
  )
  .pluck();

const insertArticle = database.prepare(`INSERT INTO articles (slug, title, description, body, author_id, created_at, updated_at)
    VALUES (:slug || '-' || (SELECT coalesce(max(id), 0) + 1 FROM articles), :title, :description, :body, :author, :now, :now)
    RETURNING id, slug`);

const insertTag = database.prepare("INSERT INTO tags (name) VALUES (:name) ON CONFLICT (name) DO NOTHING");

const insertArticleTag = database.prepare(
  "INSERT INTO article_tags (article_id, tag_id) SELECT :article, id FROM tags WHERE name = :name",
);

const selectOwner = database.prepare("SELECT id, author_id AS authorId FROM articles WHERE slug = :slug");

const updateArticle = database.prepare(`UPDATE articles SET title = coalesce(:title, title), description = coalesce(:description, description),
    body = coalesce(:body, body), updated_at = :now WHERE id = :id`);

const insertFavourite = database.prepare(`INSERT INTO favourites (user_id, article_id) SELECT :reader, id FROM articles WHERE slug = :slug
    ON CONFLICT (user_id, article_id) DO NOTHING`);

const deleteFavourite = database.prepare(
  "DELETE FROM favourites WHERE user_id = :reader AND article_id = (SELECT id FROM articles WHERE slug = :slug)",
);

const selectUser = database.prepare("SELECT id, username, email, bio, image, hash FROM users WHERE username = :username");

/** A mistake of the client's, with its status. */
export class Refused extends Error {
  constructor(statusCode, message) {
    super(message);
    this.statusCode = statusCode;
  }
}

export const latest = (limit, offset) => withTags(selectLatest.all({ limit, offset }));

export const feed = (reader, limit, offset) =>
  withTags(selectFeed.all({ reader, limit, offset }).map((row) => ({ ...row, favourited: row.favourited === 1 })));

export function find(slug) {
  const row = selectBySlug.get({ slug });
  if (!row) throw new Refused(404, "there is no such article");
  return view(row);
}

export const popularTags = () => selectPopularTags.all();

export const create = database.transaction((author, { title, description, body, tagList }) => {
  const now = new Date().toISOString();
  const { id, slug } = insertArticle.get({ slug: slugOf(title), title, description, body, author, now });
  for (const name of tagList) {
    insertTag.run({ name });
    insertArticleTag.run({ article: id, name });
  }
  return find(slug);
}).immediate;

export const change = database.transaction((author, slug, { title = null, description = null, body = null }) => {
  const owner = selectOwner.get({ slug });
  if (!owner) throw new Refused(404, "there is no such article");
  if (owner.authorId !== author) throw new Refused(403, "it is somebody else's article");
  updateArticle.run({ id: owner.id, title, description, body, now: new Date().toISOString() });
  return find(slug);
}).immediate;

export const favour = database.transaction((reader, slug) => {
  insertFavourite.run({ reader, slug });
  return { ...find(slug), favourited: true };
}).immediate;

export const unfavour = database.transaction((reader, slug) => {
  deleteFavourite.run({ reader, slug });
  return { ...find(slug), favourited: false };
}).immediate;

export const userByName = (username) => selectUser.get({ username });

/** Adds to each article its tags, which one more query finds for all of them. */
function withTags(rows) {
  const tags = new Map(rows.map(({ id }) => [id, []]));
  for (const { articleId, name } of selectTags.all({ ids: JSON.stringify(rows.map(({ id }) => id)) })) {
    tags.get(articleId).push(name);
  }
  return rows.map(({ id, username, bio, image, ...article }) => ({
    ...article,
    tagList: tags.get(id),
    author: { username, bio, image },
  }));
}

function view({ id, username, bio, image, followersCount, tags, ...article }) {
  return { ...article, tagList: tags ? tags.split(",") : [], author: { username, bio, image, followersCount } };
}

/** "A Title, of Sorts" becomes "a-title-of-sorts". */
function slugOf(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
