CREATE TABLE comments (
  id     INTEGER PRIMARY KEY,
  parent INTEGER REFERENCES comments (id) ON DELETE CASCADE,
  depth  INTEGER NOT NULL CHECK (depth < 50),
  text   TEXT NOT NULL
);
CREATE INDEX comments_by_parent ON comments (parent, id);
