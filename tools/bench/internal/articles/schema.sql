CREATE TABLE users (
  id       INTEGER PRIMARY KEY,
  username TEXT NOT NULL UNIQUE,
  email    TEXT NOT NULL UNIQUE,
  bio      TEXT,
  image    TEXT,
  hash     TEXT NOT NULL
);
CREATE TABLE articles (
  id          INTEGER PRIMARY KEY,
  slug        TEXT NOT NULL UNIQUE,
  title       TEXT NOT NULL,
  description TEXT NOT NULL,
  body        TEXT NOT NULL,
  author_id   INTEGER NOT NULL REFERENCES users (id),
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL
);
CREATE INDEX articles_author ON articles (author_id);
CREATE TABLE tags (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);
CREATE TABLE article_tags (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  tag_id     INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (article_id, tag_id)
) WITHOUT ROWID;
CREATE INDEX article_tags_tag ON article_tags (tag_id);
CREATE TABLE comments (
  id         INTEGER PRIMARY KEY,
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  author_id  INTEGER NOT NULL REFERENCES users (id),
  body       TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX comments_article ON comments (article_id);
CREATE TABLE favourites (
  article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
  user_id    INTEGER NOT NULL REFERENCES users (id),
  PRIMARY KEY (article_id, user_id)
) WITHOUT ROWID;
CREATE TABLE follows (
  followed_id INTEGER NOT NULL REFERENCES users (id),
  follower_id INTEGER NOT NULL REFERENCES users (id),
  PRIMARY KEY (followed_id, follower_id)
) WITHOUT ROWID;
CREATE INDEX follows_follower ON follows (follower_id);
